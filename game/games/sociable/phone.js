// SOCiable on a phone: the chairs, the lead on the table, the hand with its ticks, and the exchange.

import { button, h, list, picture, t, warn } from "/dom.js";
import { CARD_BOX, INK, SEATS, face as cardFace, icon } from "/art.js";
import {
  cardsOf,
  eyeButton,
  face,
  head,
  hintButton,
  isLarge,
  isShaped,
  lettered,
  plate,
  pointed,
  pointsOf,
  seatColour,
  undoButton
} from "/widgets.js";

const RANKS = ["8", "9", "10", "J", "Q", "K", "A", "JK"];
const ONE = {
  8: t("an eight"),
  9: t("a nine"),
  10: t("a ten"),
  J: t("a jack"),
  Q: t("a queen"),
  K: t("a king"),
  A: t("an ace"),
  JK: t("a joker")
};
const MANY = {
  8: t("eights"),
  9: t("nines"),
  10: t("tens"),
  J: t("jacks"),
  Q: t("queens"),
  K: t("kings"),
  A: t("aces"),
  JK: t("jokers")
};
const NUMBERS = [t("no"), t("one"), t("two"), t("three"), t("four"), t("five")];
const SUITS = { H: t("hearts"), D: t("diamonds"), S: t("spades"), C: t("clubs") };
const NAMES = {
  8: t("Eight"),
  9: t("Nine"),
  10: t("Ten"),
  J: t("Jack"),
  Q: t("Queen"),
  K: t("King"),
  A: t("Ace"),
  JK: t("Joker")
};

const rank = card => (card === "JK" ? "JK" : card.slice(0, -1));
const cardName = card =>
  card === "JK" ? NAMES.JK : t("{rank} of {suit}", { rank: NAMES[rank(card)], suit: SUITS[card.at(-1)] });
const group = cards => {
  const first = rank(cards.find(card => card !== "JK") || "JK");
  return cards.length === 1 ? ONE[first] : `${NUMBERS[cards.length]} ${MANY[first]}`;
};
const shape = cards => cards.map(rank).sort().join(" ");
const titles = g =>
  (g.players || g.seats.length) > 4
    ? [t("Boss"), t("Veep"), t("Manager"), t("Clerk"), t("Temp")]
    : [t("Boss"), t("Veep"), t("Clerk"), t("Temp")];
const titled = (g, seat) => `${titles(g)[g.observation.order.indexOf(seat)] ?? ""} ${g.name(seat)}`.trim();

// The chairs, from the throne to the stool.
const line = `stroke="${INK}" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round"`;
const wheels = `<path d="M30 66V82M14 90L30 80L46 90" fill="none" ${line}/><circle cx="14" cy="92" r="3.4" fill="${INK}"/><circle cx="46" cy="92" r="3.4" fill="${INK}"/><circle cx="30" cy="92" r="3.4" fill="${INK}"/>`;
const seatOf = fill => `<rect x="8" y="56" width="44" height="12" rx="5" fill="${fill}" ${line}/>`;
const CHAIRS = [
  `<path d="M8 92V30Q8 10 22 8L30 0L38 8Q52 10 52 30V92" fill="#B57B40" ${line}/><path d="M14 62V32Q14 16 30 15Q46 16 46 32V62Z" fill="#5A3429" ${line}/><path d="M22 28h.1M38 28h.1M30 40h.1M22 52h.1M38 52h.1" stroke="#E8A317" stroke-width="5" stroke-linecap="round"/><path d="M22 7L20-4L26 0L30-6L34 0L40-4L38 7Z" fill="#F4C04A" ${line}/><rect x="5" y="60" width="50" height="14" rx="6" fill="#7A4A38" ${line}/>`,
  `<path d="M14 58V18Q14 6 30 6Q46 6 46 18V58Z" fill="#26547C" ${line}/><path d="M18 24H42M18 38H42" stroke="#6FA0CF" stroke-width="2.6"/>${wheels}${seatOf("#2E679A")}`,
  `<path d="M14 52V20Q14 12 22 12H38Q46 12 46 20V52Z" fill="#A9C6C4" ${line}/><path d="M14 24H46M14 36H46M25 12V52M36 12V52" stroke="#5F8582" stroke-width="2"/>${wheels}${seatOf("#86A9A6")}`,
  `<rect x="14" y="18" width="32" height="22" rx="6" fill="#E39A4C" ${line}/><path d="M30 40V56" fill="none" ${line}/>${wheels}${seatOf("#E39A4C")}`,
  `<path d="M16 60L10 92M44 60L50 92M13 78H47" fill="none" ${line}/><ellipse cx="30" cy="56" rx="24" ry="9" fill="#7A4B2A" ${line}/>`
];

