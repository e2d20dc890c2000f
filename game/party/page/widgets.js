// Parts that the page and the games' modules share.

import { button, counted, h, isolated, picture, t } from "/dom.js";
import { PUPPET_BOX, SEATS, icon, puppet } from "/art.js";

/** The puppet of a seat. */
export const face = (look, mood, name) => picture(PUPPET_BOX, puppet(look, mood), { class: "puppet", name });

/** Five puppets that look over the edge of the text below them. */
export const parade = () =>
  h(
    "div.parade",
    { "aria-hidden": "true" },
    [3, 1, 0, 2, 4].map(look => face(look, look ? "smile" : "open"))
  );

/** True if this phone's person is to move and no bot plays for them. */
export const acts = s => s.turn === s.seat && !s.over && !s.showing_end && !s.autoplay && !s.seats[s.seat]?.bot;

/** True if this phone waits: someone else is to move, and it runs no lesson. */
export const waits = g => g.seat !== null && !g.mine && !g.over && !g.lesson && !g.vote;

/** Cards, piles and buttons that the teacher of a lesson mentions. */
export const pointed = g => (g.mine && g.lesson?.point) || [];

/**
 * Dots for the players from the mover to this phone's seat; those before have moved. `ring` are the players in turn
 * order, `count` and `more` the texts about each, if any.
 */
export function progressDots(g, ring, count, more) {
  if (!waits(g) || !ring.includes(g.turn) || !ring.includes(g.seat)) return null;
  const own = ring.indexOf(g.seat) + 1;
  const order = [...ring.slice(own), ...ring.slice(0, own)];
  return h(
    "ol.beads",
    { key: "beads", "aria-label": t("Players") },
    order.map((seat, place) => {
      const me = seat === g.seat;
      const turn = seat === g.turn;
      return h(
        "li",
        { key: `bead${seat}`, class: me ? "me" : turn ? "turn" : place < order.indexOf(g.turn) ? "past" : "" },
        h(
          "span.unseen",
          {},
          [g.seats[seat].name, count && cardsOf(count(seat)), more?.(seat)].filter(Boolean).join(", ")
        ),
        h(
          "span",
          { "aria-hidden": "true" },
          head(g.look(seat), g.seats[seat].away ? "sleep" : me || turn ? "open" : "smile"),
          me ? h("b", {}, t("You")) : count && h("b.count", {}, count(seat))
        )
      );
    })
  );
}

/** Keep an action while it is one of the last two, newest first. */
export const remember = (g, deed) => {
  g.memory.deeds = [deed, ...(g.memory.deeds || [])].slice(0, 2);
};

/** Player of such an action. */
export const moveAuthor = (g, seat, place) =>
  h("span.doer", { "aria-hidden": "true" }, head(g.look(seat), "smile"), h("b", {}, place + 1));

/** For a waiting player: the last actions, each as a drawing and in words. */
export const recentMoves = g =>
  waits(g) &&
  g.memory.deeds?.length > 0 &&
  h(
    "ol.deeds.lately",
    { key: "deeds", "aria-label": t("Just now") },
    g.memory.deeds.map(({ seat, sign, words }, place) =>
      h(
        "li",
        { key: `deed${place}` },
        moveAuthor(g, seat, place),
        h("span.icon", { html: sign, "aria-hidden": "true" }),
        h("span", {}, words)
      )
    )
  );

/** The puppet of a seat that has won. */
export const crowned = look => picture("28 -70 184 316", puppet(look, "open", "crown"), { class: "puppet crowned" });

const YARNS = 36;

/** Bits of yarn that fall once; none with reduced motion. */
export const confetti = g =>
  g.memory.cheers &&
  !matchMedia("(prefers-reduced-motion: reduce)").matches &&
  h(
    "div.confetti",
    { key: "confetti", "aria-hidden": "true" },
    Array.from({ length: YARNS }, (_, n) =>
      h("i", {
        key: `yarn${n}`,
        style: {
          left: `${4 + ((n * 61) % 82)}%`,
          background: SEATS[n % SEATS.length].colour,
          "animation-delay": `${(n * 137) % 900}ms`,
          "animation-duration": `${1800 + ((n * 211) % 1400)}ms`,
          "--turn": `${(n % 2 ? 1 : -1) * (260 + ((n * 83) % 400))}deg`,
          "--drift": `${((n * 47) % 36) - 18}px`
        }
      })
    )
  );

/** The winners, under falling yarn. */
export const crowns = g =>
  h(
    "div.row.crowns",
    {},
    confetti(g),
    g.over.winners.map(seat => crowned(g.look(seat)))
  );

/** A name for little room; if two people share it, the number stays. */
export function brief(name) {
  const whole = name.replace(/[\u2068\u2069]/g, "");
  const letters = lettersOf(whole);
  const [number] = whole.match(/ \d+$|$/);
  return letters.length > 13
    ? isolated(
        `${letters
          .slice(0, 12 - number.length)
          .join("")
          .trim()}…${number}`
      )
    : name;
}

/** Name on a plate that may be too narrow for it; its number stays. */
export function plate(name) {
  const [, bare, number] = name.match(/(.+) (\d+)$/) || [];
  return number ? [h("span.cut", {}, bare), number] : brief(name);
}

