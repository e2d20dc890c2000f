// A rummy table on a phone: piles that are built here and seen live on the big screen, and the hand below.

import { button, counted, h, picture, t, warn } from "/dom.js";
import { CARD_BOX, PUPPET_BOX, SEATS, back, face as cardFace, icon, puppet } from "/art.js";
import { bubble } from "/bubble.js";
import { keep, kept } from "/storage.js";
import {
  cardsOf,
  emblem,
  eyeButton,
  face,
  hintButton,
  isLarge,
  isShaped,
  isTablet,
  moveAuthor,
  pointed,
  progressDots,
  recentMoves,
  remember,
  threatsButton,
  undoButton,
  waits
} from "/widgets.js";
import { firstMelds, meldOf, planned } from "/hand_plan.js";
import { REPACK_GAIN, READ, known, stand, step } from "/pile_layout.js";
import { strip } from "/spectate.js";

const STOOD = "sockdrawer.piles";
const LAYOUTS = 8; // number of layouts remembered for each width of the table
const WIDTHS = 4;

/** Layouts of this match's piles before the page was reloaded, newest first. */
function recalled({ match }) {
  const found = JSON.parse(kept(STOOD, "sessionStorage") || "{}");
  return found.match === match ? found.stood : [];
}

const SUITS = {
  P: t("pagodas"),
  F: t("flowers"),
  B: t("boats"),
  L: t("ladies"),
  H: t("hearts"),
  D: t("diamonds"),
  S: t("spades"),
  C: t("clubs")
};
const RANKS = { A: t("ace"), J: t("jack"), Q: t("queen"), K: t("king"), H: t("happy card") };

/** A card in words. */
export function cardName(card) {
  const [name, stands] = card.split("=");
  if (name === "JK") return stands ? t("joker as {card}", { card: cardName(stands) }) : t("joker");
  const rank = name.slice(0, -1);
  return t("{rank} of {suit}", { rank: RANKS[rank] || rank, suit: SUITS[name.at(-1)] });
}

