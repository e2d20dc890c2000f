// A rummy table on a phone: piles that are built here and seen live on the big screen, and the hand below.

import { button, h, picture, t } from "/kit.js";
import { CARD_BOX, back, face as cardFace, icon } from "/art.js";
import { face, undoButton } from "/parts.js";

const SUITS = { P: t("pagodas"), F: t("flowers"), B: t("boats"), L: t("ladies"), H: t("hearts"), D: t("diamonds"), S: t("spades"), C: t("clubs") };
const RANKS = { A: t("ace"), J: t("jack"), Q: t("queen"), K: t("king"), H: t("happy card") };

/** A card in words. */
export function cardName(card) {
  const [name, stands] = card.split("=");
  if (name === "JK") return stands ? t("joker as {card}", { card: cardName(stands) }) : t("joker");
  const rank = name.slice(0, -1);
  return t("{rank} of {suit}", { rank: RANKS[rank] || rank, suit: SUITS[name.at(-1)] });
}

/** The page of a rummy; a game gives the words of its own. */
export function rummy(game) {
  const chosen = (g) => (g.memory.chosen ??= []);

  function choose(g, key) {
    const now = chosen(g);
    g.memory.chosen = now.includes(key) ? now.filter((one) => one !== key) : [...now, key];
    g.draw();
  }

  /** Do something with what is chosen; it is chosen no more where that went well. */
  async function carry(g, what, fields) {
    const cards = chosen(g);
    g.memory.chosen = [];
    g.draw();
    if (!(await g.do(what, { cards, ...fields }))) {
      g.memory.chosen = cards;
      g.draw();
    }
  }

  function pile(g, [key, cards, health, why], held) {
    const texts = cards.map(([, text]) => text);
    const words = texts.map(cardName).join(", ");
    const mine = g.mine && g.view.piles;
    const source = cards.some(([card]) => held.includes(card));
    const step = Math.min(0.54, 5.4 / Math.max(1, cards.length - 1));
    const shown = cards.map(([card, text, own], place) => {
      const style = { "margin-left": place ? `calc(var(--card) * ${(step - 1).toFixed(3)})` : "0" };
      const art = picture(CARD_BOX, cardFace(text));
      const peg = own && h("i.peg", { "aria-hidden": "true" });
      if (!mine || (held.length && !source)) return h("span.card", { key: `c${card}`, style }, art, peg);
      return h("button.card", { key: `c${card}`, type: "button", style, class: held.includes(card) ? "on" : "", "aria-pressed": String(held.includes(card)),
        "aria-label": `${cardName(text)}${own ? `, ${t("laid by you now")}` : ""}`, onclick: () => choose(g, card) }, art, peg);
    });
    const onto = mine && held.length > 0 && !source;
    return h("li.pile", { key: `pile${key}`, class: `${health} ${cards.some(([, , own]) => own) ? "new" : ""}`, "aria-label": words },
      shown,
      !mine && h("span.unseen", {}, words),
      why && h("span.unseen", {}, why),
      onto && h("button.onto", { key: "onto", type: "button", "aria-label": t("Lay on: {cards}", { cards: words }), onclick: () => carry(g, "lay", { pile: key }) },
        h("span", {}, t("Here"))));
  }

  function table(g, held) {
    const piles = g.view.piles || g.seen.table.map((cards, place) => [place, cards.map((text, n) => [`${place}.${n}`, text, false]), "whole", ""]);
    const full = piles.reduce((sum, [, cards]) => sum + 1.4 + cards.length * 0.56, 0);
    const size = full > 44 ? "tiny" : full > 26 ? "small" : "";
    return h("section.board.mat", { "aria-label": t("Table") },
      h("ol.piles", { class: size },
        piles.map((one) => pile(g, one, held)),
        g.mine && held.length > 0 && h("li", { key: "new" },
          h("button.newpile", { type: "button", onclick: () => carry(g, "lay", { pile: null }) }, t("New pile")))),
      piles.length === 0 && !held.length && h("p.empty", {}, t("Nothing lies on the table yet.")));
  }

  function line(g, held, own) {
    const text = Object.fromEntries((g.view.piles || []).flatMap(([, cards]) => cards.map(([key, card]) => [key, card])));
    const one = held.length === 1 ? held[0] : null;
    if (g.mine && held.length) {
      const joker = one !== null && text[one]?.startsWith("JK");
      const payer = one !== null && Object.entries(g.view.payers || {}).find(([, payers]) => payers.includes(one));
      return h("div.chips", { role: "group", "aria-label": t("Chosen cards") },
        button(t("Leave it"), () => { g.memory.chosen = []; g.draw(); }, { key: "leave" }),
        held.every((key) => own.has(key)) && button(t("To the hand"), () => carry(g, "hand"), { key: "hand" }),
        joker && button(t("Other card"), () => g.do("face", { card: one }), { key: "face" }),
        payer && button(t("Take the joker"), () => { g.memory.chosen = []; g.do("take", { card: Number(payer[0]), payer: one }); }, { key: "take" }));
    }
    const broken = (g.view.piles || []).filter(([, , health]) => health !== "whole");
    const note = !g.view.changed ? game.note?.(g) || "" : broken.length ? broken[0][3] : t("All piles are whole");
    return h("p.lamp", {}, h("span", {}, t("{n} cards left", { n: g.view.hand.length })),
      h("span", { class: broken.length && g.view.changed ? "mend" : "whole" }, note));
  }

  function hand(g, held) {
    const cards = g.view.hand;
    return h("section.hand", { "aria-label": t("Your hand"), class: cards.length > 14 ? "many" : "" },
      cards.map(([key, card], place) => h("button.card", { key: `${key}${card}`, type: "button", "aria-label": cardName(card), "aria-pressed": String(held.includes(key)),
        class: held.includes(key) ? "on" : "", onclick: () => g.mine && choose(g, key) },
        picture(CARD_BOX, cardFace(card)))),
      h("button.sort", { key: "sort", type: "button", onclick: () => g.do("sort") },
        h("span.icon", { html: icon("sort"), "aria-hidden": "true" }), t("Sort")));
  }

  function show(g) {
    const view = g.view;
    const own = new Set((view.piles || []).flatMap(([, cards]) => cards.filter(([, , mine]) => mine).map(([key]) => key)));
    const there = new Set([...view.hand.map(([key]) => key), ...(view.piles || []).flatMap(([, cards]) => cards.map(([key]) => key))]);
    g.memory.chosen = g.mine ? chosen(g).filter((key) => there.has(key)) : [];
    const held = g.memory.chosen;
    const notMine = g.mine ? "" : t("It is not your turn.");
    const broken = (view.piles || []).find(([, , health]) => health !== "whole");
    const end = notMine || (!view.ends ? game.nothing : view.changed && broken ? broken[3] : "");
    const steps = g.mine && view.back;
    return {
      info: [picture(CARD_BOX, back(), { class: "stock" }), h("b", {}, g.seen.stock), h("small", {}, t("stock"))],
      main: [
        table(g, held),
        h("ul.others", { "aria-label": t("Players") }, g.seats.map((seat, place) => h("li", { key: `s${place}`, class: place === g.turn && !g.over ? "turn" : "" },
          face(seat.look, seat.away ? "sleep" : "smile"),
          h("span.unseen", {}, seat.name), h("i.back", { "aria-hidden": "true" }), h("b", {}, g.seen.counts[place]), game.mark?.(g, place) && h("small", {}, game.mark(g, place))))),
        line(g, held, own), hand(g, held)],
      bar: [
        undoButton(g, steps ? () => g.do("step") : undefined, steps ? "" : undefined),
        button(g.seen.stock ? t("Draw") : t("Pass"), () => g.do("draw"), { key: "draw", off: notMine || (view.laid ? t("You have laid cards: take them back first, or end your turn.") : "") }),
        button(game.end(g), () => g.do("end"), { key: "end", kind: "go wide", off: end }),
      ],
    };
  }

  function told(event, g) {
    const name = event.seat === null ? "" : event.seat === g.seat ? t("You") : g.name(event.seat);
    const cards = event.data.cards;
    switch (event.kind) {
      case "draw": return event.seat === g.seat ? t("You drew the {card}.", { card: cardName(event.data.card) }) : t("{name} draws.", { name });
      case "play":
      case "come": return event.seat === g.seat ? "" : `${name}: ${cards.map(cardName).join(", ")}.`;
      case "pass": return t("{name} passes.", { name });
      case "hand_end":
      case "game_end": return t("The hand is over.");
      default: return "";
    }
  }

  return { kind: game.kind, css: css + (game.css || ""), show, told };
}

