// SOCKI on a phone.

import { t } from "/kit.js";
import { pointsOf } from "/parts.js";
import { rummy } from "/rummy.js";

export default rummy({
  kind: "storm",
  end: () => t("Knock"),
  nothing: t("Lay at least one card of your hand first, or draw."),
  sign: (g, seat) => String(g.seen.scores[seat]),
  mark: (g, seat) => pointsOf(g.seen.scores[seat]),
  css: `.storm { background: radial-gradient(circle at 85% 4rem, #ffa53a77, transparent 14rem), linear-gradient(#16163a, #34366e 14%, #3a3a5a 24%, #4a3a3c); }`,
});
