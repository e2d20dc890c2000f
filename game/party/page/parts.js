// Parts that the page and the games' modules share.

import { button, h, picture, t } from "/kit.js";
import { PUPPET_BOX, icon, puppet } from "/art.js";

/** The puppet of a seat. */
export const face = (look, mood, name) => picture(PUPPET_BOX, puppet(look, mood), { class: "puppet", name });

/** A name where there is little room. */
export const brief = (name) => (name.length > 13 ? `${name.slice(0, 12).trim()}…` : name);

export const cardsOf = (n) => (n === 1 ? t("1 card") : t("{n} cards", { n }));
export const pointsOf = (n) => (n === 1 ? t("1 point") : t("{n} points", { n }));

/** The score of a match of two. */
export const duel = (g, scores) => [
  h("span.unseen", {}, g.seats.map(({ name }, seat) => `${name}: ${pointsOf(scores[seat])}`).join(", ")),
  h("span", { "aria-hidden": "true" }, face(g.look(0), "smile"), h("b.score", {}, scores.join(" : ")), face(g.look(1), "smile"))];

/** The button that takes the last move back, for the bar of every game. */
export const undoButton = (g, act, off) =>
  button("", act || (() => g.do("undo")), {
    kind: "small", icon: icon("undo"), name: t("Take back"), key: "undo",
    off: off ?? (g.undo ? "" : t("There is nothing to take back.")) });

/** The button that asks for a hint, which this phone alone gets. */
export const hintButton = (g) =>
  g.hints && button("", g.askHint, {
    kind: "small", icon: icon("lamp"), name: t("Hint"), key: "hint", off: g.mine ? "" : t("It is not your turn.") });

/** A wheel of arrows, each a button: its name, what it does, whether it can be pressed, and how it looks. */
export const wheel = (name, ways, middle) =>
  h("div.wheel", { role: "group", "aria-label": name },
    ways.map(({ label, act, off, kind, on }, way) =>
      h("button.arrow", { key: `way${way}`, type: "button", "aria-label": label, "aria-disabled": off ? "true" : undefined,
        "aria-pressed": on === undefined ? undefined : String(on), class: `way${way} ${kind || ""} ${on ? "on" : ""}`,
        onclick: () => off || act() },
        picture("-12 -12 24 24", `<path d="M0 -10L7.5 7H-7.5Z" fill="currentColor" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/>`))),
    h("span.middle", { "aria-hidden": "true" }, middle));
