// The page without a turn: the table for spectators, reactions, a guess, last moves, rules.

import { keep, kept } from "/storage.js";
import { button, h, picture, t } from "/dom.js";
import { INK, PUPPET_BOX, SEATS, WOOL, icon, puppet } from "/art.js";
import { bubble } from "/bubble.js";
import {
  brief,
  cardsOf,
  crowned,
  crowns,
  emblem,
  face,
  isLarge,
  isShaped,
  lettered,
  plate,
  scored,
  sheetOf
} from "/widgets.js";
import { checking, promise } from "/commitment.js";
import { told } from "/recap.js";

const KEY = "sockdrawer.watcher";
const WATCHING = "sockdrawer.watching";
const line = `stroke="${INK}" stroke-width="3.2" stroke-linejoin="round"`;
const SIGNS = {
  aww: [
    () => t("Aww"),
    `<path d="M20 36C1 22 3 5 13 5Q18 5 20 12Q22 5 27 5C37 5 39 22 20 36Z" fill="#E26D8F" ${line}/>`
  ],
  ha: [
    () => t("Ha"),
    `<path d="M5 5H35Q38 5 38 8V26Q38 29 35 29H22L16 36V29H5Q2 29 2 26V8Q2 5 5 5Z" fill="${WOOL}" ${line}/><text x="20" y="23" font-size="14" letter-spacing=".6" text-anchor="middle" fill="${INK}">Ha!</text>`
  ],
  wow: [
    () => t("Wow"),
    `<path d="M20 1l5 7 8-4v9l7 4-6 5 3 9-9-1-4 8-5-7-9 4v-9l-9-4 7-5-4-9 9 1Z" fill="#FFC94A" ${line}/><path d="M15 10h8v11q0 2 5 3t1 5H19q-4 0-4-5Z" fill="#3E8EDE" stroke="${INK}" stroke-width="2.4"/>`
  ]
};

/** Token of this phone, which identifies it when it comes back. */
export function watcher() {
  if (!kept(KEY)) keep(KEY, Math.random().toString(36).slice(2, 14));
  return kept(KEY);
}

/** True if this page only watched before a reload. */
export const wasWatching = () => kept(WATCHING, "sessionStorage") || "";

/** Remember for such a page that it only watches, and until when. */
export function setSpectating(how) {
  keep(WATCHING, how, "sessionStorage");
  return how;
}

/**
 * Buttons that throw something onto the big screen, pictures only if `plain`. Each pauses for a moment after a press.
 */
export function reactions(g, plain) {
  const memory = g.memory;
  const throwIt = sign => () => {
    memory.thrown = sign;
    g.do("react", { sign });
    g.draw();
    setTimeout(() => {
      memory.thrown = "";
      g.draw();
    }, 700);
  };
  return Object.entries(SIGNS).map(([sign, [label, body]]) =>
    button(plain ? "" : label(), throwIt(sign), {
      key: `sign ${sign}`,
      name: label(),
      kind: `sign ${memory.thrown === sign ? "thrown" : ""}`,
      icon: `<svg viewBox="0 0 40 40" focusable="false">${body}</svg>`
    })
  );
}

/** Latest reaction, on its thread at the right edge. */
export const rising = g => [
  g.remoteView?.flying(g, SIGNS),
  g.memory.thrown && picture("0 0 40 40", SIGNS[g.memory.thrown][1], { key: `rise ${g.memory.thrown}`, class: "rise" })
];

/** The notice of a pause, with the player to move asleep. */
export const idleNotice = g =>
  g.waiting &&
  !g.showing_end &&
  !g.over &&
  !g.prompt &&
  !g.seats[g.turn]?.away &&
  h("div.nap", { key: "nap" }, face(g.look(g.turn), "sleep"), h("p", {}, t("Paused on the big screen")));

const scoreOf = (g, seat) => scored(g, g.scores[seat]);

/** The seats, with cards and score unless `bare`, or with a game's own mark. */
export function strip(g, game, bare) {
  const words = seat => (game ? game.mark(g, seat) : scoreOf(g, seat));
  return h(
    "ol.strip",
    { key: "strip", "aria-label": t("Players"), style: lettered(g.seats) },
    g.seats.map((seat, place) =>
      h(
        "li",
        { key: `s${place}`, class: place === g.turn && !g.over ? "turn" : "" },
        h(
          "span.unseen",
          {},
          [seat.name, g.observation.counts && cardsOf(g.observation.counts[place]), words(place)]
            .filter(Boolean)
            .join(", ")
        ),
        h(
          "span.top",
          { "aria-hidden": "true" },
          face(seat.look, seat.away ? "sleep" : place === g.turn ? "open" : "smile"),
          g.observation.counts &&
            h("span.count", {}, h("i.back", { style: { color: SEATS[seat.look].colour } }), g.observation.counts[place])
        ),
        h("b", { style: { color: SEATS[seat.look].text }, "aria-hidden": "true" }, plate(seat.name)),
        !bare && h("small", { "aria-hidden": "true", ...(game?.sign && { html: game.sign(g, place) }) }, words(place))
      )
    )
  );
}