const css = `
.mat { --card: 3rem; border: 2.5px solid #2b2440; border-radius: .8rem; padding: 1.1rem .5rem; min-height: 9rem; position: relative; flex: 1 1 auto; display: grid; align-content: center;
  background: linear-gradient(#7c2f22, #7c2f22) top/100% .6rem no-repeat, linear-gradient(#7c2f22, #7c2f22) bottom/100% .6rem no-repeat,
    repeating-linear-gradient(45deg, #0000 0 6px, #5a33142e 6px 12px), repeating-linear-gradient(-45deg, #a8713f 0 6px, #9a6636 6px 12px); }
.piles { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem .55rem; justify-content: center; }
.piles.small { --card: 2.45rem; gap: .4rem; } .piles.tiny { --card: 2rem; gap: .3rem; }
.pile { position: relative; display: flex; flex-wrap: wrap; row-gap: .2rem; max-width: 100%; background: #2f5d50; border: 2px solid #1b3a33; border-radius: .75rem; padding: .35rem; box-shadow: 0 3px 4px #0006; }
.pile::before { content: ""; position: absolute; inset: 3px; border: 1.5px dashed #d9b98c; border-radius: .55rem; pointer-events: none; }
.pile.new { background: #3f7a69; border-color: #fffaf2; box-shadow: 0 0 12px #ffc860; }
.pile.short { background: #8a6a1c; border-color: #ffd25a; } .pile.broken { background: #8a3226; border-color: #ff9a86; }
.pile .card { width: var(--card); flex: none; }
.pile button.card::before { content: ""; position: absolute; inset: -.35rem 0; }
.peg { position: absolute; left: 38%; bottom: -.35rem; width: .5rem; height: .95rem; background: #d9a066; border: 1.5px solid #2b2440; border-radius: 3px; }
.onto, .newpile { font: 400 1.1rem var(--names); color: #2b2440; cursor: pointer; }
.onto { position: absolute; inset: 0; min-height: 2.75rem; border: 3px dashed #2b2440; border-radius: .75rem; background: #ffe59a77; }
.onto span { background: #2b2440; color: #fffaf2; border-radius: .8rem; padding: .05rem .6rem .15rem; }
.newpile { min-height: 4.4rem; min-width: 5rem; border: 3px dashed #fffaf2; border-radius: .75rem; background: #2b244088; color: #fffaf2; padding: .4rem .8rem; }
.empty { text-align: center; color: #fffaf2; font-weight: 700; text-shadow: 0 1px 2px #2b2440; }
.others { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem; justify-content: center; }
.others li { display: flex; align-items: center; gap: .2rem; background: #fffaf2; border: 2px solid #2b2440; border-radius: .6rem; padding: 0 .35rem; min-height: 1.75rem; }
.others li.turn { box-shadow: 0 0 0 3px #1b6fd0; }
.others .back { width: .72rem; height: 1rem; border: 2px solid #2b2440; border-radius: 3px; background: #a8321f; margin: 0 .1rem; }
.others .puppet { width: 1.1rem; } .others b { font: 400 1rem var(--names); } .others small { font-weight: 700; font-size: .85rem; color: var(--soft); }
.lamp, .chips { min-height: 2.9rem; align-items: center; }
.lamp { display: flex; gap: .2rem 1rem; justify-content: space-between; flex-wrap: wrap; color: #fffaf2; font-weight: 700; padding: 0 .3rem; }
.lamp .whole { color: #bdf0c8; } .lamp .mend { color: #ffd98a; }
.chips { display: flex; gap: .4rem; flex-wrap: wrap; }
.chips .big { min-height: 2.75rem; font-size: 1.05rem; padding: .2rem .7rem .4rem; }
.hand { display: grid; grid-template-columns: repeat(auto-fill, minmax(3.7rem, 1fr)); gap: .5rem .4rem; padding: .2rem; }
.hand.many { grid-template-columns: repeat(auto-fill, minmax(3.1rem, 1fr)); }
.hand .card { width: 100%; max-width: 5.4rem; justify-self: center; }
.sort { border: 2.4px dashed #fffaf2cc; border-radius: .75rem; background: #2b244055; color: #fffaf2; font: 400 1.05rem var(--names); overflow-wrap: normal; display: grid; place-content: center; justify-items: center; min-height: 4.4rem; cursor: pointer; }
.sort .icon { width: 1.6rem; line-height: 0; }
.stock { width: 1.35rem; } .info b { font-size: 1.3rem; font-weight: 400; }
.wide { flex: 2 1 auto; }
@media (min-width: 48rem) and (min-height: 34.1rem) { .mat { --card: 4rem; } .hand { grid-template-columns: repeat(auto-fill, minmax(5rem, 1fr)); } }
@media (orientation: portrait) { .mat { max-height: max(11rem, calc(100dvh - 23rem)); overflow-y: auto; align-content: safe center; } }
@media (orientation: portrait) and (max-height: 44rem) { .mat { --card: 2.4rem; padding: .8rem .2rem; max-height: max(9rem, calc(100dvh - 24.6rem)); } .piles { gap: .35rem; } main { gap: .3rem; } .hand { grid-template-columns: repeat(auto-fill, minmax(3.1rem, 1fr)); gap: .35rem; } .sort { min-height: 3.6rem; font-size: 1rem; } }
@media (orientation: landscape) and (max-height: 34rem) { .mat { --card: 2.6rem; align-content: start; min-height: calc(100dvh - 5rem); } .hand { grid-template-columns: repeat(auto-fill, minmax(3.2rem, 1fr)); } }`;
