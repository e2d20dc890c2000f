// View of a game without a page module: what its seat sees, and its legal moves as buttons.

import { CARD_BOX, isCard, face as cardFace } from "/art.js";
import { button, h, picture, t } from "/dom.js";
import { emblem, hintButton, pictured, undoButton } from "/widgets.js";

const MANY = 24; // maximum number of moves; more are chosen word by word

export const kind = "plain";

/** Next choices: whole moves, or the next word of one; the big screen shortens lists that are too long to send. */
export function steps(g) {
  const key = `${g.ply} ${g.prefix}`;
  if (g.memory.stepped !== key) Object.assign(g.memory, { stepped: key, words: g.prefix });
  const narrow = words => g.do("choose_prefix", { words });
  const local = words => {
    g.memory.words = words;
    g.draw();
  };
  if (g.next.length) {
    return {
      chosen: g.prefix,
      next: g.next,
      moves: [],
      pick: word => narrow([...g.prefix, word]),
      back: () => narrow(g.prefix.slice(0, -1))
    };
  }
  let chosen = g.memory.words;
  for (;;) {
    const fitting = g.moves.filter(move => chosen.every((word, place) => move.split(" ")[place] === word));
    const back = () => (chosen.length > g.prefix.length ? local(g.prefix) : narrow(g.prefix.slice(0, -1)));
    const next = [...new Set(fitting.map(move => move.split(" ")[chosen.length]))];
    // If each word ends a move, nothing follows it.
    if (fitting.length <= MANY || next.length === fitting.length) return { chosen, next: [], moves: fitting, back };
    if (next.length > 1) return { chosen, next, moves: [], pick: word => local([...chosen, word]), back };
    chosen = [...chosen, ...next];
  }
}

/** Label of a move, or of its first words. */
const called = (g, move) => g.labels?.[move] ?? move;

const named = (g, move) => pictured(g, move, called(g, move));

/** Picture of a card: a piece of the game, or a card of the house; nothing if it is neither. */
const pictureOf = (g, card) =>
  (g.pieces || []).includes(card)
    ? h("img.art", { src: `/play/${g.game}.piece.${card}.svg`, alt: "" })
    : isCard(card) && picture(CARD_BOX, cardFace(card));

/** This seat's hand: each card is a button that plays it if it can be played now. */
function ownHand(g) {
  const cards = g.cards ?? [];
  const may = move => g.mine && g.moves.includes(move);
  const some = cards.some(([, , move]) => may(move));
  const shown = cards.map(([card, words, move], place) => {
    const art = pictureOf(g, card);
    const key = `card ${card} ${place}`;
    const inside = art || h("span.word", {}, words);
    const drawn = art ? "" : "plain ";
    if (!may(move)) {
      return h("span.card", { key, role: "img", "aria-label": words, class: `${drawn}${some ? "dim" : ""}` }, inside);
    }
    const hinted = g.hint?.move === move ? "hinted" : "may";
    return h(
      "button.card",
      { key, type: "button", "aria-label": called(g, move), class: `${drawn}${hinted}`, onclick: () => g.play(move) },
      inside
    );
  });
  return cards.length > 0 && h("section.held", { key: "held", "aria-label": t("Your hand") }, shown);
}

/** The buttons of `steps`, except those that the cards of the hand have already. */
export function stepButtons(whole) {
  const played = new Set((whole.cards ?? []).map(([, , move]) => move));
  const others = whole.moves.filter(move => !played.has(move));
  const g = whole.next.length ? whole : { ...whole, moves: others };
  if (!g.next.length && !others.length) return null;
  const now = steps(g);
  const chosen = called(g, now.chosen.join(" "));
  return (
    g.mine &&
    h(
      "section.moves",
      { "aria-label": t("Moves") },
      now.chosen.length > 0 &&
        button(`${chosen} …`, now.back, { key: "back", name: `${t("Choose again")}: ${chosen}` }),
      now.next.map(word =>
        button([named(g, [...now.chosen, word].join(" ")), " …"], () => now.pick(word), { key: `next ${word}` })
      ),
      now.moves.map(move => button(named(g, move), () => g.play(move), { key: move }))
    )
  );
}

const BRIEF = 160; // maximum letters above the moves, which must be visible without scrolling

// The most important fields are above the moves, the others below them.
export function show(g) {
  const lines = g.state ?? [];
  const first = lines[0]?.length <= BRIEF && lines[0];
  const news = g.news?.length <= BRIEF && g.news;
  const lie = [...(g.observation?.pile?.slice?.(-1) ?? []), ...(g.observation?.trick ?? [])].map(
    card => typeof card === "string" && pictureOf(g, card)
  );
  const rest = [!news && g.news, ...lines.slice(first ? 1 : 0)].filter(Boolean);
  return {
    board: h(
      "section.board.label.known",
      { "aria-label": t("Table") },
      lie.length && lie.every(Boolean)
        ? h(
            "div.lies",
            { key: "lies" },
            lie.map(card => h("span.card", {}, card))
          )
        : emblem(g),
      first && h("p.first", {}, pictured(g, first)),
      news && h("p", {}, pictured(g, news))
    ),
    side: [
      ownHand(g),
      stepButtons(g),
      rest.length > 0 &&
        h(
          "section.label.known",
          { key: "rest", "aria-label": t("Table") },
          rest.map(line => h("p", {}, pictured(g, line)))
        )
    ],
    bar: [undoButton(g), hintButton(g)]
  };
}

/** The view without a seat: what is public. */
export const watch = g =>
  h(
    "section.board.label.known",
    { "aria-label": t("Table") },
    g.news && h("p.first", {}, pictured(g, g.news)),
    (g.state ?? []).map(line => h("p", {}, pictured(g, line)))
  );

/** Words of a hint. */
export const advice = g => called(g, g.hint.move);