function chairs(g) {
  const { order, counts, scores } = g.observation;
  const passed = seat => g.observation.lead.length > 0 && g.memory.passed?.includes(seat);
  const kinds = order.length > 4 ? CHAIRS : [CHAIRS[0], CHAIRS[1], CHAIRS[3], CHAIRS[4]];
  return h(
    "ol.chairs",
    { "aria-label": t("Chairs, from the Boss down"), style: lettered(g.seats.filter((_seat, n) => n !== g.seat)) },
    order.map((seat, place) =>
      h(
        "li",
        { key: `seat${seat}`, class: `${seat === g.seat ? "me" : ""} ${seat === g.turn && !g.over ? "turn" : ""}` },
        h(
          "span.who",
          { "aria-hidden": "true" },
          picture("0 -8 60 106", kinds[place], { class: "chair" }),
          face(g.look(seat), g.seats[seat].away ? "sleep" : seat === g.turn ? "open" : "smile")
        ),
        h(
          "b.dyed",
          { "aria-hidden": "true", style: seatColour(g.look(seat)) },
          seat === g.seat ? t("You") : plate(g.seats[seat].name)
        ),
        h(
          "span.unseen",
          {},
          `${titles(g)[place]} ${g.name(seat)}: ${cardsOf(counts[seat])}, ${pointsOf(scores[seat])}${passed(seat) ? `, ${t("Pass")}` : ""}`
        ),
        passed(seat) && h("span.passed", { key: "passed", "aria-hidden": "true" }, t("Pass")),
        h(
          "span.count",
          { "aria-hidden": "true" },
          h("i.back", { style: { background: SEATS[g.look(seat)].colour } }),
          counts[seat]
        )
      )
    )
  );
}

const ENVELOPE = `<path d="M2 0H58Q60 0 60 2V38Q60 40 58 40H2Q0 40 0 38V2Q0 0 2 0Z" fill="#FFFAF2" stroke="#2B2440" stroke-width="3"/><path d="M1 2L30 24L59 2" fill="none" stroke="#2B2440" stroke-width="3"/><circle cx="30" cy="23" r="6" fill="#C8402F" stroke="#2B2440" stroke-width="2.5"/>`;

/** Next exchange: giver, taker and number of cards. */
const gift = ({ observation: { give } }) => give[0]?.split(/[>:]/).map(Number);

function said(g) {
  const { lead, by, turn } = g.observation;
  if (gift(g)) {
    const [from, to, count] = gift(g);
    const fields = { name: titled(g, to), count: NUMBERS[count] };
    return from === g.seat
      ? t("Give {count} to {name}", fields)
      : t("{giver} gives {count} to {name}", { ...fields, giver: titled(g, from) });
  }
  if (lead.length) return t("{what}: {who}", { what: by === g.seat ? t("You") : titled(g, by), who: group(lead) });
  return turn === g.seat ? t("You lead: one to five of one rank") : t("{name} leads the round", { name: titled(g, turn) });
}