/** Last event in words, with the number of cards to draw unless `told` elsewhere. */
const news = (g, most, talk, turn = "", told = false) => {
  // Beside the heading.
  const said = [turn, t("Your turn."), ...g.seats.map((_seat, seat) => t("{name}'s turn.", { name: g.name(seat) }))];
  const all = (g.memory.recent || []).filter(words => !said.includes(words));
  const recent = talk && most < 2 ? [] : all.slice(talk ? 1 - most : -most);
  // With little room, or nothing to say.
  if (!recent.length && !talk && (most < 2 || isLarge() || !(g.observation.stock > 0))) return null;
  return h(
    "section.label.news",
    { key: "news", "aria-label": t("Last moves") },
    recent.map((words, n) => h("p", { key: `n${n}` }, /[.!?…]$/.test(words) ? words : `${words}.`)),
    talk,
    !told &&
      g.observation.stock > 0 &&
      h("p.soft", { key: "stock" }, t("Draw pile: {cards}", { cards: cardsOf(g.observation.stock) }))
  );
};

/** Guesses of this phone and the others about who will win. */
function guess(g) {
  const own = g.memory.guess;
  const most = Math.max(...g.guesses);
  const first = g.guesses.indexOf(most);
  const tally = most > 0 && t("{n} for {name}", { n: most, name: brief(g.name(first)) });
  const say = seat => async () => {
    g.memory.guess = seat;
    g.draw();
    await g.do("guess", { seat });
  };
  return h(
    "section.label.guess",
    { key: "guess", "aria-label": t("Who will win?") },
    h(
      "div.row",
      {},
      h("h2", {}, t("Who will win?")),
      // With this many tiles per row there is no room for names.
      own !== undefined && isLarge() && isShaped("wide") && g.seats.length > 5
        ? h("b", { style: { color: SEATS[g.seats[own].look].text } }, plate(g.seats[own].name))
        : tally && h("small", {}, tally)
    ),
    h(
      "div.choices",
      { role: "group", style: lettered(g.seats) },
      g.seats.map((seat, place) =>
        h(
          "button.pick",
          {
            key: `g${place}`,
            type: "button",
            "aria-pressed": String(own === place),
            class: own === place ? "on" : "",
            onclick: say(place)
          },
          face(seat.look, "smile"),
          h("b", { style: { color: SEATS[seat.look].text } }, plate(seat.name)),
          own === place && h("span.tick", { html: icon("tick"), "aria-hidden": "true" })
        )
      )
    )
  );
}

/** A seat's figure in the results: its score, or its cards if scores say nothing. */
function figureOf(g) {
  // Scores say nothing about a winner with the same score as the others.
  const told = new Set(g.scores).size > 1 || g.over.winners.length === g.seats.length;
  if (told && g.over.scored !== false) return seat => scoreOf(g, seat);
  return g.observation?.counts && (seat => cardsOf(g.observation.counts[seat]));
}

/** The final scores, best first; nothing if they say nothing. */
export function finals(g) {
  const won = seat => g.over.winners.includes(seat);
  const figure = figureOf(g);
  const right = won(g.memory.guess);
  return [
    g.seat === null &&
      g.memory.guess !== undefined &&
      h(
        "p",
        { key: "right" },
        right ? t("You guessed right!") : t("You guessed {name}.", { name: g.name(g.memory.guess) })
      ),
    figure &&
      h(
        "ol.finals",
        { key: "finals", "aria-label": t("Final scores") },
        g.over.order.map(place =>
          h(
            "li",
            { key: `f${place}`, class: place === g.seat ? "me" : "" },
            won(place) ? crowned(g.seats[place].look) : face(g.seats[place].look, "smile"),
            h("b", {}, g.seats[place].name),
            h("span", {}, figure(place))
          )
        )
      ),
    checking(g)
  ];
}

/** End of a match: winners, reason and scores; without `scores` if they say nothing. */
export function ending(g, scores, keepsake) {
  // It takes the room of rows.
  const kept = keepsake && (!figureOf(g) || (!isShaped("wide") && innerHeight > 46 * g.letter));
  return h(
    "section.label.middle.ends",
    { key: "over", style: { "--rows": String(figureOf(g) ? g.seats.length : 0) } },
    crowns(g),
    h("p", {}, g.over.words),
    kept && h("div.keepsake", { "aria-hidden": "true", inert: true }, keepsake(g)),
    scores && finals(g),
    g.remoteView?.results(g)
  );
}

