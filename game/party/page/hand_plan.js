// Planning a hand while others play: cards that make a meld share a tab with its name. Nothing is sent.

import { t } from "/dom.js";

const rank = card => card.slice(0, -1);

/**
 * Name of what these cards make together: "set", "run" or nothing. `orders` are the ranks in the order of runs. `once`
 * is true if a set has each suit once. A joker is any card.
 */
export function meldOf(cards, { orders, once }) {
  const plain = cards.filter(card => !card.startsWith("JK"));
  const suits = new Set(plain.map(card => card.at(-1)));
  const ranks = new Set(plain.map(rank));
  if (cards.length < 3) return "";
  if (ranks.size < 2 && (!once || (cards.length < 5 && suits.size === plain.length))) return "set";
  const fits = (order, start) => [...ranks].every(one => order.slice(start, start + cards.length).includes(one));
  const runs = suits.size === 1 && ranks.size === plain.length && cards.length <= 13;
  return runs &&
    orders.some(order => order.some((_rank, start) => start + cards.length <= order.length && fits(order, start)))
    ? "run"
    : "";
}

/** Up to two melds of three cards of a hand, without a common card, and without jokers if possible. */
export function firstMelds(hand, fits) {
  const found = [];
  for (const cards of [hand.filter(([, card]) => !card.startsWith("JK")), hand]) {
    let left = cards;
    for (let three; found.length < 2 && (three = firstThree(left, fits)); found.push(three))
      left = left.filter(entry => !three.includes(entry));
    if (found.length) break;
  }
  return found;
}

function firstThree(cards, fits) {
  for (const [n, one] of cards.entries())
    for (const [more, other] of cards.entries())
      if (more > n)
        for (const last of cards.slice(more + 1))
          if (fits([one, other, last].map(([, card]) => card))) return [one, other, last];
  return null;
}

/** The plan of this phone: its tabs while the hand holds their cards, and the effect of a touch. */
export function planned(g, rules) {
  const m = g.memory;
  m.tabs ??= [];
  let rest = [...g.view.hand];
  const tabs = m.tabs.flatMap(cards => {
    const left = [...rest];
    const entries = cards.map(card => {
      const there = left.findIndex(entry => entry[1] === card);
      return there < 0 ? null : left.splice(there, 1)[0];
    });
    if (entries.includes(null)) return []; // some of its cards were laid
    rest = left;
    const words = meldOf(cards, rules) === "set" ? rules.set : t("Run of {n}");
    return [{ cards, entries, name: words.replace("{n}", cards.length) }];
  });
  m.tabs = tabs.map(({ cards }) => cards);
  m.picked = (m.picked || []).filter(key => !g.mine && rest.some(([own]) => own === key));
  const order = cards =>
    g.view.hand
      .map(entry => entry[1])
      .filter(card => {
        const there = cards.indexOf(card);
        if (there >= 0) cards.splice(there, 1);
        return there >= 0;
      });
  const keep = all => {
    m.tabs = all.filter(cards => meldOf(cards, rules));
    g.draw();
  };
  return {
    on: Boolean(m.planning),
    tabs,
    rest,
    picked: m.picked,
    toggle: () => {
      m.planning = !m.planning;
      m.picked = [];
      g.draw();
    },
    drop: n => keep(m.tabs.filter((_tab, one) => one !== n)),
    /** A touched card leaves its tab, joins one that it fits, or is picked until the picked cards make a meld. */
    take: (key, card) => {
      const own = tabs.findIndex(({ entries }) => entries.some(entry => entry[0] === key));
      if (own >= 0)
        return keep(
          m.tabs.map((cards, n) => {
            const left = [...cards];
            if (n === own) left.splice(left.indexOf(card), 1);
            return left;
          })
        );
      const more =
        m.picked.includes(key) || m.picked.length ? -1 : m.tabs.findIndex(cards => meldOf([...cards, card], rules));
      if (more >= 0) return keep(m.tabs.map((cards, n) => (n === more ? order([...cards, card]) : cards)));
      m.picked = m.picked.includes(key) ? m.picked.filter(one => one !== key) : [...m.picked, key];
      const picked = rest.filter(([one]) => m.picked.includes(one)).map(entry => entry[1]);
      if (meldOf(picked, rules)) {
        m.picked = [];
        m.tabs.push(picked);
      }
      return g.draw();
    }
  };
}