/** The play to beat and its player; on an empty table the winner of the last round, faded. */
function table(g) {
  const { lead, by } = g.observation;
  const give = !g.over && gift(g);
  if (lead.length) g.memory.last = { seat: by, cards: lead };
  const { seat, cards } = g.memory.last || { cards: [] };
  const first = rank(cards.find(card => card !== "JK") || "JK");
  return h(
    "section.board.office",
    { "aria-label": t("Table") },
    chairs(g),
    h(
      "div.oval",
      { class: lead.length ? "" : "past" },
      h(
        "ol.lead",
        {
          "aria-label": lead.length ? `${t("On the table")}: ${lead.map(cardName).join(", ")}` : t("The table is empty")
        },
        cards.map((card, place) =>
          h(
            "li.card",
            {
              key: `${card}${place}`,
              class: pointed(g).includes("lead") ? "may" : "",
              "aria-hidden": lead.length ? undefined : "true",
              style: { rotate: `${(place - (cards.length - 1) / 2) * 6}deg` }
            },
            picture(CARD_BOX, cardFace(card === "JK" && cards.length > 1 ? `JK=${first}` : card))
          )
        )
      ),
      give &&
        h(
          "div.gift",
          { "aria-hidden": "true" },
          face(g.look(give[0]), "smile"),
          picture("-3 -3 66 46", ENVELOPE),
          face(g.look(give[1]), "open")
        ),
      !g.over &&
        h(
          "p.said",
          {},
          cards.length > 0 && h("span.by", { "aria-hidden": "true" }, head(g.look(seat), "open")),
          said(g)
        )
    )
  );
}

/** Actions for the cards of the hand. */
function choices(g) {
  const shapes = new Set();
  const ranks = new Set();
  for (const move of g.mine ? g.moves : []) {
    const [verb, ...cards] = move.split(" ");
    if (verb === "pass") continue;
    shapes.add(shape(cards));
    for (const card of cards) ranks.add(rank(card));
  }
  return {
    shapes,
    ranks,
    giving: g.mine && g.observation.give.length > 0,
    passing: g.mine && g.moves.includes("pass")
  };
}

function tap(g, place, can) {
  const hand = g.observation.hand;
  const chosen = new Set(g.memory.chosen);
  if (chosen.has(place)) chosen.delete(place);
  else if (can.giving) chosen.add(place);
  else {
    const mine = rank(hand[place]);
    const other = [...chosen].find(one => hand[one] !== "JK" && mine !== "JK" && rank(hand[one]) !== mine);
    if (other !== undefined || (mine === "JK" && [...chosen].some(one => hand[one] === "JK"))) chosen.clear();
    chosen.add(place);
    const need = g.observation.lead.length;
    // With a lead to beat, the other cards of the rank are picked too, and a joker if the play allows one.
    if (chosen.size === 1 && need > 1 && mine !== "JK") {
      const same = hand.map((_card, one) => one).filter(one => one !== place && rank(hand[one]) === mine);
      const jokers = hand
        .map((_card, one) => one)
        .filter(one => hand[one] === "JK")
        .slice(0, 1);
      for (const one of [...same, ...jokers]) if (chosen.size < need) chosen.add(one);
    }
  }
  g.memory.chosen = [...chosen];
  g.draw();
}

function hand(g, can) {
  const cards = g.observation.hand;
  const most =
    innerWidth > innerHeight && isShaped("tall")
      ? 7
      : cards.length < 3
        ? 2
        : cards.length === 4
          ? innerWidth > innerHeight || g.lesson
            ? 4
            : 2
          : cards.length < 7
            ? 3
            : cards.length < 9
              ? 4
              : 5;
  const rows = Math.ceil(cards.length / most);
  const columns = Math.ceil(cards.length / rows) || 1; // no row with a single card
  const chosen = new Set(g.memory.chosen);
  const hinted = g.mine && g.hint ? g.hint.move.split(" ").slice(1) : pointed(g);
  const all = cards.every(card => can.ranks.has(rank(card))); // then none is marked
  return h(
    "section.fan",
    {
      "aria-label": `${t("Your hand")}: ${cardsOf(cards.length)}`,
      style: { "--columns": String(columns), "--rows": String(rows) }
    },
    h(
      "div.cards",
      { key: "cards" },
      cards.map((card, place) => {
        const may = can.ranks.has(rank(card));
        const on = chosen.has(place);
        const lit = hinted.includes(card);
        const told = [cardName(card), g.mine && !may && t("can't be played now"), lit && g.hint && t("Hint")].filter(
          Boolean
        );
        return h(
          "button.card",
          {
            key: `${card}${place}`,
            type: "button",
            "aria-pressed": String(on),
            "aria-label": told.join(", "),
            class: `${on ? "on" : may ? (all ? "" : "may") : g.mine ? "dim" : ""}`,
            onclick: () => (g.mine ? tap(g, place, can) : warn(t("It's not your turn.")))
          },
          picture(CARD_BOX, cardFace(card)),
          (on || lit) && h("span.tick", { html: icon(on ? "tick" : "lamp"), "aria-hidden": "true" })
        );
      })
    )
  );
}

