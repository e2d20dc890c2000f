// A game that has no page of its own: what its seat sees, and its legal moves as buttons.

import { button, h, t } from "/kit.js";
import { emblem, hintButton, pictured, undoButton } from "/parts.js";

const MANY = 24; // more moves than that are chosen word by word

export const kind = "plain";

/** What can be chosen next: whole moves, or the next word of one; the big screen narrows what is too long to send. */
export function steps(g) {
  const key = `${g.ply} ${g.prefix}`;
  if (g.memory.stepped !== key) Object.assign(g.memory, { stepped: key, words: g.prefix });
  const narrow = (words) => g.do("narrow", { words });
  const local = (words) => { g.memory.words = words; g.draw(); };
  if (g.next.length) {
    return { chosen: g.prefix, next: g.next, moves: [], pick: (word) => narrow([...g.prefix, word]), back: () => narrow(g.prefix.slice(0, -1)) };
  }
  let chosen = g.memory.words;
  for (;;) {
    const fitting = g.moves.filter((move) => chosen.every((word, place) => move.split(" ")[place] === word));
    const back = () => (chosen.length > g.prefix.length ? local(g.prefix) : narrow(g.prefix.slice(0, -1)));
    if (fitting.length <= MANY) return { chosen, next: [], moves: fitting, back };
    const next = [...new Set(fitting.map((move) => move.split(" ")[chosen.length]))];
    if (next.length > 1) return { chosen, next, moves: [], pick: (word) => local([...chosen, word]), back };
    chosen = [...chosen, ...next];
  }
}

/** The buttons of `steps`. */
export function stepButtons(g) {
  const now = steps(g);
  return g.mine && h("section.moves", { "aria-label": t("Moves") },
    now.chosen.length > 0 && button(`${now.chosen.join(" ")} …`, now.back, { key: "back", name: `${t("Choose again")}: ${now.chosen.join(" ")}` }),
    now.next.map((word) => button(pictured(g, word), () => now.pick(word), { key: `next ${word}` })),
    now.moves.map((move) => button(pictured(g, move), () => g.play(move), { key: move })));
}

export function show(g) {
  const seen = Object.entries(g.seen).filter(([name]) => !["seat", "players"].includes(name));
  return {
    board: h("section.board.label", { "aria-label": t("Table") },
      emblem(g),
      h("dl", {}, seen.map(([name, value]) => [h("dt", {}, name), h("dd", {}, pictured(g, words(value)))]))),
    side: [stepButtons(g)],
    bar: [undoButton(g), hintButton(g)],
  };
}

/** What a hint says. */
export const advice = (g) => g.hint.move;

const words = (value) =>
  value === null ? "–" : Array.isArray(value) ? value.map(words).join(", ") || "–"
  : typeof value === "object" ? JSON.stringify(value) : String(value);
