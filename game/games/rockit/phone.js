// RockIt to Destiny on a phone.

import { icon } from "/art.js";
import { counted, t } from "/kit.js";
import { rummy } from "/rummy.js";

const KIND = 30; // any kind counts as much
const inside = (g) => g.seen.in[g.seat];

function broughtIn(n) {
  if (n <= KIND) return t("A trick worth {n}: any three or four of a kind, or a run that counts {n}.", { n });
  return t("A trick worth {n}: a run that counts {n}. A kind counts only {kind}.", { n, kind: KIND });
}

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

export default rummy({
  kind: "mission",
  melds: () => ({ orders: [[...RANKS, ...RANKS.slice(0, -1)]], once: true, set: t("Kind of {n}") }),
  end: (g) => (inside(g) ? t("RockIt!") : t("Come in")),
  scored: (n) => counted("{n} game won", "{n} games won", n),
  fresh: t("New trick"),
  nothing: t("Lay at least one card of your hand first, or draw."),
  note: (g) => (inside(g) ? "" : broughtIn(g.options.coming_in_points)),
  mark: (g, seat) => (g.seen.in[seat] ? t("has come in") : ""),
  sign: (g, seat) => (g.seen.in[seat] ? icon("tick") : ""),
  css: `.mission { background: radial-gradient(circle at 20% 2rem, #6a7cff44, transparent 12rem), linear-gradient(#101434, #1d2a5c 40%, #2a2450); }
.mission .mat { background: linear-gradient(#3a4668, #3a4668) top/100% .45rem no-repeat, linear-gradient(#3a4668, #3a4668) bottom/100% .45rem no-repeat, repeating-linear-gradient(90deg, #0000 0 38px, #6f8cff22 38px 39px), repeating-linear-gradient(#0000 0 38px, #6f8cff22 38px 39px), #1a2248; }
.mission .pile { background: #3a4a7c; border-color: #14183a; } .mission .pile.new { background: #4d63a8; border-color: #fffaf2; }`,
});
