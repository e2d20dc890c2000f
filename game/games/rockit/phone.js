// RockIt to Destiny on a phone.

import { icon } from "/art.js";
import { counted, t } from "/dom.js";
import { rummy } from "/rummy.js";

const KIND = 30; // any kind counts the same
const inside = g => g.observation.in[g.seat];

function broughtIn(n) {
  if (n <= KIND) return t("To come in, you need {n} points: any three or four of a kind, or a run worth {n} or more.", { n });
  return t("To come in, you need {n} points: a run worth {n} or more. Three or four of a kind is only worth {kind}.", { n, kind: KIND });
}

const worth = card => Number(card.slice(0, -1)) || (card.startsWith("A") ? 1 : 10);
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

export default rummy({
  kind: "mission",
  melds: () => ({ orders: [[...RANKS, ...RANKS.slice(0, -1)]], once: true, set: t("{n} of a kind") }),
  end: g => (inside(g) ? t("RockIt!") : t("Come in")),
  scored: n => counted("{n} game won", "{n} games won", n),
  fresh: t("New trick"),
  nothing: t("First play at least one card from your hand, or draw."),
  note: g => (inside(g) ? "" : broughtIn(g.options.coming_in_points)),
  firstPile: t("Your first trick"),
  firstLay: t("Play trick"),
  mayStart: (g, cards, kind) =>
    inside(g) ||
    (!cards.includes("JK") &&
      (kind === "set" ? KIND : cards.reduce((sum, card) => sum + worth(card), 0)) >= g.options.coming_in_points),
  adds: inside,
  mark: (g, seat) => (g.observation.in[seat] ? t("has come in") : ""),
  sign: (g, seat) => (g.observation.in[seat] ? icon("tick") : ""),
  css: `
@layer games {
  .mission {
    background: radial-gradient(circle at 20% 2rem, #6a7cff44, transparent 12rem), linear-gradient(#101434, #1d2a5c 40%,
      #2a2450);
    --back: #7e3f98;
  }
  .mission .mat {
    background: linear-gradient(#3a4668, #3a4668) top/100% var(--rim) no-repeat, linear-gradient(#3a4668, #3a4668)
      bottom/100% var(--rim) no-repeat, repeating-linear-gradient(90deg, #0000 0 38px, #6f8cff22 38px 39px),
      repeating-linear-gradient(#0000 0 38px, #6f8cff22 38px 39px), radial-gradient(circle, #fff 1px, #0000 1.6px) 7px
      13px/83px 71px, radial-gradient(circle, #ffe9a8 1.2px, #0000 2px) 41px 52px/127px 113px, radial-gradient(circle,
      #9db4ff 1px, #0000 1.5px) 0 0/59px 97px, radial-gradient(120% 62% at 50% 134%, #2f5d8f 0 72%, #9fd0ff 73% 74%,
      #6f9cff66 75%, #0000 100%), linear-gradient(#0d1130, #1f2a62);
  }
  .mission .free i + i { display: none; }
  .mission :is(.pile, .meld) { background: #3a4a7c; border-color: #14183a; }
  .mission .pile.new { background: #4d63a8; border-color: #fffaf2; }
}
`
});