const GAP = 6; // between cards
const SEEN = 0.6; // of an overlapped card
const LARGE = 60; // from this width on none overlap

/** Cards as large as the room allows. If they would be small, they overlap and are much larger. */
function fit() {
  const cards = document.querySelector(".fan .cards");
  if (!cards) return;
  const [wide, tall, count] = [
    cards.parentElement.clientWidth - 8,
    cards.parentElement.clientHeight - 16,
    cards.children.length
  ];
  const most = parseFloat(getComputedStyle(cards).getPropertyValue("--most"));
  let best = { worth: 0 };
  for (let rows = 1; rows <= count; rows++) {
    const columns = Math.ceil(count / rows);
    if (count > 1 && count - columns * (rows - 1) < 2) continue; // no row with a single card
    const high = Math.min(most, ((tall + GAP) / rows - GAP) / 1.42);
    const free = Math.min(high, (wide + GAP) / columns - GAP);
    const close = Math.min(high, wide / (1 + SEEN * (columns - 1)));
    if (free > best.worth) best = { worth: free, size: free, columns, step: free + GAP };
    if (free < LARGE && 0.77 * close > best.worth)
      best = { worth: 0.77 * close, size: close, columns, step: Math.min(close + GAP, (wide - close) / (columns - 1)) };
  }
  cards.classList.toggle("close", best.step < best.size);
  cards.style.cssText = `--w:${best.size}px;--step:${best.step}px;width:${best.columns * best.step + 1}px`;
}

/** Words of a hint. */
const advice = g => g.hint.why;

/** Pick the cards of a hint. */
function pick(g) {
  const { move } = g.hint || {};
  if (!move || g.memory.followed === g.ply) return;
  g.memory.followed = g.ply;
  const left = move.split(" ").slice(1);
  g.memory.chosen = g.observation.hand
    .map((card, place) => [card, place])
    .filter(([card]) => left.includes(card) && left.splice(left.indexOf(card), 1))
    .map(([, place]) => place);
}

/** The points and the progress of the match: points to win, or the number of the hand. */
function far(g) {
  const own = g.observation.scores[g.seat],
    { target } = g.options;
  const [n, most] = g.view.hands;
  if (target && (isLarge() || "flat" in document.documentElement.dataset))
    return h("span.far", {}, h("span.unseen", {}, pointsOf(own)), h("b", {}, `${own}/${target}`));
  return h(
    "span.far",
    {},
    h("span", {}, pointsOf(own)),
    h(
      "small",
      {},
      target ? t("of {n}", { n: target }) : n > most ? t("Hand {n}", { n }) : t("Hand {n} of {most}", { n, most })
    )
  );
}

/** One sentence on how to play now. */
function how(g) {
  const { giving, passing, ranks } = choices(g);
  if (giving) return t("Tap the cards to give, then Give");
  if (!ranks.size) return t("You can't beat {play}: pass", { play: group(g.observation.lead) });
  return passing ? t("Tap a marked card to play higher, or pass") : t("Tap cards of one rank, then Play");
}

function show(g) {
  const s = g.observation;
  const key = `${g.ply} ${s.hand}`;
  if (g.memory.key !== key) Object.assign(g.memory, { key, chosen: [] });
  if (g.mine) pick(g);
  const can = choices(g);
  const cards = g.memory.chosen
    .map(place => s.hand[place])
    .sort((a, b) => RANKS.indexOf(rank(a)) - RANKS.indexOf(rank(b)));
  const fits = can.shapes.has(shape(cards));
  const need = s.lead.length
    ? t("Choose {count} of a rank above {lead}.", { count: NUMBERS[s.lead.length], lead: group(s.lead) })
    : can.giving
      ? said(g)
      : t("Choose cards of one rank.");
  const off = !g.mine ? t("It's not your turn.") : fits ? "" : need;
  const label = can.giving
    ? fits
      ? t("Give {cards}", { cards: list(cards.map(card => NAMES[rank(card)])) })
      : t("Give")
    : fits
      ? t("Play {cards}", { cards: group(cards) })
      : t("Play");
  const verb = can.giving ? "give" : "play";
  return {
    info: !g.over && far(g),
    board: table(g),
    side: [
      s.hand.length
        ? hand(g, can)
        : h("div.idle", {}, face(g.look(g.seat), "open"), h("p.said", {}, t("You're out of cards.")))
    ],
    bar: [
      g.undo && g.mine && undoButton(g),
      hintButton(g),
      eyeButton(g),
      !can.giving &&
        button(t("Pass"), () => g.play("pass"), {
          key: "pass",
          kind: `${can.passing && !can.ranks.size ? "go wide" : ""} ${pointed(g).includes("pass") ? "call" : ""}`,
          off: can.passing ? "" : g.mine ? t("If you lead, you must play.") : t("It's not your turn.")
        }),
      button(label, () => g.play(`${verb} ${cards.join(" ")}`), {
        key: "play",
        kind: `go wide ${!off && pointed(g).includes("play") ? "call" : ""}`,
        off
      })
    ]
  };
}

