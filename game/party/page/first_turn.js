// Help for the first turn of a guest: the game's five rules with pictures while others play, then how to play a card.

import { button, h, t } from "/dom.js";
import { keep, kept } from "/storage.js";
import { waits } from "/widgets.js";

const KEY = "sockdrawer.played";
const HAND = `<svg viewBox="0 0 40 40" focusable="false"><path d="M14 9a8 8 0 0 1 13 0" fill="none" stroke="#E8A317" stroke-width="3" stroke-linecap="round"/><path d="M17 24V12a3 3 0 0 1 6 0v9l8 2q4 1 3 6l-2 8H18l-8-10q-2-3 1-4 2-1 4 1Z" fill="#FFFDF8" stroke="#2B2440" stroke-width="3" stroke-linejoin="round"/></svg>`;

const played = () => kept(KEY).split(" ");

/** True until the person of this phone has completed a turn of this game, in any match. */
export const isNewTo = s => s.seat !== null && !s.lesson && !s.over && !played().includes(s.game);

/** Events that teach nothing about playing; a game can have others. */
const QUIET = ["draw", "pass"];

/** Note the end of this seat's turn; after the first one with a play, this phone needs no more help. */
export function learnFrom(events, { old, state, memory, quiet = QUIET }) {
  memory.hasPlayed ||= events.some(({ kind, seat }) => seat === state.seat && !quiet.includes(kind));
  if (memory.hasPlayed && old?.turn === state.seat && state.turn !== state.seat)
    keep(KEY, [...new Set([...played(), state.game])].join(" ").trim());
}

/** One sentence that says how to play now. */
export const howTo = (g, game) => {
  const words = g.first && g.mine && game.how?.(g);
  return (
    words &&
    h(
      "p.howto",
      { key: "howto", role: "status" },
      h("span.icon", { html: HAND, "aria-hidden": "true" }),
      h("span", {}, words)
    )
  );
};

/** The five rules of a game, each with its picture; `more` are buttons below. */
export const fiveRules = ({ about, game }, more) =>
  about &&
  game &&
  h(
    "section.five",
    { key: "five", "aria-label": t("{game} in five lines", { game: about.title }) },
    h("h2", {}, t("{game} in five lines", { game: about.title })),
    h(
      "ol",
      {},
      about.lines.map((words, n) =>
        h(
          "li",
          { key: `rule${n}` },
          h("b.number", { "aria-hidden": "true" }, n + 1),
          about.drawn && h("img", { alt: "", src: `/play/${game}.line${n}.png` }),
          h("span", {}, words)
        )
      )
    ),
    h("div.row", { key: "more" }, more)
  );

/** True while these rules are shown in place of the table. */
export const isReading = g => Boolean(g.first && waits(g) && g.about && !g.showing_end && !g.memory.atTable);

/** The page before the first turn; `readAll` opens the whole rules. */
export function waitingRules(g, readAll) {
  const look = () => {
    g.memory.atTable = true;
    g.draw();
  };
  return fiveRules(g, [
    button(t("See the table"), look, { key: "look" }),
    button(t("All rules"), readAll, { key: "all" })
  ]);
}