/** Style of a row of names: all become smaller before one is cut. */
export const lettered = seats => ({ "--letters": Math.max(...seats.map(({ name }) => lettersOf(brief(name)).length)) });

/** Letters of a text as people count them: an emoji may have many code points. */
const lettersOf = text =>
  globalThis.Intl?.Segmenter ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text];

const NAME = 20; // letters of a name, see messages.py

/** Input for a name. Its length counts letters as people do, so that no emoji is cut in two. */
export const naming = {
  maxlength: 80,
  oninput: ({ target }) => {
    const typed = lettersOf(target.value);
    if (typed.length > NAME) target.value = typed.slice(0, NAME).join("");
  }
};

/** True if there is room for cards larger than a thumb needs. */
export const isTablet = () => innerWidth >= 700 && !isShaped("wide");

/** True if the layout is this one: tall, wide or long. */
export const isShaped = shape => document.documentElement.dataset.shape === shape;

/** True if letters are so large that everything else makes room for them. */
export const isLarge = () => document.documentElement.hasAttribute("data-large");

export const cardsOf = n => counted("{n} card", "{n} cards", n);
export const pointsOf = n => counted("{n} point", "{n} points", n);

/** A number in the unit of the game: points unless its module names another one. */
export const scored = (g, n) => (g.scored || pointsOf)(n);

/** Overlay with a title, perhaps a sign before it, a close button, and content. */
export const sheetOf = (key, title, close, body, sign) =>
  h(
    "section.label.sheet",
    { key, role: "dialog", "aria-label": title },
    h("div.row", { key: "head" }, sign, h("h2", {}, title), button(t("Close"), close, { key: "close", kind: "small" })),
    body
  );

/** Colours in which a name in this knitting is readable, on light cloth and on dark. */
export const seatColour = look => ({ "--dye": SEATS[look].text, "--pale": SEATS[look].light });

/** The head of a seat's puppet on a disc. */
export const head = (look, mood) =>
  h("span.disc", { style: { background: SEATS[look].light } }, picture("26 2 190 190", puppet(look, mood)));

/** Score of a match of two, with a tab for each; `more` is what a tab shows below the name. */
export const tabs = (g, scores, more) => [
  h("span.unseen", {}, g.seats.map(({ name }, seat) => `${name}: ${scored(g, scores[seat])}`).join(", ")),
  h(
    "span.tabs",
    { "aria-hidden": "true", style: lettered(g.seats) },
    g.seats.map(({ name, look, away }, seat) =>
      h(
        "span.tab",
        { key: `tab${seat}`, class: seat === g.turn && !g.over ? "on" : "" },
        head(look, away ? "sleep" : seat === g.turn ? "open" : "smile"),
        h("span.whose", {}, h("b", {}, plate(name)), more(seat)),
        h("b.score", {}, scores[seat])
      )
    )
  )
];

/**
 * What is left to do in this turn, beside whose turn it is. With class `shown` the board shows it too, and large
 * letters leave it out.
 */
export const taskStatus = (words, kind = "") =>
  words && h("p.errand", { key: "errand", role: "status", class: kind }, words);

/**
 * Text in which the pieces of the game that it names are pictures; or these pieces before a text that says the same.
 */
export function pictured(g, text, words = text) {
  const said = words !== text;
  const drawn = word => h("img.piece", { src: `/play/${g.game}.piece.${word}.svg`, alt: said ? "" : word });
  const parts = text.split(/([^\w-]+)/).map(word => ((g.pieces || []).includes(word) ? drawn(word) : said ? "" : word));
  return [parts, said && words];
}

/** The sock that stands for the game. */
export const emblem = g => h("img.emblem", { key: "emblem", src: `/play/${g.game}.emblem.svg`, alt: "" });

/** Button that undoes the last move, for the bar of every game. */
export const undoButton = (g, act, off) =>
  button("", act || (() => g.do("undo")), {
    kind: "small",
    icon: icon("undo"),
    name: t("Undo"),
    key: "undo",
    off: off ?? (g.undo ? "" : t("There's nothing to undo."))
  });

/** Button that asks for a hint, which only this phone gets. */
export const hintButton = g =>
  g.hints &&
  button("", g.askHint, {
    kind: "small",
    icon: icon("lamp"),
    name: t("Hint"),
    key: "hint",
    off: g.mine ? "" : t("It's not your turn.")
  });

/** Button that shows threats, or the cards that are out, if the house rules allow it. */
export const threatsButton = g =>
  g.threats &&
  h(
    "button.sort",
    { key: "threats", type: "button", "aria-pressed": String(g.threats.on), onclick: () => g.do("threats") },
    g.threats.label
  );

/** Eye button for that sheet in the bar. */
export const eyeButton = g =>
  g.threats &&
  button("", () => g.do("threats"), {
    kind: "small",
    icon: icon("eye"),
    name: g.threats.label,
    key: "threats",
    pressed: g.threats.on
  });

/** Its content in words. */
export const threats = g =>
  g.threats?.on &&
  h(
    "section.label.threats",
    { key: "threatens", role: "status", "aria-label": g.threats.label },
    h(
      "dl",
      {},
      g.threats.rows.map(([head, words]) => [head && h("dt", {}, head), h("dd", {}, words)])
    )
  );
