// A game that has no page of its own: what its seat sees, and its legal moves as buttons.

import { button, h, t } from "/kit.js";
import { undoButton } from "/parts.js";

export const kind = "plain";

export function show(g) {
  const seen = Object.entries(g.seen).filter(([name]) => !["seat", "players"].includes(name));
  // Where there are very many moves, their words are chosen one after the other.
  const narrow = (chosen) => g.do("narrow", { words: chosen });
  return {
    main: [
      h("section.label", { "aria-label": t("Table") },
        h("dl", {}, seen.map(([name, value]) => [h("dt", {}, name), h("dd", {}, words(value))]))),
      g.mine && h("section.moves", { "aria-label": t("Moves") },
        g.prefix.length > 0 && button(`${g.prefix.join(" ")} …`, () => narrow(g.prefix.slice(0, -1)), { key: "back", name: t("Choose again") }),
        g.next.map((word) => button(word, () => narrow([...g.prefix, word]), { key: `next ${word}` })),
        g.moves.map((move) => button(move, () => g.play(move), { key: move }))),
    ].filter(Boolean),
    bar: [undoButton(g)],
  };
}

const words = (value) =>
  value === null ? "–" : Array.isArray(value) ? value.map(words).join(", ") || "–"
  : typeof value === "object" ? JSON.stringify(value) : String(value);
