// SOCKI on a phone.

import { t } from "/dom.js";
import { pointsOf } from "/widgets.js";
import { rummy } from "/rummy.js";

// The beach at night: rain over the sea, which runs out in foam on the sand.
const RAIN = `<path d="M8 2l-6 20M32 34l-7 22M52 6l-5 16M78 20l-7 23M92 54l-6 19M56 58l-5 17" stroke="%23cfe0ff" stroke-opacity=".4" stroke-width="1.8" stroke-linecap="round"/>`;
const SEA = `<path d="M0 9q10-9 20 0t20 0 20 0 20 0V78q-20 12-40 4T0 78Z" fill="%23234f6c"/><path d="M0 25q10-8 20 0t20 0 20 0 20 0M-10 42q10-8 20 0t20 0 20 0 20 0 20 0M0 60q10-8 20 0t20 0 20 0 20 0" fill="none" stroke="%23467f96" stroke-width="2.4"/><path d="M0 78q20-8 40 4t40-4" fill="none" stroke="%23e4efe9" stroke-opacity=".75" stroke-width="3"/>`;
const tile = (wide, high, body) =>
  `url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${body}</svg>')`;

const NUMBERS = Array.from({ length: 12 }, (_, n) => String(n + 1));
// Place of the happy card in a run.
const ORDERS = {
  wrap: [[...NUMBERS, "H", ...NUMBERS]],
  high: [[...NUMBERS, "H"]],
  low: [["H", ...NUMBERS]],
  both: [
    ["H", ...NUMBERS],
    [...NUMBERS, "H"]
  ]
};

export default rummy({
  kind: "storm",
  melds: g => ({ orders: ORDERS[g.options.happy_mode], once: false, set: t("Set of {n}") }),
  end: () => t("Knock"),
  nothing: t("First play at least one card from your hand, or draw."),
  mark: (g, seat) => pointsOf(g.observation.scores[seat]),
  css: `
@layer games {
  .storm {
    background: radial-gradient(circle at 85% 4rem, #ffa53a77, transparent 14rem), ${tile(96, 84, RAIN)} repeat-x,
      ${tile(80, 90, SEA)} 0 var(--sea, 4.5rem) repeat-x, linear-gradient(#16163a, #34366e 5rem, #4a4650 10.1rem,
      #54413c 14rem, #3a3036);
  }
}
@layer shapes {
  [data-shape="wide"] .storm { --sea: -1rem; }
}
@layer tones {
  @media (prefers-color-scheme: dark) { .storm .mat { background-color: #8d7a86; background-blend-mode: multiply; } }
}
`
});