/** Page of a rummy; a game adds its texts. */
export function rummy(game) {
  const chosen = g => (g.memory.chosen ??= []);

  function choose(g, key) {
    const now = chosen(g);
    g.memory.chosen = now.includes(key) ? now.filter(one => one !== key) : [...now, key];
    g.draw();
  }

  /** Do something with the chosen cards; on success the choice is cleared. */
  async function carry(g, what, fields) {
    const cards = chosen(g);
    g.memory.chosen = [];
    g.draw();
    if (!(await g.do(what, { cards, ...fields }))) {
      g.memory.chosen = cards;
      g.draw();
    }
  }

  const based = text => text.split("=")[0];

  /** True for the pile that a lesson names: it has all these cards. */
  const isNamed = (name, texts) =>
    name.startsWith("pile ") &&
    name
      .slice(5)
      .split(" ")
      .every(card => texts.map(based).includes(card));

  /** A pile. One from which cards are chosen is spread, so that a finger hits the right card. */
  function pile(g, [key, cards, status, why], held, advised) {
    const texts = cards.map(([, text]) => text);
    const words = texts.map(cardName).join(", ");
    const mine = g.mine && g.view.piles && !advised;
    const source = cards.some(([card]) => held.includes(card));
    // Mark the cards that others have just laid.
    const deed =
      !advised &&
      !g.view.changed &&
      g.memory.deeds?.find(({ seat, piles }) => seat !== g.seat && piles.some(one => String(one) === String(texts)));
    const fresh = finder(deed ? deed.cards : []);
    const shown = cards.map(([card, text, own]) => {
      const art = picture(CARD_BOX, cardFace(text));
      const may = pointed(g).includes(based(text)) ? "may" : "";
      const peg = (fresh(text) || own) && h("i.peg", { "aria-hidden": "true" });
      if (!mine || (held.length && !source)) return h("span.card", { key: `c${card}`, class: may }, art, peg);
      return h(
        "button.card",
        {
          key: `c${card}`,
          type: "button",
          class: held.includes(card) ? "on" : may,
          "aria-pressed": String(held.includes(card)),
          "aria-label": `${cardName(text)}${own ? `, ${t("just played by you")}` : ""}`,
          onclick: () => choose(g, card)
        },
        art,
        peg
      );
    });
    const onto = mine && held.length > 0 && !source;
    const picked =
      onto &&
      [...g.view.hand, ...g.view.piles.flatMap(([, all]) => all)]
        .filter(([one]) => held.includes(one))
        .map(([, text]) => text);
    const fits = onto && meldOf([...texts, ...picked], game.melds(g)); // these are urgent; others can be fixed later
    return h(
      "li.pile",
      {
        key: `pile${key}`,
        class: `${status} ${deed || cards.some(([, , own]) => own) ? "new" : ""} ${deed && deed === g.memory.deeds[0] ? "latest" : ""} ${source ? "open" : pointed(g).some(name => isNamed(name, texts)) ? "lit" : ""}`,
        "aria-label": words
      },
      shown,
      !mine && h("span.unseen", {}, words),
      why && h("span.unseen", {}, why),
      onto &&
        h(
          "button.onto",
          {
            key: "onto",
            type: "button",
            class: fits ? "fits" : "",
            "aria-label": t("Add to: {cards}", { cards: words }),
            onclick: () => carry(g, "lay", { pile: key })
          },
          fits && h("span", { "aria-hidden": "true" }, "+")
        )
    );
  }

  /** The acting player with the backs of their hand, and the last two actions: cards laid, on their pile. */
  function justNow(g) {
    const n = g.observation.counts[g.turn];
    const fan = Math.min(n, 5);
    const shown = (pile, laid) => {
      const own = finder(laid);
      return h(
        "span.meld",
        { key: `${pile}` },
        pile.map(text => {
          const fresh = own(text);
          return h(
            "span.card",
            { class: fresh ? "fresh" : "" },
            picture(CARD_BOX, cardFace(text)),
            fresh && h("i.peg", {})
          );
        })
      );
    };
    return h(
      "section.board.mat.now",
      { key: "now", "aria-label": t("Just now") },
      h(
        "div.acting",
        { key: "acting", "aria-hidden": "true" },
        face(g.look(g.turn), g.seats[g.turn].away ? "sleep" : "smile"),
        h(
          "span.fan",
          {},
          Array.from({ length: fan }, (_, at) =>
            picture(CARD_BOX, back(), {
              style: {
                rotate: `${(at - (fan - 1) / 2) * 11}deg`,
                translate: `0 ${Math.abs(at - (fan - 1) / 2) ** 2 * 2}px`
              }
            })
          )
        ),
        h("b.tally", {}, n)
      ),
      h(
        "ol.deeds",
        { key: "deeds" },
        g.memory.deeds.map(({ seat, words, cards, piles, sign }, place) =>
          h(
            "li",
            { key: `deed${place}` },
            moveAuthor(g, seat, place),
            h("span", { class: cards.length ? "unseen" : "empty" }, words),
            h(
              "span.laid",
              { "aria-hidden": "true" },
              piles.length
                ? piles.slice(0, 3).map(pile => shown(pile, cards))
                : cards.length
                  ? shown(cards, [])
                  : sign && picture(CARD_BOX, back(), { class: "drawn" })
            )
          )
        )
      )
    );
  }

  /** Between the last action and the whole table. */
  const lookButton = g =>
    h(
      "button.sort.look",
      {
        key: "look",
        type: "button",
        "aria-pressed": String(!g.memory.whole),
        onclick: () => {
          g.memory.whole = !g.memory.whole;
          g.draw();
        }
      },
      h("span.icon", { html: icon("now"), "aria-hidden": "true" }),
      h("span", {}, t("Just now"))
    );

  /** A player's action, in two rows: the new piles and the cards played. */
  function note(event, g, words) {
    const cards = event.data.cards || [];
    const sorted = pile => String([...pile].sort());
    const known = (g.memory.known || []).map(sorted);
    const fresh = g.observation.table.filter(pile => {
      const there = known.indexOf(sorted(pile));
      if (there >= 0) known.splice(there, 1);
      return there < 0;
    });
    const laid = finder(cards); // with two packs, another pile may have an equal card
    const piles = fresh.filter(pile => pile.filter(laid).length > 0);
    const sign = event.kind === "pass" ? "" : `<svg viewBox="${CARD_BOX}">${back()}</svg>`;
    remember(g, { seat: event.seat, words, cards, piles, sign });
  }

  const lookable = g => g.memory.deeds?.[0]?.cards.length > 0 && g.observation.counts && !g.showing_end;

  let lies = null; // match that is shown, and its piles in the order of the page

  /** Finds cards of a hand among those of piles, each once. */
  const finder = cards => {
    const left = cards.map(based);
    return text => {
      const there = left.indexOf(based(text));
      return there >= 0 && left.splice(there, 1).length > 0;
    };
  };

  const entry = (cards, place, own, status) => [
    place,
    cards.map((text, n) => [`${place}.${n}`, text, own(text)]),
    status,
    ""
  ];

  /** New cards on the table after the play of a hint. */
  function advised({ hint, observation }) {
    const left = observation.table.map(cards => String([...cards].sort()));
    const own = finder(hint.cards);
    return hint.table.flatMap((cards, place) => {
      const there = left.indexOf(String([...cards].sort()));
      if (there < 0) return [entry(cards, place, own, "new")];
      left.splice(there, 1);
      return [];
    });
  }

  /** The piles in reading order of their places. */
  function table(g, held, plan) {
    const stood = (g.memory.stood ??= recalled(g));
    const piles = (
      plan ||
      g.view.piles ||
      g.observation.table.map((cards, place) => entry(cards, place, () => false, "whole"))
    ).map(one => ({ one, key: g.view.piles && !plan ? one[0] : null, cards: one[1].map(([, text]) => text) }));
    const spots = known(stood[0]?.spots || [], piles);
    const at = pile => (spots.has(pile) ? spots.get(pile).row * 1e4 + spots.get(pile).x : 1e9);
    piles.sort((one, other) => at(one) - at(other));
    lies = { g, piles: piles.map(({ key, cards }) => ({ key, cards })) };
    const point = pointed(g);
    const place = point.indexOf("mat") + 1; // new pile, which is named next
    const lit = place > 0 && !piles.some(({ cards }) => isNamed(point[place], cards));
    return h(
      "section.board.mat",
      { key: "mat", class: plan ? "advised" : "", "aria-label": plan ? t("Hint") : t("Table") },
      (!g.lesson?.point || lit) && h("div.free", { key: "free", class: lit ? "lit" : "", "aria-hidden": "true" }),
      h(
        "ol.piles",
        { key: "piles" },
        piles.map(({ one }) => pile(g, one, held, plan))
      ),
      plan &&
        h("button.bare", {
          key: "bare",
          type: "button",
          "aria-label": t("Table"),
          onclick: () => {
            g.memory.bare = g.ply;
            g.draw();
          }
        }), // until a hint is asked for again
      piles.length === 0 && (g.first && g.mine ? firstPile(g, held) : empty(g))
    );
  }

  const empty = g => h("div.empty", { key: "empty" }, emblem(g), h("p", {}, t("There's nothing on the table yet.")));

  /** Place of the first pile, with the cards picked for it. */
  const firstPile = (g, held) =>
    h(
      "div.ghost",
      { key: "ghost" },
      h(
        "div.row",
        { "aria-hidden": "true" },
        Array.from({ length: Math.max(3, held.length) }, (_, n) => {
          const entry = g.view.hand.find(([key]) => key === held[n]);
          return h("i", { key: `place${n}` }, entry && picture(CARD_BOX, cardFace(entry[1])));
        })
      ),
      h("p", {}, game.firstPile || t("Your first pile"))
    );

  /** First plays for a guest's first turn: melds of the hand, else cards that fit a pile. */
  function starts(g) {
    const isFirst = g.first && g.mine && !g.view.laid && g.view.piles;
    if (!isFirst) return null;
    const rules = game.melds(g);
    const may = game.mayStart || (() => true);
    const melds = firstMelds(g.view.hand, cards => meldOf(cards, rules) && may(g, cards, meldOf(cards, rules)));
    const piles = game.adds && !game.adds(g) ? [] : g.view.piles.map(([, cards]) => cards.map(([, text]) => text));
    const singles = melds.length
      ? []
      : g.view.hand.filter(([, card]) => piles.some(pile => meldOf([...pile, card], rules))).map(([key]) => key);
    return { melds, singles };
  }

  /** One sentence on how a guest plays now. */
  function how(g) {
    if (g.view.laid) return t("Tap {button} to end your turn, or play more cards.", { button: game.end(g) });
    const { melds, singles } = starts(g) ?? { melds: [], singles: [] };
    const held = chosen(g);
    if (melds.length) return t("Tap three cards that go together");
    if (singles.length) return held.length ? t("Tap the pile with the plus") : t("Tap a marked card that fits a pile");
    return g.observation.stock ? t("Nothing goes together yet: draw a card") : t("Nothing goes together: pass");
  }

  /** Button that lays the cards picked for the first pile. */
  function layFirst(g, picked) {
    const label = game.firstLay || t("Play pile");
    const count = t("{n} of {all}", { n: picked.length, all: Math.max(3, picked.length) });
    return button(label, () => carry(g, "lay", { pile: null }), {
      key: "lay first",
      kind: "go wide",
      name: `${label}, ${count}`,
      off: meldOf(picked, game.melds(g)) ? "" : t("Tap three cards that go together first."),
      more: h("small", { key: "of" }, count)
    });
  }

  let fitted = "";
  let breadth = 0;
  let arrangement = {}; // the last of the piles
  let shown = null; // when the news was scrolled into sight
  let landed = null; // marked cards on the table when it was drawn last

  /** Scroll position of a table, at least the given one, with a whole row at its top. */
  const rowFrom = (piles, least) =>
    [0, ...[...piles.children].map(node => node.offsetTop + piles.offsetTop - 2)]
      .sort((one, other) => one - other)
      .find(top => top >= least) ?? least;

  /** Let cards laid since the last drawing come down, as `LAY` in `game/ui/core/verbs.py` does. */
  function land(piles) {
    const all = [...(piles?.children ?? [])].flatMap((pile, place) =>
      [...pile.querySelectorAll(".card")].map((card, number) => [card, lies.piles[place].cards[number]])
    );
    const marked = all.filter(([card]) => card.matches(":has(.peg)"));
    const isKnown = finder(landed ?? []);
    if (landed && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      for (const [card, text] of marked)
        if (!isKnown(text))
          card.animate(
            [
              { scale: 1.18, easing: "ease-in" },
              { scale: 0.91, offset: 0.6, easing: "ease-out" }
            ],
            300
          );
    landed = piles?.closest(".advised") ? null : piles && marked.map(([, text]) => text);
  }

  /** Give the hand the size in which all of it is visible, and lay out the piles in the remaining room. */
  function fit() {
    const [piles, cards] = [".piles", ".hand .cards"].map(name => document.querySelector(name));
    const { shape } = document.documentElement.dataset;
    const mat = document.querySelector(".mat");
    land(piles);
    if (!mat) return;
    const main = mat.parentNode;
    const endless = shape === "long";
    const side = cards?.closest(".side") ?? mat; // a spectator has no hand
    const open = piles?.querySelector(".open");
    const count = piles?.children.length ?? 2;
    if (!endless) mat.style.height = "";
    const now = () =>
      [
        shape,
        mat.clientWidth,
        mat.clientHeight,
        side.clientHeight,
        side.scrollHeight,
        cards?.style.cssText,
        cards?.children.length,
        count,
        endless && [mat.offsetTop, ...(piles ? lies.piles.map(pile => pile.cards.length) : [])]
      ].join();
    if (!open && now() !== fitted) {
      const roomy = () =>
        shape === "wide"
          ? side.scrollHeight <= side.clientHeight + 1
          : mat.clientHeight >
            Math.min(isTablet() ? 0.36 : 0.42, (innerHeight < 600 ? 0.16 : 0.22) + 0.03 * count) * innerHeight;
      const seen = () =>
        shape === "wide"
          ? cards.parentNode.getBoundingClientRect().bottom + side.scrollTop <= side.getBoundingClientRect().bottom + 1
          : main.scrollHeight <= main.clientHeight + 1;
      const most = document.querySelector(".starts") ? 64 : Infinity; // cards that can't be laid yet are smaller
      const sizes = [
        ...(isTablet()
          ? [
              [132, 1.5],
              [108, 1.5]
            ]
          : []),
        ...(mat.matches(".now") ? [[108, 1.5]] : []),
        [84, 1.5],
        [70, 1.5],
        [56, 1.5],
        [52, 1.45],
        [52, 1.42],
        [52, 1.36],
        [46, 1.42],
        [42, 1.42],
        [56, 1.25],
        [84, 1.06],
        [56, 1.15],
        [56, 1.06]
      ].map(([card, step]) => [Math.min(card, most), step]);
      const sized = ([most, step]) => {
        cards.style.setProperty("--most", `${most}px`);
        cards.style.setProperty("--step", step);
      };
      const found = (some, fits) => some.some(one => (sized(one), fits()));
      const whole = sizes.filter(([, step]) => step > 1.3);
      const wide = shape === "wide",
        { flat } = document.documentElement.dataset;
      // On a flat phone, scroll to what is below the hand, with its tools, before cards overlap.
      const isResized = mat.clientWidth !== breadth; // its piles are where they were
      const clear = () => roomy() && ((isResized && piles) || mat.scrollHeight <= mat.clientHeight);
      if (endless) stretch(mat, piles, fits => (cards ? found(whole.slice(0, -1), fits) : fits()));
      else if (cards)
        found(whole, clear) ||
          found(whole, roomy) ||
          (wide && flat === "" && found(whole, seen)) ||
          found(sizes, roomy) ||
          found([...(wide ? sizes : [[42, 1.42]]), [56, 1.06], [56, 0.85], [52, 0.72]], seen);
      breadth = mat.clientWidth;
      fitted = now();
    }
    if (piles) lay(piles, mat, open);
    open?.scrollIntoView({ block: "nearest" });
    // Keep the latest pile visible; of several, as many as fit with the first.
    const fresh = [".latest", ".new"].flatMap(name => [...(piles?.querySelectorAll(name) ?? [])]);
    const least = ({ offsetTop, offsetHeight }) => offsetTop + Math.min(0, offsetHeight + 24 - mat.clientHeight);
    if (fresh.length && `${lies.g.ply} ${mat.clientHeight}` !== shown)
      mat.scrollTop = rowFrom(piles, Math.max(...fresh.map(least).filter(top => top <= fresh[0].offsetTop)));
    shown = `${lies?.g.ply} ${mat.clientHeight}`;
  }

  /**
   * If the page scrolls, the table has the height that is left. If that is too little for all of it, the hand becomes
   * smaller, or what is below the hand is scrolled to.
   */
  function stretch(mat, piles, found) {
    const { scrollTop } = mat;
    mat.style.height = "";
    if (piles?.children.length === 0) piles.style.height = 0;
    const below = mat.parentNode.querySelector(".side");
    const { rowGap, paddingBottom } = getComputedStyle(mat.parentNode);
    const above = mat.getBoundingClientRect().top + scrollY + parseFloat(rowGap) + parseFloat(paddingBottom);
    const room = innerHeight - document.getElementById("bar").offsetHeight - above;
    ["", ".strip", ".hand"]
      .map(name => (name ? below.querySelector(name) : below))
      .filter(node => node?.offsetHeight)
      .some(last =>
        found(() => {
          const rest =
            room -
            last.getBoundingClientRect().bottom +
            below.getBoundingClientRect().top -
            (last === below ? 0 : 26); // the rest shows above the bar
          mat.style.height = `${rest}px`;
          return mat.offsetHeight < rest + 1 && (!piles?.children.length || arranged(piles, mat, null, [READ]).whole);
        })
      );
    mat.scrollTop = scrollTop;
  }

  /** Layout of the piles on the mat, and whether all are visible; they make way for an open one. */
  function arranged(piles, mat, open, some) {
    const { g, piles: all } = lies;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const { paddingTop, paddingLeft } = getComputedStyle(mat);
    const endless = isShaped("long");
    const inner = mat.clientHeight - 2 * parseFloat(paddingTop);
    const room = {
      w: mat.offsetWidth - 5 - 2 * parseFloat(paddingLeft),
      h: endless ? 0 : inner,
      spare: isLarge() ? 24 : 1.5 * rem,
      most: endless ? 66 : isTablet() ? 102 : innerWidth < 340 ? 57 : 66,
      finger: isLarge() ? 44 : 2.75 * rem,
      endless,
      whole: mat.matches(".advised")
    };
    const nodes = [...piles.children];
    open?.style.setProperty("--step", 1.05);
    const lying = all.map((pile, n) => (nodes[n] === open ? { ...pile, w: open.offsetWidth } : pile));
    const asked = JSON.stringify([room, inner, lying, some]);
    if (arrangement.asked === asked && arrangement.stood === g.memory.stood) return arrangement;
    const tried = (most, whole) =>
      stand(
        g.memory.stood.filter(({ card }) => card <= most),
        lying,
        { ...room, most, whole }
      );
    const low = ({ spots, pitch, high }) => spots.every(({ row }) => (row + 0.5) * pitch + high / 2 < inner + 2);
    // On a page that scrolls, cards are as large as they can be with the hand in sight.
    const sizes = some || (endless ? Array.from({ length: 17 }, (_, n) => READ + 32 - 2 * n) : [room.most]);
    const largest = whole => {
      for (const most of sizes) {
        const one = tried(most, whole);
        if (low(one) && (one.free.length || !mat.querySelector(".free.lit"))) return one;
      }
    };
    const kept = largest(room.whole);
    const larger = endless && !(kept?.card * REPACK_GAIN >= sizes[0]) && largest(true);
    const now = kept && !(larger?.card >= kept.card * REPACK_GAIN) ? kept : larger || tried(sizes.at(-1), room.whole);
    arrangement = { asked, stood: g.memory.stood, now, room, inner, whole: low(now) };
    return arrangement;
  }

  /**
   * Change of the distance of rows that reach down to `end`. Rows that hardly fit come closer, until they touch. If the
   * table scrolls, its edge cuts a row through the middle of its cards.
   */
  function apart(end, inner, edge, { high, pitch }) {
    const close = (inner - high) / (end - high);
    if (close > high / pitch) return Math.min(1, close);
    const rows = edge / pitch;
    // It already does between a fifth and three fifths of a row. A single row cannot be cut.
    return rows < 1.2 || Math.abs((rows % 1) - 0.4) < 0.2 ? 1 : rows / (Math.round(rows) - 0.5);
  }

  function lay(piles, mat, open) {
    const { g } = lies;
    const { now, room, inner } = arranged(piles, mat, open);
    const { endless } = room;
    const nodes = [...piles.children];
    piles.style.setProperty("--card", `${now.card}px`);
    const heights = [];
    for (const { row } of now.free) heights[row] = 0;
    now.spots.forEach(({ row }, n) => {
      heights[row] = Math.max(heights[row] || 0, nodes[n] === open ? open.offsetHeight : now.high);
    });
    // An empty row between others leaves no hole: the others are spaced evenly.
    const full = Object.keys(heights).map(Number);
    const even = (heights.length - 1 - full[0]) / (full.length - 1 || 1);
    const gap = Math.min(now.gap, now.pitch - now.high);
    let end = -gap;
    const middles = [];
    full.forEach((row, n) => {
      const high = heights[row];
      if (high) end = Math.max(end + gap, (full[0] + n * even + 0.5) * now.pitch - high / 2) + high;
      middles[row] = end - high / 2;
    });
    // In the middle of a mat with spare room.
    const lower = (endless || room.whole) && nodes.length ? Math.max(0, (inner - end) / 2) : 0;
    const share = open ? 1 : apart(end, inner, inner + piles.offsetTop, now);
    end += (share - 1) * (end - now.high);
    nodes.forEach(({ style }, n) => {
      const { row, x, cards } = now.spots[n];
      style.left = `${x}px`;
      style.top = `${lower + share * (middles[row] - (nodes[n] === open ? open.offsetHeight : now.high) / 2)}px`;
      if (nodes[n] !== open) style.setProperty("--step", step(cards.length, now.card, room.w));
    });
    piles.style.height = `${Math.max(0, lower + end)}px`;
    mat.querySelector(".free")?.replaceChildren(
      ...now.free.map(({ row, x }) => {
        const place = document.createElement("i");
        Object.assign(place.style, {
          left: `${x}px`,
          top: `${lower + (row + 0.5) * now.pitch - now.high / 2}px`,
          width: `${now.usual}px`,
          height: `${now.high}px`
        });
        return place;
      })
    );
    const { stood } = g.memory;
    if (open || room.whole || JSON.stringify(now) === JSON.stringify(stood[0])) return;
    const alike = stood.filter(one => one.w === now.w).slice(0, LAYOUTS - 1);
    g.memory.stood = [now, ...alike, ...stood.filter(one => one.w !== now.w)].slice(0, LAYOUTS * WIDTHS);
    keep(STOOD, JSON.stringify({ match: g.match, stood: g.memory.stood }), "sessionStorage");
  }

  function line(g, held, own, part) {
    const text = Object.fromEntries(
      (g.view.piles || []).flatMap(([, cards]) => cards.map(([key, card]) => [key, card]))
    );
    const one = held.length === 1 ? held[0] : null;
    if (g.mine && held.length) {
      const joker = one !== null && text[one]?.startsWith("JK");
      const payer = one !== null && Object.entries(g.view.payers || {}).find(([, payers]) => payers.includes(one));
      return h(
        "div.chips",
        { key: "chips", role: "group", "aria-label": t("Selected cards") },
        button(game.fresh || t("New pile"), () => carry(g, "lay", { pile: null }), { key: "new", kind: "gold" }),
        button(
          t("Cancel"),
          () => {
            g.memory.chosen = [];
            g.draw();
          },
          { key: "leave" }
        ),
        held.every(key => own.has(key)) && button(t("Back to hand"), () => carry(g, "hand"), { key: "hand" }),
        joker && button(t("Change card"), () => g.do("face", { card: one }), { key: "face" }),
        payer &&
          button(
            t("Take the joker"),
            () => {
              g.memory.chosen = [];
              g.do("take", { card: Number(payer[0]), payer: one });
            },
            { key: "take" }
          )
      );
    }
    const broken = (g.view.piles || []).filter(([, , status]) => status !== "whole");
    const note = !g.view.changed
      ? game.note?.(g) || ""
      : broken.length
        ? broken[0][3]
        : g.view.whole || !g.view.laid
          ? t("All valid")
          : "";
    const much = note.length > 60;
    const words = h(
      "span",
      { role: "status", class: !note ? "counted" : broken.length && g.view.changed ? "mend" : "whole" },
      note || counted("{n} card left", "{n} cards left", g.view.hand.length)
    );
    // With large letters the controls of the hand are above it, and the rest scrolls below.
    const above = isLarge() && much && !g.view.changed && !part && !g.memory.said;
    const lamp = h(
      "div.lamp.aloud",
      { key: "lamp", class: g.view.changed ? "building" : much && "much" },
      part
        ? h(
            "ol.piles",
            { key: "one" },
            pile(
              g,
              ["", part.map((text, n) => [n, text, g.hint.cards.includes(text.split("=")[0])]), "", ""],
              held,
              true
            )
          )
        : g.memory.said && !g.view.changed
          ? bubble(g)
          : !above && words,
      much ? eyeButton(g) : threatsButton(g),
      sortButton(g)
    );
    return [above && h("p.need", { key: "need" }, words), lamp];
  }

  function hand(g, held, laid, start) {
    const apart = start?.melds.flat() ?? [];
    const cards = g.view.hand.filter(entry => !apart.includes(entry));
    const count = cards.length;
    const { shape } = document.documentElement.dataset;
    const wide =
      shape === "wide" ? Math.max(320, innerWidth * 0.44) : Math.min(innerWidth, innerWidth > innerHeight ? 1088 : 832);
    const most = Math.floor(
      (wide - 16) /
        (isTablet() ? (innerWidth > innerHeight ? 70 : 88) : innerWidth < 340 || innerHeight < 376 ? 37 : 42)
    ); // number side by side, each as wide as a finger
    const rows = Math.max(Math.ceil(count / most), count > 5 && most < 12 && innerHeight > 599 ? 2 : 1);
    const columns = Math.max(2, Math.ceil(count / rows));
    const hinted = g.lesson?.point
      ? [...pointed(g)]
      : g.mine && g.hint && !held.length && !followed(g) && (laid || g.hint.cards.length < count)
        ? [...g.hint.cards]
        : []; // if all can go, none is marked; with a plan of the table they have left the hand
    const rim = g.lesson ? "may" : ""; // cards of a hint that stay are dim
    const plan = planned(g, game.melds(g));
    const press = (key, card) =>
      g.mine ? choose(g, key) : plan.on ? plan.take(key, card) : warn(t("It's not your turn."));
    // Planned cards come first, each meld on its tab.
    const order = apart.length
      ? cards
      : [...plan.tabs.flatMap(tab => tab.entries.map((entry, n) => [...entry, tab, n])), ...plan.rest];
    const picks = hinted.length > 0 || (start && (apart.length || start.singles.length) > 0 && !held.length);
    const marked = start?.singles ?? [];
    return h(
      "section.hand",
      { "aria-label": `${t("Your hand")}: ${cardsOf(count)}`, class: plan.on && !g.mine ? "planning" : "" },
      (waits(g) || plan.tabs.length > 0) &&
        h(
          "div.own.aloud",
          { key: "own" },
          g.memory.said ? bubble(g) : h("h2", { key: "head" }, t("Your hand")),
          plan.tabs.map((tab, n) =>
            h(
              "button.tabbed",
              {
                key: `tab${n}`,
                type: "button",
                "aria-label": `${tab.name}: ${tab.cards.map(cardName).join(", ")}`,
                onclick: () => {
                  if (g.mine) g.memory.chosen = tab.entries.map(([key]) => key);
                  else plan.drop(n);
                  g.draw();
                }
              },
              h("span.tick", { html: icon("tick"), "aria-hidden": "true" }),
              tab.name
            )
          ),
          waits(g) &&
            h(
              "span.few",
              { key: "few" },
              button("", () => g.do("sort"), { kind: "small", icon: icon("sort"), name: t("Sort"), key: "sort" }),
              eyeButton(g)
            )
        ),
      apart.length > 0 &&
        h(
          "div.starts",
          { key: "starts" },
          start.melds.map((meld, n) =>
            h(
              "div.start",
              { key: `start${n}` },
              meld.map(([key, card]) =>
                h(
                  "button.card",
                  {
                    key: `${key}${card}`,
                    type: "button",
                    "aria-label": cardName(card),
                    "aria-pressed": String(held.includes(key)),
                    class: held.includes(key) ? "on" : "",
                    onclick: () => press(key, card)
                  },
                  picture(CARD_BOX, cardFace(card))
                )
              )
            )
          )
        ),
      h(
        "div.cards",
        { key: "rummy", style: { "--columns": String(columns) } },
        order.map(([key, card, tab, place]) => {
          const there = hinted.indexOf(card);
          if (there >= 0) hinted.splice(there, 1);
          const on = held.includes(key) || (!g.mine && plan.picked.includes(key));
          return h(
            "button.card",
            {
              key: `${key}${card}`,
              type: "button",
              "aria-label": [cardName(card), there >= 0 && !g.lesson && t("Hint"), tab?.name]
                .filter(Boolean)
                .join(", "),
              "aria-pressed": String(on),
              class: `${on ? "on" : marked.includes(key) ? "may" : there >= 0 ? (laid ? "gone" : rim) : picks && !laid ? "dim" : ""} ${tab ? `planned ${place ? "" : "first"}` : ""}`,
              onclick: () => press(key, card)
            },
            picture(CARD_BOX, cardFace(card))
          );
        })
      ),
      waits(g) &&
        h(
          "div.tools",
          { key: "tools" },
          lookable(g) && lookButton(g),
          h(
            "button.sort",
            { key: "plan", type: "button", "aria-pressed": String(plan.on), onclick: plan.toggle },
            h("span.icon", { html: icon("pencil"), "aria-hidden": "true" }),
            h("span", {}, t("Plan ahead"))
          )
        )
    );
  }

  const sortButton = g =>
    h(
      "button.sort",
      { key: "sort", type: "button", onclick: () => g.do("sort") },
      h("span.icon", { html: icon("sort"), "aria-hidden": "true" }),
      h("span", {}, t("Sort"))
    );

  /** Words of a hint; read aloud, they name the marked cards. */
  const advice = (g, aloud) => [g.hint.words, aloud && g.hint.cards.map(cardName).join(", ")].filter(Boolean).join(" ");

  /** A hint is about the whole hand, so put held cards back first. */
  const putDown = g => () => {
    g.memory.chosen = [];
    g.askHint();
  };

  /** True if the cards of a hint have left the hand; a second copy of one may still be there. */
  const followed = ({ hint, memory, view }) => {
    const hand = view.hand.map(([, card]) => card);
    const key = String(hint.cards); // its words may change on the way
    if (memory.hinted !== key) Object.assign(memory, { hinted: key, before: hand });
    const count = (cards, card) => cards.filter(other => other === card).length;
    const isGone = card => count(memory.before, card) - count(hand, card) >= count(hint.cards, card);
    return hint.cards.length > 0 && hint.cards.every(isGone);
  };

  /** Number of cards to draw. */
  const stock = g =>
    !g.over && [
      picture(CARD_BOX, back(), { class: "stock" }),
      h("b", {}, g.observation.stock),
      h("small", {}, t("draw pile"))
    ];

  function show(g) {
    const view = g.view;
    const own = new Set(
      (view.piles || []).flatMap(([, cards]) => cards.filter(([, , mine]) => mine).map(([key]) => key))
    );
    const there = new Set([
      ...view.hand.map(([key]) => key),
      ...(view.piles || []).flatMap(([, cards]) => cards.map(([key]) => key))
    ]);
    g.memory.chosen = g.mine ? chosen(g).filter(key => there.has(key)) : [];
    const held = g.memory.chosen;
    const notMine = g.mine ? "" : t("It's not your turn.");
    const broken = (view.piles || []).find(([, , status]) => status !== "whole");
    const end = notMine || (!view.ends ? game.nothing : view.changed && broken ? broken[3] : "");
    const calls = (key, off) => (g.mine && (g.hint?.ends === key || (!off && pointed(g).includes(key))) ? "call" : "");
    const steps = g.mine && view.back;
    const now = waits(g) && lookable(g) && !g.memory.whole;
    g.memory.known = g.observation.table;
    const ring = g.seats.map((_seat, place) => place);
    const calm = g.mine && !view.laid && !held.length && g.hint;
    const plan = calm && g.hint.table && g.memory.bare !== g.ply && advised(g);
    const one = calm && g.hint.pile;
    const start = g.hint ? null : starts(g);
    const laying = start?.melds.length > 0;
    const picked = view.hand.filter(([key]) => held.includes(key)).map(([, card]) => card);
    return {
      info: stock(g),
      beads: progressDots(
        g,
        ring,
        place => g.observation.counts[place],
        place => game.mark(g, place)
      ),
      board: now ? justNow(g) : table(g, held, plan),
      side: [
        !plan && !one && !waits(g) && !start && strip(g, game),
        waits(g) && !lookable(g) && recentMoves(g),
        !plan && !waits(g) && !laying && line(g, held, own, one),
        hand(g, held, plan, start)
      ],
      bar: [
        undoButton(g, steps ? () => g.do("step") : undefined, steps ? "" : undefined),
        hintButton({ ...g, askHint: putDown(g) }),
        button(g.observation.stock ? t("Draw") : t("Pass"), () => g.do("draw"), {
          key: "draw",
          kind: `${calls("draw", view.laid)} ${start && !laying && !start.singles.length ? "go" : ""}`,
          off: notMine || (view.laid ? t("You've played cards. Take them back first, or end your turn.") : "")
        }),
        laying
          ? layFirst(g, picked)
          : plan
          ? button(t("Play it like this"), () => g.do("play_hint"), { kind: "go wide", key: "lay advised" })
          : button(game.end(g), () => g.do("end"), {
              key: "end",
              kind: `go wide ${game.end(g).length > 10 ? "long" : ""} ${calls("end", end)}`,
              off: end
            })
      ]
    };
  }

  function told(event, g) {
    const words = inWords(event, g);
    if (["play", "come", "draw", "pass"].includes(event.kind))
      note(event, g, words || `${g.name(event.seat)}: ${(event.data.cards || []).map(cardName).join(", ")}.`);
    else if (event.kind === "deal") g.memory.deeds = [];
    return words;
  }

  function inWords(event, g) {
    const mine = event.seat === g.seat;
    const name = event.seat === null ? "" : g.name(event.seat);
    const cards = event.data.cards;
    switch (event.kind) {
      case "draw":
        return mine ? t("You drew the {card}.", { card: cardName(event.data.card) }) : t("{name} draws.", { name });
      case "play":
      case "come":
        return mine ? "" : `${name}: ${cards.map(cardName).join(", ")}.`;
      case "pass":
        return mine ? t("You pass.") : t("{name} passes.", { name });
      case "deal":
        return t("New cards are being dealt.");
      case "hand_end":
      case "game_end":
        return t("The hand is over.");
      default:
        return "";
    }
  }

  return {
    kind: `fit ${game.kind}`,
    css: css + (game.css || ""),
    scored: game.scored,
    show,
    told,
    advice,
    followed,
    fit,
    how,
    talks: true,
    melds: game.melds,
    stock,
    watch: g => table(g, [])
  };
}

const css = `
@layer games {
  .mat {
    --card: 3rem; --rim: .45rem; border: 2.5px solid #2b2440; border-radius: .8rem; padding: .8rem 3px;
    position: relative; display: grid; align-content: safe center; overflow-y: auto;
    background: linear-gradient(#7c2f22, #7c2f22) top/100% var(--rim) no-repeat, linear-gradient(#7c2f22, #7c2f22)
      bottom/100% var(--rim) no-repeat, repeating-linear-gradient(45deg, #0000 0 6px, #5a33142e 6px 12px),
      repeating-linear-gradient(-45deg, #a8713f 0 6px, #9a6636 6px 12px);
  }
  .mat:has(.pile) { align-content: start; }
  .piles { list-style: none; padding: 0; position: relative; }
  .pile {
    position: absolute; width: max-content; display: flex; flex-wrap: wrap; row-gap: .2rem; max-width: 100%;
    min-width: 2.75rem; min-height: 2.75rem; background: #2f5d50; border: 2px solid #1b3a33;
    border-radius: min(.7rem, var(--card) * .28); padding: calc(var(--card) * .07) calc(var(--card) * .1);
    box-shadow: 0 3px 4px #0006;
  }
  .pile::before {
    content: ""; position: absolute; inset: 2px; border: 1.5px dashed #d9b98c;
    border-radius: min(.55rem, var(--card) * .22); pointer-events: none;
  }
  .free { position: relative; height: 0; }
  body:not(.mine) .free { display: none; }
  .free.lit i { border: 3px solid #ffd25a; }
  .free.lit i + i { display: none; }
  .free i { position: absolute; border: 2px dashed #d9b98c77; border-radius: .7rem; }
  .pile.new { background: #3f7a69; border-color: #fffaf2; box-shadow: 0 0 12px #ffc860; }
  .pile.short { background: #8a6a1c; border-color: #ffd25a; }
  .pile.broken { background: #8a3226; border-color: #ff9a86; }
  .pile.lit { border-color: #ffd25a; box-shadow: 0 0 0 2px #ffd25a, 0 0 0 4px #2b2440, 0 0 14px #ffd25a; }
  .pile.open { --card: 46px; z-index: 1; }
  .pile .card { width: var(--card); flex: none; }
  .pile .card + .card { margin-left: calc(var(--card) * (var(--step) - 1)); }
  .pile button.card::before { content: ""; position: absolute; inset: -.35rem 0; }
  .peg {
    position: absolute; left: 34%; bottom: calc(var(--peg) * -.6); width: calc(var(--peg) * .6); height: var(--peg);
    --peg: min(1.15rem, var(--card, 3rem) * .36); border: 1.5px solid #2b2440; border-radius: 3px 3px 2px 2px;
    background: linear-gradient(#2b2440 0 0) 50% 100%/1.5px 44% no-repeat, linear-gradient(#2b2440 0 0) 50% 0/2px 16%
      no-repeat, linear-gradient(#8d93a8 0 0) 0 38%/100% 2.5px no-repeat, linear-gradient(90deg, #f0c48a 46%, #d9a066
      54%);
  }
  .onto {
    font: 700 min(1rem, var(--card) * .5) var(--names); color: #2b2440; cursor: pointer; position: absolute;
    inset: -2px; padding: 0; border: 0; border-radius: .7rem; background: none;
  }
  .onto.fits { border: 3px solid #ffd25a; box-shadow: 0 0 0 2px #2b2440, 0 0 14px #ffd25a; }
  .onto span {
    position: absolute; right: -8px; top: -8px; width: 1.4em; border: 2px solid #2b2440; background: #ffd25a;
    border-radius: 50%; line-height: 1.2;
  }
  .bare { position: absolute; inset: 0; border: 0; background: none; }
  .hand .card.on { box-shadow: 0 0 0 2px #ffd25a, 0 0 0 4px #2b2440, 0 6px 12px #000a; }
  .hand .card.dim::after { background: #a49dbd; }
  .hand .card.gone { filter: grayscale(.6) brightness(.62); }
  .pile .card:has(.peg) { translate: 0 calc(var(--card) * -.12); }
  .advised .card:has(.peg) { box-shadow: 0 0 0 2px #ffd25a; }
  .empty {
    display: grid; justify-items: center; gap: .3rem; padding: 0 .8rem; text-wrap: balance;
    & .emblem { height: min(11rem, 32dvh - 6.7rem); filter: drop-shadow(0 5px 5px #0007); }
  }
  .mat:has(:is(.empty, .ghost)) .free { display: none; }
  .ghost {
    justify-self: center; display: grid; gap: .6rem; padding: 1rem 1.2rem .7rem; border: 3.5px dashed #fff3dc;
    border-radius: 1.1rem; color: #fff3dc; font: 700 1.3rem var(--names); text-align: center;
    & .row { display: flex; flex-wrap: nowrap; justify-content: center; gap: .4rem; }
    & i {
      flex: 0 1 4.2rem; min-width: 0; aspect-ratio: 100/142; border: 2px dashed #fff3dcbb; border-radius: .6rem;
      background: #2b244022; line-height: 0;
      &:has(.art) { border-color: #0000; }
    }
  }
  .starts { display: flex; flex-wrap: wrap; justify-content: center; gap: .5rem .8rem; padding-bottom: .7rem; }
  .starts ~ .cards .dim::after { background: #d9c6b8; }
  .start {
    position: relative; display: flex; padding: .55rem .65rem; background: #2f5d50; border: 3.5px solid #ffd25a;
    border-radius: .95rem; box-shadow: 0 0 0 2px #2b2440;
    &::before {
      content: ""; position: absolute; inset: 3px; border: 1.6px dashed #d9b98c; border-radius: .7rem;
      pointer-events: none;
    }
    &::after {
      content: ""; position: absolute; right: -.75rem; top: -.85rem; width: 1.7rem; aspect-ratio: 1; background:
      url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M20 3l5 11 12 1.4-9 8.2 2.6 12L20 29.5 9.4 35.600l2.600-12-9-8.200 12-1.400Z" fill="%23FFD25A" stroke="%232B2440" stroke-width="3" stroke-linejoin="round"/></svg>');
    }
    --card: min(4.3rem, 18vw, 11dvh);
    .hand & .card { width: var(--card); height: calc(var(--card) * 1.42); }
    & .card + .card { margin-left: calc(var(--card) * -.36); }
    & .on { z-index: 1; }
  }
  .empty { text-align: center; color: #fffaf2; font-weight: 700; text-shadow: 0 1px 2px #2b2440; }
  .lately .icon { width: 1.4rem; }
  .lately li > span:last-child {
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden;
  }
  .lamp { flex-wrap: wrap; gap: .1rem .6rem; color: #fffaf2; font-size: .9rem; font-weight: 700; line-height: 1.15; }
  .lamp [role]:where(:not(.chatter)) { flex: 1 1 5rem; }
  .side .whole { color: #bdf0c8; }
  .lamp .mend { color: #ffd98a; }
  .hand .card.on::after {
    content: ""; position: absolute; inset: 0; border-radius: inherit; background: #ffd25a99; mix-blend-mode: multiply;
  }
  .lamp > .big {
    flex: none; padding: .2rem; min-height: 2.75rem; min-width: 2.75rem; box-shadow: none;
    &::after { inset: 3px; }
  }
  .chips { display: flex; gap: .4rem; flex-wrap: wrap; }
  .chips .big { min-height: 2.75rem; font-size: 1.05rem; padding: .2rem .6rem .4rem; }
  .lamp .piles {
    --card: min(36px, 9vw); --step: .54; flex: 1 1 auto;
    & .pile { position: relative; flex-wrap: nowrap; }
  }
  .now {
    display: flex; flex-direction: column; align-items: safe center; align-content: normal;
    justify-content: safe center; gap: .2rem; padding-top: .5rem;
  }
  .now .deeds { gap: .7rem; }
  .acting { display: flex; flex-wrap: wrap; align-items: end; justify-content: center; gap: .2rem; }
  .acting .puppet { width: 4rem; }
  .acting .fan { display: flex; padding: 0 .6rem .6rem; }
  .acting .fan .art { width: 1.9rem; margin-left: -.75rem; transform-origin: 50% 100%; }
  .tally {
    border: 2.5px solid #2b2440; border-radius: 1rem; background: #fffaf2; color: #2b2440;
    font: 700 1.25rem/1.3 var(--names); padding: 0 .7rem; margin: 0 0 1.2rem -.3rem;
  }
  .laid { display: flex; flex-wrap: wrap; gap: .7rem .5rem; min-width: 0; }
  .meld {
    display: flex; padding: 9px 9px 10px; background: #2f5d50; border: 2.5px solid #1b3a33; border-radius: .8rem;
    box-shadow: 0 3px 4px #0006; outline: 1.5px dashed #d9b98c; outline-offset: -6px;
  }
  .meld .card { width: 3.1rem; flex: none; }
  .meld .card + .card { margin-left: -1.3rem; }
  .meld .fresh { translate: 0 -7px; }
  .drawn { width: 2.4rem; }
  .meld .fresh .peg { left: 14%; }
  .side:has(> .chips) > .tip { display: none; }
  .deeds:has(.meld > :nth-child(8)) .meld .card + .card { margin-left: -2rem; }
  .own {
    display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .5rem; padding-bottom: .35rem; min-height: 2.75rem;
  }
  .own h2 { flex: 1 1 7rem; font-size: 1.3rem; color: #fffaf2; }
  .waiting .own h2 { color: inherit; }
  .tabbed {
    display: flex; gap: .3rem; align-items: center; min-height: 2.75rem; padding: 0 .9rem 0 .45rem;
    border: 2.5px solid #1e6e46; border-radius: 1.4rem; background: #d6f0dc; color: #14532f;
    font: 700 1.1rem var(--names); cursor: pointer;
  }
  .tabbed .tick { width: 1.7rem; line-height: 0; }
  .hand .planned { translate: 0 -6px; }
  .planned::before {
    content: ""; position: absolute; inset: -5px -8px -7px -8px; background: #2f7a5a; border: solid #2b2440;
    border-width: 2.5px 0;
  }
  .planned.first::before { border-left-width: 2.5px; border-radius: .8rem 0 0 .8rem; left: -4px; }
  .planned:not(:has(+ .planned:not(.first)))::before {
    border-right-width: 2.5px; border-radius: 0 .8rem .8rem 0; right: -4px;
  }
  .planned .art { position: relative; }
  .tools { display: flex; gap: .4rem; padding-top: .55rem; }
  .tools .sort { flex: 1 1 0; justify-content: center; gap: .5rem; min-height: 2.9rem; }
  .few { display: flex; gap: .4rem; }
  .few .big { min-height: 2.75rem; min-width: 2.75rem; padding: .2rem; box-shadow: none; border-radius: 1rem; }
  .few .big::after { inset: 3px; }
  .few .icon { width: 1.4rem; }
  .few .big[aria-pressed="true"] { --fill: #ffd25a; outline: 0; }
  .waiting .hand { display: grid; grid-template: "own" auto "cards" auto "tools" auto / minmax(0, 1fr); }
  .waiting .own { grid-area: own; }
  .waiting .hand .cards { grid-area: cards; }
  .waiting .tools { grid-area: tools; }
  .hand { container-type: inline-size; padding: 5px 3px; }
  .hand .cards {
    --w: clamp(min(52px, var(--most)), 100cqw / var(--columns) - 5px, var(--most)); --row: calc(var(--w) * var(--step));
    display: grid; justify-content: center;
    grid-template-columns: repeat(calc(var(--columns) - 1), min(var(--w) + 6px, (100cqw - var(--w)) / (var(--columns) -
      1))) var(--w);
    grid-auto-rows: var(--row); padding-bottom: max(0px, var(--w) * 1.42 - var(--row));
  }
  .cards:not(:has(> :nth-child(2))) { grid-template-columns: var(--w); }
  .hand .card { width: var(--w); height: calc(var(--w) * 1.42); }
  .sort .icon { width: 1.3rem; line-height: 0; }
  .stock { width: 1.35rem; }
  .info b { font-size: 1.3rem; font-weight: 400; }
}
@layer shapes {
  .lately li + li, :is([data-shape="tall"], [data-large]) .waiting .hand:has(.chatter) .few { display: none; }
  html:not([data-large]) .much .sort .icon + span { --unseen: ; }
  [data-shape="wide"] {
    & .empty .emblem { height: 42dvh; }
    & .lately {
      padding-block: 0;
      .disc { width: 1.9rem; height: 1.9rem; }
    }
    & .waiting {
      & :is(.own, .tools) { padding-bottom: .1rem; }
      & .side { gap: .2rem; }
      & .side:has(.planning, .hand .card:nth-child(10)) > .lately { display: none; }
      & .planning :is(.own, .tools) { padding-bottom: .5rem; }
    }
    & .fit:has(.mat) { grid-template-columns: minmax(0, 1.15fr) minmax(min(21rem, 56vw), 1fr); }
  }
}
@layer rooms {
  @media (min-height: 46rem) {
    [data-shape="tall"] {
      & .deeds:not(:has(.meld > :nth-child(6))) .meld .card { width: 4.2rem; }
      & .acting .puppet { width: 5rem; }
      & .acting .fan .art { width: 2.4rem; }
    }
  }
  @media (min-width: 700px) and (min-height: 46rem) {
    .meld .card { width: 4.6rem; }
    .meld .card + .card { margin-left: -1.8rem; }
    .now .deeds, .acting { zoom: 1.15; padding-left: 1rem; }
  }
  @media (max-height: 46rem) {
    .acting { display: none; }
    .now { padding-top: .9rem; overflow: hidden; }
    .waiting .hand { grid-template: "own tools" auto "cards cards" auto / minmax(0, 1fr) auto; }
    .waiting .tools {
      padding-top: 0; padding-left: .4rem;
      :root:not([data-shape="wide"]) & { padding-bottom: .35rem; }
    }
    .waiting .tools .sort { min-height: 2.75rem; min-width: 2.75rem; padding: 0; }
    .own:has(.tabbed) h2, .tabbed .tick { display: none; }
    .own { flex-wrap: nowrap; overflow-x: auto; }
    .tabbed { flex: none; padding-left: .6rem; }
    .tools .sort { align-self: start; }
    .own h2 { flex-basis: 0; font-size: 1.1rem; overflow-wrap: normal; }
    .waiting .tabbed { padding-right: .6rem; font-size: 1rem; }
    [data-shape="tall"] .meld .card { width: 2.6rem; }
    [data-shape="tall"] .meld .card + .card { margin-left: -1rem; }
    [data-shape="wide"] {
      & .now { gap: .7rem; }
      &:not([data-large]) .acting { display: flex; }
      &:not([data-large]) .waiting .hand:not(:has(.chatter, .tabbed)) {
        :root:not([data-flat]) & { grid-template-columns: minmax(6.2rem, 1fr) auto; }
        & :is(.tools .icon, h2) { display: none; }
        & .sort {
          flex: 1 1 auto; font-size: 1rem; line-height: 1; white-space: normal;
          :root:not([data-flat]) & { padding: 0 .7rem; }
        }
      }
    }
  }
  @media (max-height: 36rem) {
    /* On a low phone the players are beside the hand's buttons, and make room for notes about the turn, so that no
       pile moves. */
    .mat { padding-block: .5rem; }
    .hand { padding-block: 2px; }
    :root:not([data-large]) .mine {
      & .side:has(> .lamp, > .chips) {
        display: grid; grid-template-columns: minmax(0, 1fr) auto; align-content: start; align-items: center;
      }
      & .side > * { grid-column: 1 / -1; }
      & .strip:not(:has(> :nth-child(4))) {
        grid-column: 1; grid: none / auto-flow minmax(0, 1fr);
        & li { flex-wrap: nowrap; }
        & .back, &:has(> :nth-child(3)) b { display: none; }
        & ~ .lamp:not(:has(.mend, .whole, .chatter)) {
          grid-column: 2;
          & [role] { display: none; }
        }
      }
      & .tip ~ .lamp:not(.building, :has(.piles)) { display: none; }
      & .side:has(> .chips, > .building, .lamp .chatter) .strip { display: none; }
    }
    [data-shape="wide"]:not([data-large]) .mine .strip {
      &:has(> :nth-child(5)) b { display: none; }
      &:has(small svg) { margin-top: .5rem; }
    }
  }
  @media (max-width: 22rem) { [data-shape="tall"] .mine .strip:has(~ .lamp) b { display: none; } }
}
@layer flat {
  [data-flat] .lamp { margin-bottom: .25rem; }
  [data-flat] .waiting {
    & .hand { grid-template: "cards cards" auto "own tools" auto / minmax(5.9rem, 1fr) auto; row-gap: .15rem; }
    & .tools { & .sort { overflow-wrap: normal; min-width: min-content; padding: 0 .6rem; } }
    & :is(.tools, .few) > * { min-height: 2.55rem; }
  }
  @media (max-height: 36rem) {
    :is(.side:has(.stands .go), [data-large] .side:has(.notices)) :is(.own, .tools), [data-flat]
    .side:has(.stands .go) .beads, main:has(.notices) > .beads {
      display: none;
    }
    [data-flat] .mine .side:has(> .lamp .whole) .strip { display: none; }
  }
}
@layer letters {
  [data-shape="long"] .empty .emblem { height: max(50px, 40dvh - 178px); }
  [data-shape="long"] {
    & .mat, & .mat ~ .side { flex: none; }
    & .mat ~ .side > .notices { order: -3; }
  }
  [data-large] {
    & .meld { --card: min(3.1rem, 13vmin); }
    & .meld .card { width: var(--card); }
    & .waiting .tools [aria-pressed] .icon + span { --unseen: ; }
    & .waiting .tools { padding-bottom: 0; }
    & .own .chatter {
      gap: .15rem; padding: .05rem .2rem; font-size: .5rem;
      & .puppet { width: .8rem; }
    }
    & .meld .card + .card { margin-left: -5.5vmin; }
    /* This seat's plate counts the cards too. */
    & .empty { font-size: clamp(.56rem, 5vw, .66rem); line-height: 1.1; }
    & .side :is(.lamp, .tools) .sort { font-size: .64rem; padding: .1rem .35rem; }
    & .lamp {
      gap: .15rem .25rem;
      & > .big {
        min-width: 44px; min-height: 44px;
        & .icon { width: 1rem; }
      }
      & .sort .icon { display: none; }
    }
    & .mat { --rim: 6px; min-height: 72px; padding-block: 8px; }
    & .mat:not(:has(.pile)) { min-height: min-content; }
    & .watching .mat { min-height: 148px; }
    & .tools { flex-wrap: wrap; gap: .1rem; padding-top: 0; }
    & .own {
      min-height: 0; padding: 0;
      & h2 { display: none; }
    }
    & .waiting :is(.tools .sort, .few .big) {
      min-height: max(1.6rem, 44px); min-width: max(1.6rem, 44px); padding: .2rem; gap: .2rem;
    }
    & .side .tools .sort { padding-inline: 0; }
    & .pile { min-width: 44px; min-height: 44px; }
    & .few { gap: .1rem; }
    & :is(.few, .tools) .icon { width: 1rem; }
    & .doer .disc { width: 1.5rem; height: 1.5rem; }
    & .meld { padding: 6px; }
    & .acting { display: none; }
    & .lamp > .counted { --unseen: ; }
    & .tools .sort { flex: none; }
    & .lamp .sort { flex: 1; justify-content: center; }
    & .mat ~ .side > :is(.tip, .need) { order: -3; }
    & .tip ~ .need { display: none; }
    & .need { font-weight: 700; font-size: .56rem; line-height: 1.1; text-align: center; }
    & .lamp {
      font-size: .72rem;
      & .chatter { flex-basis: 100%; }
    }
    & .chips .big { min-height: max(1.5rem, 44px); font-size: .7rem; }
    & .side:has(> .chips) .strip { display: none; }
    & .onto span { font-size: .62rem; width: .8rem; }
    & .side > .chips { order: -3; }
    & .chips {
      flex-wrap: nowrap; gap: .15rem;
      & .big { flex: 1 1 0; min-width: min-content; padding-inline: .15rem; font-size: .62rem; line-height: 1; }
    }
    & .waiting .hand { grid-template: "cards cards" auto "own tools" auto / minmax(0, 1fr) auto; row-gap: 4px; }
  }
  [data-large][data-shape="wide"] {
    & .mat ~ .side > .tip { padding: 0 .2rem; border-radius: .4rem; font-size: .52rem; letter-spacing: -.02em; }
    & .fit:where(:has(.mat)) { grid-template-columns: minmax(0, 1.15fr) minmax(min(21rem, 56vw), 1fr); }
  }
  @media (min-height: 46rem) {
    [data-large] .deeds:not(:has(.meld > :nth-child(6))) .meld { --card: min(3.1rem, 18vmin); }
  }
  @media (max-height: 46rem) {
    [data-large] .mat ~ .side > .tip { font-size: .58rem; line-height: 1.05; }
    :is([data-shape="tall"] .side, [data-large] .tools, [data-flat] .lamp, .hand:has(.chatter, .tabbed)) .sort .icon +
    span { --unseen: ; }
  }
  @media (max-height: 36rem) {
    /* With few cards the tools are in their row, which leaves one more row for the table. */
    :root:not([data-shape="wide"]) .waiting .hand:not(:has(.chatter, .tabbed, .card:nth-child(4))) {
      grid-template: "cards own" auto "cards tools" auto / 1fr auto; align-items: center;
      & .cards { --w: min(62px, (100cqw - 112px) / var(--columns) - 4px); }
      & .tools { padding: .1rem 0 0; }
      & h2 { display: none; }
    }
  }
}
@layer always {
  :root:not([data-large]) .laid:has(> :nth-child(2)) .meld .card {
    width: 2.4rem;
    & + .card { margin-left: -1.1rem; }
  }
  @media (max-height: 46rem) { [data-shape="tall"] .meld:has(> :nth-child(7)) .card + .card { margin-left: -1.6rem; } }
}
`;
