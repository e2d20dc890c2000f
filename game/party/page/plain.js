// A game that has no page of its own: what its seat sees, and its legal moves as buttons.

import { button, h, t } from "/kit.js";
import { undoButton } from "/parts.js";

export const kind = "plain";

export function show(g) {
  const seen = Object.entries(g.seen).filter(([name]) => !["seat", "players"].includes(name));
  return {
    main: [
      h("section.label", { "aria-label": t("Table") },
        h("dl", {}, seen.map(([name, value]) => [h("dt", {}, name), h("dd", {}, words(value))]))),
      g.mine && h("section.moves", { "aria-label": t("Moves") },
        g.moves.map((move) => button(move, () => g.play(move), { key: move }))),
    ].filter(Boolean),
    bar: [undoButton(g)],
  };
}

const words = (value) =>
  value === null ? "–" : Array.isArray(value) ? value.map(words).join(", ") || "–"
  : typeof value === "object" ? JSON.stringify(value) : String(value);
