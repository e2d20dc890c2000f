// Parts that the page and the games' modules share.

import { button, counted, h, isolated, picture, t } from "/kit.js";
import { PUPPET_BOX, icon, puppet } from "/art.js";

/** The puppet of a seat. */
export const face = (look, mood, name) => picture(PUPPET_BOX, puppet(look, mood), { class: "puppet", name });

/** A name where there is little room. */
export function brief(name) {
  const letters = lettersOf(name.replace(/[\u2068\u2069]/g, ""));
  return letters.length > 13 ? isolated(`${letters.slice(0, 12).join("").trim()}…`) : name;
}

/** The letters of a text as people count them: some little pictures are made of many signs. */
const lettersOf = (text) => (globalThis.Intl?.Segmenter ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]);

/** Whether there is so much room that cards may be larger than a thumb needs. */
export const isTablet = () => innerWidth >= 700 && document.documentElement.dataset.shape === "tall";

export const cardsOf = (n) => counted("{n} card", "{n} cards", n);
export const pointsOf = (n) => counted("{n} point", "{n} points", n);

/** So many of whatever a game counts; points unless its module says otherwise. */
export const scored = (g, n) => (g.scored || pointsOf)(n);

/** The score of a match of two. */
export const duel = (g, scores) => [
  h("span.unseen", {}, g.seats.map(({ name }, seat) => `${name}: ${scored(g, scores[seat])}`).join(", ")),
  h("span", { "aria-hidden": "true" }, face(g.look(0), "smile"), h("b.score", {}, scores.join(" : ")), face(g.look(1), "smile"))];

/** A text with the pieces of the game that it names as pictures; or these before other words that say the same. */
export function pictured(g, text, words = text) {
  const said = words !== text;
  const drawn = (word) => h("img.piece", { src: `/play/${g.game}.piece.${word}.svg`, alt: said ? "" : word });
  const parts = text.split(/([^\w-]+)/).map((word) => (g.pieces || []).includes(word) ? drawn(word) : said ? "" : word);
  return [parts, said && words];
}

/** The sock that stands for the game. */
export const emblem = (g) => h("img.emblem", { key: "emblem", src: `/play/${g.game}.emblem.svg`, alt: "" });

/** The button that takes the last move back, for the bar of every game. */
export const undoButton = (g, act, off) =>
  button("", act || (() => g.do("undo")), {
    kind: "small", icon: icon("undo"), name: t("Take back"), key: "undo",
    off: off ?? (g.undo ? "" : t("There is nothing to take back.")) });

/** The button that asks for a hint, which this phone alone gets. */
export const hintButton = (g) =>
  g.hints && button("", g.askHint, {
    kind: "small", icon: icon("lamp"), name: t("Hint"), key: "hint", off: g.mine ? "" : t("It is not your turn.") });

/** The button that shows what threatens, or which cards are out, where the house has it. */
export const threatsButton = (g) =>
  g.threats && h("button.sort", { key: "threats", type: "button", "aria-pressed": String(g.threats.on), onclick: () => g.do("threats") }, g.threats.label);

/** What that shows in words. */
export const threats = (g) => g.threats?.on && h("section.label.threats", { key: "threatens", role: "status", "aria-label": g.threats.label },
  h("dl", {}, g.threats.rows.map(([head, words]) => [head && h("dt", {}, head), h("dd", {}, words)])));

/** A wheel of arrows, each a button: its name, what it does, whether it can be pressed, and how it looks. */
export const wheel = (name, ways, middle) =>
  h("div.wheel", { role: "group", "aria-label": name },
    ways.map(({ label, act, off, kind, on }, way) =>
      h("button.arrow", { key: `way${way}`, type: "button", "aria-label": label, "aria-disabled": off ? "true" : undefined,
        "aria-pressed": on === undefined ? undefined : String(on), class: `way${way} ${kind || ""} ${on ? "on" : ""}`,
        onclick: () => off || act() },
        picture("-12 -12 24 24", `<path d="M0 -10L7.5 7H-7.5Z" fill="currentColor" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/>`))),
    h("span.middle", { "aria-hidden": "true" }, middle));

/** The style of an arrow of a wheel: only its picture is turned, so that no button lies over the next. */
export const roundWheel = (way, turn, far) =>
  `.way${way} { transform: rotate(${turn}deg) translateY(calc(var(--wide) * -${far})) rotate(${-turn}deg); } .way${way} .art { rotate: ${turn}deg; }`;