function told(event, g) {
  const mine = event.seat === g.seat;
  const who = event.seat === null ? "" : mine ? t("You") : g.name(event.seat);
  const cards = event.data.cards;
  if (event.kind === "play") g.memory.passed = [];
  if (event.kind === "pass") g.memory.passed = [...(g.memory.passed || []), event.seat];
  if (event.kind === "deal") g.memory.last = null;
  switch (event.kind) {
    case "play":
      return `${who}: ${group(cards)}.`;
    case "pass":
      return mine ? t("You pass.") : t("{name} passes.", { name: who });
    case "gift":
      return Array.isArray(cards)
        ? `${who}: ${list(cards.map(cardName))}, ${t("for {name}", { name: g.name(event.data.to) })}.`
        : "";
    case "out":
      return mine ? t("You're out of cards.") : t("{name} is out of cards.", { name: who });
    case "deal":
      return t("New cards are being dealt.");
    case "hand_end":
      return t("The hand is over.");
    default:
      return "";
  }
}

const css = `
@layer games {
  .info .far {
    display: grid; gap: 0; line-height: 1; justify-items: center; font-size: .95rem;
    & small { font-size: .8rem; line-height: 1; }
  }
  .office-room {
    --floor: linear-gradient(#ffe3b8, #f9be86 22%, #8a5a30 22.4% 23.6%, #c58f60 24%, #d2a272 55%, #a87450);
    --boards: #7a4b2a3d;
    background: linear-gradient(#0000 24%, var(--boards) 24% 24.3%, #0000 24.3% 42%, var(--boards) 42% 42.3%, #0000
      42.3% 68%, var(--boards) 68% 68.3%, #0000 68.3%), linear-gradient(90deg, var(--boards) 2px, #0000 2px) 0
      100%/5.5rem 76% repeat-x, var(--floor);
  }
  .office { display: flex; flex-direction: column; gap: .3rem; }
  .chairs {
    list-style: none; padding: 5px 5px 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(3.35rem, 1fr));
    gap: .3rem;
  }
  .chairs li {
    grid-template-columns: minmax(0, 1fr); background: var(--cloth); color: var(--thread); border: 2.5px solid #2b2440;
    border-radius: .8rem; padding: .25rem .15rem .2rem; display: grid; justify-items: center; min-width: 0;
    line-height: 1.15;
  }
  .chairs li.me {
    background: #ffd25a; color: #2b2440;
    & b { color: inherit; }
  }
  .chairs li.turn { border-color: #1b6fd0; box-shadow: 0 0 0 2px #1b6fd0; }
  .chairs .who { display: flex; align-items: end; justify-content: center; height: min(2.7rem, 52px); }
  .chairs .art { height: 100%; }
  .chairs svg { height: 100%; width: auto; }
  .chairs .puppet { height: 80%; margin-left: -.2rem; }
  .chairs b {
    padding-right: .06em; font-family: var(--names); line-height: 1.3; max-width: 100%; overflow: hidden;
    text-overflow: ellipsis; white-space: nowrap;
  }
  .chairs .count { display: flex; gap: .3rem; align-items: center; font: 700 1.05rem var(--names); }
  .chairs .back {
    width: .8rem; height: 1.05rem; border: 2px solid #2b2440; border-radius: 3px;
    box-shadow: -3px 1px 0 -0.5px #fffaf2, -3px 1px 0 1.4px #2b2440;
  }
  .oval {
    position: relative; flex: 1 0 auto; display: grid; justify-items: center; align-content: center;
    padding: .6rem .5rem .2rem; margin: .3rem 0 .9rem; border: 2.5px solid #2b2440; border-radius: 50%;
    box-shadow: 0 .5rem #6b4023, 0 .5rem 0 2.5px #2b2440, 0 1.3rem 1.4rem #2b244077;
    background: radial-gradient(closest-side, #fff2 0, #0000 74%, #1e3f37 75% 78%, #8a5a30 78.5%, #e0ac74 80%, #c98f57
      88%, #b67a45 97%, #8a5a30), repeating-linear-gradient(45deg, #0000 0 4px, #1e3f3766 4px 6px),
      repeating-linear-gradient(-45deg, #0000 0 4px, #3d73644d 4px 6px), #2f5d50;
  }
  .oval::before { content: ""; position: absolute; inset: 14.5%; border: 2px dashed #d9b98c99; border-radius: 50%; }
  .lead {
    --w: clamp(46px, 22dvh - 95px, 96px); list-style: none; padding: 0; display: flex; gap: .3rem;
    min-height: calc(var(--w) * 1.42); margin-bottom: .6rem;
  }
  .lead .card { width: var(--w); }
  .said:has(.by), .gift ~ .said { margin-bottom: -.9rem; }
  .gift ~ .said { max-width: 78%; }
  .said:has(.by) { padding-left: 2.3rem; }
  .by {
    position: absolute; inset: 0 auto 0 -.1rem; display: grid; align-content: center;
    & .disc { width: 2rem; height: 2rem; }
  }
  .past .lead { filter: brightness(.85); scale: .8; }
  .chairs li { position: relative; }
  .passed {
    position: absolute; right: -.2rem; top: -.3rem; padding: 0 .4rem; border-radius: .7rem; background: #2b2440;
    color: #fffaf2; font: 700 .8rem/1.35 var(--names); overflow-wrap: normal; box-shadow: 0 0 0 2px #fffaf2;
  }
  .chairs li:has(.passed) .who { opacity: .45; }
  .gift {
    display: flex; justify-content: center; align-items: end; gap: .5rem; height: min(4.6rem, 19dvh, 22vw);
    & .art { height: 100%; }
    & svg { height: 100%; width: auto; }
    & :nth-child(2) { height: 55%; }
  }
  .lead:empty { display: none; }
  .oval:not(:has(.card)) { min-height: max(96px, 3.3rem); }
  .said {
    background: #2b2440; color: #fffaf2; border-radius: 1rem; padding: .2rem .9rem; font-weight: 700;
    text-align: center; text-wrap: balance; position: relative; z-index: 1;
  }
  .fan {
    flex: 1 0 0; min-height: calc(var(--rows) * 71px + 12px); container-type: size; display: grid; place-items: center;
  }
  .fan .cards { --most: 122px; display: flex; flex-wrap: wrap; place-content: center; row-gap: ${GAP}px; }
  .fan:not(:has(.card:nth-child(3))) .cards { --most: 152px; }
  .fan .card {
    width: var(--w); height: calc(var(--w) * 1.42); margin-inline: calc((var(--step) - var(--w)) / 2);
    & .tick { width: min(1.9rem, var(--w) * .4); }
  }
  .close .card .tick { inset: auto calc(var(--w) - var(--step)) -.4rem auto; }
  .oval:not(:has(.gift)) .said:not(:has(.by)) {
    font-size: 1.2rem; line-height: 1.15; max-width: 60%; padding: 0; background: none;
    text-shadow: 0 1px 3px #0009;
  }
  .idle {
    margin: auto; display: grid; justify-items: center;
    & .puppet { width: min(8rem, 13dvh); }
    & .said { font-size: 1.2rem; }
  }
  .side:has(.lesson, .threats) .fan { min-height: calc(var(--rows) * 90px); }
  .office-room footer .wide { padding-inline: .5rem; text-wrap: balance; line-height: 1; }
}
@layer shapes {
  [data-shape="tall"] {
    & .office-room .board { flex: 0 1 auto; min-height: 0; }
    & .office-room .side:not(:empty) { flex: 4 1 0; min-height: 11rem; }
    & .office-room .side:has(.threats) { flex-shrink: 0; }
    & .office-room main:has(.lesson) :is(.board, .side) { flex: none; }
    & .office-room main:has(.lesson) .side { min-height: 0; }
    & main:has(.lesson) .fan { flex: none; height: max(140px, var(--rows) * 100px); }
    & .office-room .side:has(.notices) { min-height: auto; }
    & .office-room main:has(.notices) {
      & .board { flex-grow: 0; }
      & .oval { max-height: 52vw; }
    }
    & .watching.office-room .board { flex: 1 0 auto; }
    & .watching.office-room .side { flex: none; min-height: 0; }
    & .oval { flex-shrink: 1; max-height: 78vw; margin-block: auto 1.3rem; }
    & .watching {
      & .lead { --w: clamp(46px, 18dvh - 36px, 150px); }
      & .oval { max-height: 96vw; }
    }
  }
  [data-shape="wide"] {
    & .fan { flex-shrink: 1; min-height: 0; }
    & .office-room .side { overflow: hidden; margin-top: -14px; padding-top: 14px; }
    & .office-room .side:has(.lesson, .threats) { overflow-y: auto; }
    & .side:has(.lesson) > .fan { min-height: 56px; }
    & .match:has(.notices) {
      & .said { margin-bottom: 0; }
      & .lead { --w: 54px; }
    }
    & .match:not(:has(.notices)) .lead { --w: 72px; }
  }
}
@layer rooms {
  [data-shape="wide"] .office-room footer .wide { padding-inline: .5rem; }
  [data-shape="tall"] .office-room.match:not(.watching) main:not(:has(.lesson, .fan .card:nth-child(4))) .board {
    flex-grow: 2;
  }
  @media (min-width: 700px) and (min-height: 46rem) {
    .fan .cards { --most: 176px; }
    :root:not([data-shape="wide"]) .match:not(.watching) .lead { --w: 132px; }
  }
  @media (min-height: 46rem) {
    [data-shape="tall"] .office-room main:not(:has(.lesson, .notices)) .board { flex-grow: 1; }
  }
  @media (max-height: 46rem) {
    .said:has(.by) { font-size: .9rem; line-height: 1.15; padding-right: .5rem; }
    .idle .said { line-height: 1.15; padding-inline: .5rem; }
    [data-shape="tall"] {
      & main:has(.lesson) :is(.who, .oval:has(.card) .said) { display: none; }
      & .oval .said { font-size: 1rem; }
      & .chairs .who { height: 2.3rem; }
    }
  }
  @media (max-height: 40rem) {
    [data-shape="tall"] main:has(.lesson) { & .fan { height: 120px; } }
    [data-shape="tall"] .office-room main:has(.notices) .chairs {
      & .who { display: none; }
      & { padding-top: .9rem; }
      & .passed { top: -.9rem; }
    }
  }
  @media (max-height: 36rem) { .gift { height: min(2.6rem, 56px); } }
  @media (max-width: 22rem) {
    [data-shape="tall"] .chairs b { --name: .8rem; max-width: calc(100% + .3rem); margin: 0 -.15rem; }
    [data-shape="tall"] .chairs:has(> :nth-child(6)) b { --name: .95rem; }
  }
}
@layer flat {
  [data-flat] {
    & .info .far { font-size: inherit; }
    & .chairs { grid-template-columns: repeat(auto-fit, minmax(2.4rem, 1fr)); gap: .2rem; }
    & .chairs:has(> :nth-child(5)) {
      & .who { height: 1.9rem; }
      & b { --name: .78rem; letter-spacing: -.03em; max-width: calc(100% + .3rem); margin: 0 -.15rem; }
      & .count { gap: .15rem; font-size: .95rem; }
    }
    & .watching .guess .pick .puppet { width: 1.9rem; }
    & .office-room:not(:has(.fan .card:nth-child(9))) { grid-template-columns: minmax(0, 1.15fr) minmax(18.5rem, 1fr); }
  }
}
@layer letters {
  [data-shape="long"] .office-room {
    & .board { flex: 1 0 auto; }
    & .side { flex: 3 0 auto; }
  }
  [data-large][data-shape="wide"] .office-room {
    & .guess .pick:nth-child(n) {
      min-height: 68px;
      & .puppet { width: 1rem; }
    }
  }
  [data-large][data-shape="long"] .oval { max-height: 74vw; margin-block: auto .6rem; }
  [data-large] {
    & main:has(.lesson) :is(.who, .said) { display: none; }
    & .office-room footer .big { padding-inline: .25rem; letter-spacing: -.03em; line-height: 1; text-wrap: balance; }
    & .office-room footer:has(> :nth-child(4)) .big { font-size: clamp(.56rem, 5vmin, .8rem); }
    & .lead { --w: clamp(52px, max(12vw, 16dvh - 50px), 96px); }
    & .oval { padding: .2rem 0 0; margin: 0 0 .4rem; }
    & .said { font-size: .68rem; line-height: 1; }
    & .oval:not(:has(.gift)) .said:not(:has(.by)) { font-size: .66rem; line-height: 1.15; }
    & .chairs { grid-template-columns: repeat(auto-fit, minmax(44px, 1fr)); padding: .1rem; gap: .1rem; }
    & .chairs li { padding: 0; border-radius: 12px; }
    & .chairs:has(.passed) { padding-top: .4rem; }
    & .passed {
      inset: -.5rem -.1rem auto; width: fit-content; margin: auto; padding: 0 .15rem; font-size: .48rem;
      line-height: 1.15; letter-spacing: -.03em; text-align: center;
    }
    & .who { height: max(34px, 6dvh); }
    & .chairs .count { font-size: .8rem; gap: .15rem; }
    & .chairs .back { width: .5rem; height: .7rem; }
    & .fan .tick { width: min(1.9rem, var(--w) * .4); }
    & .close .card .tick { inset: auto calc(var(--w) - var(--step)) -.4rem auto; }
    & .chairs b { --name: .66rem; line-height: 1; }
    & .chairs:has(> :nth-child(4)) .me .who { display: none; }
    & .chairs li { align-content: center; }
    & .lead { margin-bottom: .2rem; }
    & .gift ~ .said { margin-bottom: -.4rem; }
    & .said:has(.by) {
      padding-left: 1.6rem; margin-bottom: -.4rem; max-width: 82vw;
      & .disc { width: 1.4rem; height: 1.4rem; }
    }
  }
  [data-large][data-shape="wide"] {
    & .match:has(.notices) .oval:has(.card) .said { position: absolute; inset: 0; scale: 0; }
    & .side:has(.tip) > .fan { min-height: calc(var(--rows) * 70px); }
    & .tip { font-size: .54rem; line-height: 1.05; }
    & .chairs { grid: none / auto-flow minmax(0, 1fr); }
    & .lead { --w: 72px; }
    & .match:has(.notices) .lead { --w: 54px; }
    & .match:has(.notices) .said { margin-bottom: 0; }
    & .office-room footer:has(> :nth-child(4)) .big { padding-inline: .12rem; font-size: .5rem; }
    & .said { font-size: .56rem; }
  }
  @media (max-height: 46rem) {
    [data-large] .oval:not(:has(.gift)) .said:not(:has(.by)), [data-large] .gift ~ .said { font-size: .56rem; }
    [data-large] .chairs:has(> :nth-child(4)) li:not(.me) b { display: none; }
    [data-large][data-shape="long"] main:has(.lesson) {
      & .oval { padding: 0; margin-block: 0 10px; }
      & .lead { --w: 40px; margin-bottom: 0; }
    }
  }
}
@layer tones {
  @media (prefers-color-scheme: dark) {
    .office-room {
      --floor: linear-gradient(#26214a, #4a3158 22%, #241a2c 22.4% 23.6%, #463140 24%, #523a44 55%, #2f2230);
      --boards: #1a122455;
    }
    .chairs li:not(.me) { background-color: #4a4170; }
    .oval { box-shadow: 0 .5rem #3d2414, 0 .5rem 0 2.5px #2b2440, inset 0 0 0 20rem #1a123a66; }
    .chairs b { color: inherit; }
  }
}
`;

export default {
  kind: "fit office-room",
  css,
  show,
  how,
  quiet: ["gift", "pass"],
  told,
  advice,
  fit,
  watch: table,
  seated: true
};