/** The page without a seat, during a match. */
export function audience(g, game, { turn, winners, menuButton, menu, free, take, look, next, steers }) {
  const wide = isShaped("wide");
  // There a guess is worth more than a second line.
  const short = innerHeight <= (wide ? 26 : 46) * g.letter;
  const many = g.seats.length > 5;
  // Plates say nothing about a start.
  const seats = !g.over && !game.seated && strip(g, null, many || !g.scores.some(Boolean));
  const stock = short && game.stock?.(g);
  const tight = short && free;
  return {
    kind: `match ${game.kind} watching${g.over ? " done" : ""}`,
    top: [
      h(
        "h1.ribbon",
        {
          tabindex: "-1",
          style: { "--dark": SEATS[g.look(g.over ? (g.over.winners[0] ?? 0) : g.turn)].text, "--letters": turn.length }
        },
        h("span", {}, g.over ? winners : turn)
      ),
      h(
        "p.info",
        {},
        stock || [h("span.eye", { html: icon("eye"), "aria-hidden": "true" }), h("span", {}, t("Watching"))]
      ),
      menuButton,
      menu
    ],
    main: [
      !wide && seats,
      !g.over && (game.watch ? game.watch(g) : game.show(g).board),
      h(
        "div.side",
        { key: "side" },
        wide && seats,
        !g.over && game.worth?.(g),
        next && h("p.label.middle.next", { key: "next", role: "status" }, next),
        g.over && ending(g, true, game.keepsake),
        g.remoteView?.ended(g),
        steers,
        !g.over && guess(g),
        !g.over && news(g, short || many ? 1 : 2, bubble(g), turn, stock)
      ),
      g.remoteView?.flying(g, SIGNS)
    ],
    bar: [
      h(
        "div.row.signs",
        {
          key: "signs",
          class: tight ? "tight" : "",
          role: "group",
          "aria-label": t("Throw something at the big screen")
        },
        reactions(g, tight)
      ),
      free &&
        button(free, take, {
          key: "take",
          kind: tight ? "go" : "go wide",
          icon: `<svg viewBox="${PUPPET_BOX}">${puppet(look ?? 5, "smile")}</svg>`
        })
    ]
  };
}

/** The sheet over the table: last moves and scores, or the rules. */
export function sheet(g, what, close) {
  const title = { rules: t("Rules"), promise: t("The promise") }[what] || t("Last moves and scores");
  const body =
    what === "rules"
      ? h("div.rules", { key: "rules", html: g.memory.rules || `<p>${t("One moment…")}</p>` })
      : what === "promise"
        ? promise()
        : [
            h(
              "ol.finals",
              { key: "scores", "aria-label": t("Scores") },
              g.seats.map((seat, place) =>
                h(
                  "li",
                  { key: `f${place}` },
                  face(seat.look, "smile"),
                  h("b", {}, seat.name),
                  h("span", {}, scoreOf(g, place))
                )
              )
            ),
            told(g) || news(g, 8),
            g.seat !== null && h("div.row.signs", { key: "signs" }, reactions(g, true))
          ];
  return sheetOf("sheet", title, close, body, what === "rules" && emblem(g));
}

const escape = text => text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`);
const inline = text =>
  escape(text)
    .replace(/ \(`[^`]*`\)/g, "")
    .replace(/`([^`]*)`/g, "$1")
    .replace(/!\[\]\(([\w.-]+)\)/g, '<img alt="" src="/play/$1">')
    .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replace(/\*([^*]+)\*/g, "<i>$1</i>");

/** The rules as elements, from plain Markdown. */
export function rulesOf(text, game) {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(block => {
      const drawn = block.match(/^!\[(.*)\]\((?:(emblem)|pieces\/([\w-]+))\.svg\)$/);
      if (drawn)
        return `<p><img class="emblem" alt="" src="/play/${game}.${drawn[2] || `piece.${drawn[3]}`}.svg">${inline(drawn[1])}</p>`;
      if (block.startsWith("!")) return "";
      const head = block.match(/^(#+) (.*)/);
      if (head) return `<h${head[1].length + 1}>${inline(head[2])}</h${head[1].length + 1}>`;
      if (/^\|/.test(block)) {
        const rows = block
          .split("\n")
          .filter(row => !/^\|[-| ]+\|$/.test(row))
          .map(row =>
            row
              .slice(1, -1)
              .split("|")
              .map(cell => inline(cell.trim()))
          );
        return `<table>${rows.map((row, n) => `<tr>${row.map(cell => (n ? `<td>${cell}</td>` : `<th>${cell}</th>`)).join("")}</tr>`).join("")}</table>`;
      }
      if (/^(- |\d+\. )/.test(block))
        return `<ul>${block
          .split(/\n(?=- |\d+\. )/)
          .map(item => `<li>${inline(item.replace(/^(- |\d+\. )/, "").replace(/\n */g, " "))}</li>`)
          .join("")}</ul>`;
      return `<p>${inline(block.replace(/\n/g, " "))}</p>`;
    })
    .join("");
}
