// The page: finds its seat, keeps it through sleep and lost lines, and shows the match with the game's own module.

import { dress, learnArt } from "/art.js";
import { call, cheer, entitle, flash, stayAwake } from "/attention.js";
import { hearBubble } from "/bubble.js";
import { code, connectingPage, isAway, lobby, replacedPage, seats, summaryPage, watching } from "/join_pages.js";
import { announce, applyStyles, learnWords, loadModule, patch, t, warn } from "/dom.js";
import { match, table, turnOf, winners } from "/match.js";
import { acts } from "/widgets.js";
import { changes, startClock } from "/timeouts.js";
import * as plain from "/fallback_view.js";
import { learnFrom } from "/first_turn.js";
import { taught } from "/lesson.js";
import { storeCommitment } from "/commitment.js";
import { ask, greet, leave, sitDown, watch } from "/seat.js";
import { SHEETS, hearSteer } from "/phone_control.js";
import { draw, line, view } from "/state.js";
import { setSpectating } from "/spectate.js";
// Imports of the other modules, requested at once, because each round trip counts on bad Wi-Fi.
import "/storage.js";
import "/connection.js";
import "/lobby.js";
import "/menu.js";
import "/profile.js";
import "/rule_proposals.js";
import "/recap.js";
import "/share_vote.js";

// At home there is no https, and everyone sees the big screen.
const APART = window.far || location.protocol === "https:";
if (APART)
  loadModule("/remote_view.js").then(one => {
    view.remoteView = one;
    draw();
  });

const at = id => document.getElementById(id);

// Messages of the big screen.

view.onMessage = message => {
  if (message.type === "open") {
    at("trouble").hidden ||= !APART; // at home only the big screen can answer
    greet();
  } else if (handlers[message.type]) handlers[message.type](message);
  if (!["closing", "open", "disconnected"].includes(message.type)) {
    view.closed = view.over = false;
    at("trouble").hidden = true;
  }
  if (!message.state || message.state.lobby || !view.game) draw(); // draw a match only once it has arrived
};

const handlers = {
  seats({ title, is_class, seats, away, has_deals, between }) {
    if (is_class) view.spectating = setSpectating(""); // as before: many tables have no spectators
    Object.assign(view, { title, is_class, seats, away, has_deals, between, wrong: "" });
    view.phase = view.spectating ? "watching" : "seats";
    const all = [...seats.filter(({ bot }) => !bot), ...away];
    if (!all.some(seat => seat.seat === view.chosen)) view.chosen = all[0]?.seat ?? null;
    // It was asked on a lost connection, so ask again.
    if (isAway(view.asked)) line.send("claim", { code: view.code, seat: view.asked, name: view.name });
    else if (view.asked !== null) {
      view.asked = null;
      warn(t("That seat's phone is back. Choose another seat."));
    }
    if (view.due) sitDown(); // someone else was faster at another seat
  },
  watching: () => {
    view.phase = "watching";
    line.send("set_language", { language: document.documentElement.lang });
  },
  claim_pending: ({ seat }) => {
    view.asked = seat;
  },
  seat({ token }) {
    line.token = token;
    view.bench = null;
    view.phase = "seated";
    if (view.state?.seat === null) view.state = null; // spectators see no hand
    view.spectating = setSpectating("");
    view.due = false;
    line.send("set_language", { language: document.documentElement.lang });
    view.why = "";
    view.asked = null;
  },
  state({ state, events }) {
    if (state.seat === null && !view.spectating) return; // it came after this phone had stopped watching
    view.phase = state.seat === null ? "watching" : "seated";
    arrive(state, events);
  },
  /** This game has fewer seats: the page watches it, and keeps name and token for the next one. */
  no_seat({ name }) {
    Object.assign(view, {
      name,
      state: null,
      bench: null,
      why: t("There's no seat for you in this game. You keep your name, and you'll get a seat automatically in the next game that has one.")
    });
    view.spectating ||= setSpectating("yes");
    ask();
  },
  /** The next decision, for people who wait for a seat. */
  waiting_state({ state }) {
    const about = hearSteer(state, view.bench);
    view.bench = state;
    view.farewell = state.farewell;
    foldSheet(state);
    announce(about);
  },
  seat_taken_away: () => leave(t("The host has given your seat to someone else.")),
  left_ok: () => leave(""),
  closing({ why }) {
    if (why === "elsewhere") view.phase = "gone";
    if (why === "over") {
      leave(t("The party is over on the big screen."));
      view.code = "";
      view.over = true;
      if (view.farewell) view.phase = "goodbye";
    }
    if (why !== "closed" && why !== "over") return;
    view.closed = true;
    handlers.disconnected();
  },
  disconnected() {
    at("trouble").hidden = view.over;
    const trouble = line.unanswered
      ? t("This link isn't answering right now. Your seat is kept. Ask the host if there's a new link.")
      : window.far || (APART && !view.closed)
        ? t("The connection to the big screen is down. Your seat is kept.")
        : view.closed
          ? t("The party is closed on the big screen. This phone will reconnect automatically.")
          : line.isLostForLong
            ? t(
                "Can't reach the big screen. Is this phone on its Wi-Fi, and does the screen still show this address? Trying again…"
              )
            : t("Can't reach the big screen. Trying again…");
    patch(at("trouble"), [trouble]);
  },
  error({ why, wait }) {
    if (why === "unknown_token") leave("");
    else if (why === "wrong_code" || why === "slow") {
      view.phase = "code";
      const later =
        wait > 1 ? t("Try again in {wait} seconds.", { wait: Math.ceil(wait) }) : t("Try again in a moment.");
      view.wrong = why === "slow" ? later : `${t("That's not the code on the big screen.")} ${later}`;
      if (why === "wrong_code") view.code = ""; // never repeated automatically, which would cost ever more time
      clearTimeout(view.later);
      // This code was not checked, just like an old one: ask again automatically.
      if (why === "slow" && view.code)
        view.later = setTimeout(() => view.phase === "code" && greet(), 1000 * wait + 100);
    } else if (why === "denied") {
      view.asked = null;
      warn(t("Nobody at the big screen let you in. Choose another seat, or ask there."));
    } else if (why === "full") {
      watch("");
      warn(t("There's no room for more spectators."));
    } else if (why === "taken" && !view.due) warn(t("Someone else was faster. Choose another seat."));
    else if (why === "too_fast") warn(t("Not so fast."));
    else if (why === "flood") warn(t("That's too many at once. Wait a moment."));
  }
};

let newest = 0;
let learnt = {}; // match whose texts are loaded or requested; each game has its own

/** The module of a game, after the texts that it needs. */
async function fetched({ page, match }) {
  if (match !== learnt.match) learnt = { match, words: learnWords() };
  await learnt.words; // also if an earlier state requested them
  return page ? (await loadModule(page)).default : plain;
}

/** Seat a spectator at the next deal or match, if there is a seat. */
function meet({ seat, lobby, match, deal, showing_end }) {
  const at = lobby ? "lobby" : `${match} ${deal}`;
  if (seat !== null || view.spectating !== "next" || showing_end) return;
  // News of a lobby may arrive late, from the previous match. That is no deal to wait for.
  view.due = !["", "lobby", at].includes(view.since);
  if (view.due) sitDown();
  else view.since = at;
}

/** Remove a sheet with nothing left to choose. */
function foldSheet({ steer }) {
  if (view.sheet in SHEETS && !steer?.sheets[view.sheet]) view.sheet = "";
}

async function arrive(state, events) {
  const number = ++newest;
  if (!state.lobby) {
    const game = await fetched(state);
    // A newer state or a seat has come meanwhile, or this phone has left.
    if (number < newest || view.phase !== (state.seat === null ? "watching" : "seated")) return;
    if (game !== view.game) applyStyles(game.css || "");
    view.game = game;
  }
  storeCommitment(state);
  meet(state);
  const old = view.state?.match === state.match ? view.state : null;
  if (!old) view.memory = view.state?.notice && state.notice ? { read: view.memory.read } : {};
  const { memory } = view;
  if (old?.showing_end) old.turn = null; // while the big screen showed an end, it was no one's turn
  const about = view.bench ? "" : hearSteer(state, view.state);
  view.state = state;
  view.farewell = state.farewell;
  dress(state.seats);
  if (!view.bench) foldSheet(state);
  if (state.lobby) return announce(about);
  if (state.over) view.last = { ...state, scored: view.game.scored };
  hearBubble(state, memory, draw);
  document.documentElement.dataset.text = state.text > 149 ? "large" : "";
  startClock(state, memory);
  view.remoteView?.holdOn(state, memory);
  const told = changes(old, state);
  told.push(...events.map(event => view.game.told?.(event, table())).filter(Boolean));
  learnFrom(events, { old, state, memory, quiet: view.game.quiet });
  const mine = acts(state);
  const news = old?.turn !== state.turn || old?.ply !== state.ply;
  if (news) memory.asking = false;
  if (mine && (old?.turn !== state.turn || events.some(({ seat }) => seat !== state.seat)))
    view.turnBeganAt = performance.now();
  const nudged = state.nudge > old?.nudge;
  if ((mine && old?.turn !== state.turn) || nudged) call();
  if (nudged) flash();
  const held = state.showing_end || state.waiting || state.seats[state.turn]?.away;
  const now = state.over
    ? ""
    : held
      ? turnOf(table())
      : mine
        ? t("Your turn.")
        : t("{name}'s turn.", { name: table().name(state.turn) });
  if (now && (now !== memory.now || (news && !mine))) told.push(now);
  memory.now = now;
  if (state.over && !old?.over) {
    told.push(winners(table()), state.over.words);
    memory.cheers =
      Boolean(old) && (state.seat === null ? state.over.winners.length > 0 : state.over.winners.includes(state.seat));
    if (old) cheer(memory.cheers);
  }
  if (state.ask && !old?.ask) told.push(state.ask.words);
  if (state.prompt && !old?.prompt) told.push(state.prompt.words);
  let advice = "";
  if (state.hint && JSON.stringify(state.hint) !== JSON.stringify(old?.hint)) {
    memory.asking = false;
    advice = view.game.advice(table(), true);
  }
  memory.recent = [...(memory.recent || []), ...told].slice(-8);
  const lesson = taught(state, memory);
  announce([...told, advice, lesson, about].filter(Boolean).join(" "));
  draw();
  // People who have scrolled past would not read it.
  if (lesson) at("main").querySelector(".lesson")?.scrollIntoView({ block: "nearest" });
}

// Drawing.

view.draw = () => {
  shape();
  const seated = !view.state || view.state.lobby ? lobby : view.game ? match : connectingPage;
  const shown = { calling: connectingPage, code, seats, gone: replacedPage, goodbye: summaryPage, watching, seated };
  const parts = (shown[view.phase] || connectingPage)();
  document.body.className = parts.kind || "plain";
  Object.assign(document.body.dataset, { match: view.state?.match ?? "", ply: view.state?.ply ?? "" });
  const s = view.state;
  entitle(view.phase === "seated" && s && !s.lobby && acts(s), s?.title || view.title);
  const held = document.activeElement;
  const before = view.screen;
  view.screen = [view.phase, s && !s.lobby ? (s.over ? "over" : "match") : s && "lobby", view.asked !== null].join();
  const upon = view.upon;
  view.upon = view.sheet ? "sheet" : view.menu;
  guardBack();
  at("rehearsal").hidden = !s?.rehearsal;
  at("rehearsal").textContent = s?.rehearsal ? t("Rehearsal") : "";
  patch(at("top"), parts.top || []);
  patch(at("main"), parts.main || []);
  patch(at("bar"), parts.bar || []);
  at("bar").hidden = !parts.bar?.length;
  at("bar").setAttribute("aria-label", t("Actions"));
  view.game?.fit?.();
  edges();
  // Scroll areas without buttons scroll with keys.
  const main = at("main");
  if (main.scrollHeight > main.clientHeight && !main.querySelector("button, input, select")) main.tabIndex = 0;
  else main.removeAttribute("tabindex");
  // Nothing behind an open sheet can be reached.
  for (const node of [at("top"), at("bar"), ...at("main").children])
    node.inert = Boolean(view.sheet) && !node.matches(".sheet");
  if (view.upon !== upon)
    focus(document.querySelector(view.sheet ? ".sheet .small" : view.menu ? ".menu .go" : "#top .small"));
  else if (view.screen !== before) arriveAt(before);
  // The focused element is gone, for example a played card: move the keyboard focus to the bar.
  else if (held?.isConnected)
    held === document.activeElement || focus(held); // it was moved within the page
  else if (held) focus(at("bar").querySelector("button") || at("top").querySelector("h1"));
};

/** Content fades at the lower edge; a table fades at its upper edge too. */
function edges() {
  for (const node of document.querySelectorAll("html, main, .side, .mat"))
    node.toggleAttribute(
      "data-more",
      (node.localName === "html" || getComputedStyle(node).overflowY === "auto") &&
        node.scrollHeight - node.scrollTop > node.clientHeight + 6
    );
  for (const node of document.querySelectorAll(".mat")) node.toggleAttribute("data-past", node.scrollTop > 6);
}
addEventListener("scroll", edges, true);

/** The back button of a phone first closes the sheet over the page: one entry of the history stands for that. */
function guardBack() {
  if ((view.sheet || view.menu) && history.state !== "over") history.pushState("over", "");
}
addEventListener("popstate", () => {
  view.menu = view.sheet = "";
  draw();
});

const focus = node => node?.focus({ preventScroll: true });

/**
 * If a new screen is shown, focus its heading unless a menu is open over it, and announce its text unless it is a
 * match.
 */
function arriveAt(before) {
  if (before && !view.upon) focus(at("top").querySelector("h1"));
  if (before && !document.body.matches(".match"))
    announce(
      [...at("main").querySelectorAll("h2, legend, p:not(.bad, .keys)")].map(node => node.textContent).join(" ")
    );
}

/** Size of the window in letters, because the layout follows both the window and the text size. */
function shape() {
  const root = document.documentElement;
  root.removeAttribute("data-large"); // size above which letters count as large
  const letter = parseFloat(getComputedStyle(root).fontSize);
  const [wide, tall] = [innerWidth / letter, innerHeight / letter];
  const beside = wide > tall && (tall < 34 || Boolean(view.state?.over || view.game?.beside));
  const roomy = beside ? tall > 16.5 && wide > 34 : tall > (letter > 24 ? 34 : 30) && wide > 19;
  root.dataset.shape = beside ? (roomy || innerWidth > 1.5 * innerHeight ? "wide" : "long") : roomy ? "tall" : "long";
  root.toggleAttribute("data-large", !roomy); // letter size for which everything else makes room
  root.toggleAttribute("data-flat", beside && roomy && tall < 24); // also under a browser's bar
  view.letter = roomy && Math.min(innerWidth, innerHeight) < 768 ? letter : 16;
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) measure(sheet);
}

const measured = new WeakMap();

/** Convert media queries in letters to the page's letters; browsers use their default size. */
function measure(sheet) {
  const asked = measured.get(sheet) || { of: questions(sheet) };
  if (asked.in !== view.letter)
    for (const [media, text] of asked.of)
      media.mediaText = text.replace(/([\d.]+)rem/g, (_, n) => `${n * view.letter}px`);
  measured.set(sheet, { ...asked, in: view.letter });
}

const questions = ({ cssRules = [] }) =>
  [...cssRules].flatMap(rule => [...(rule.media ? [[rule.media, rule.media.mediaText]] : []), ...questions(rule)]);

addEventListener("resize", draw);
addEventListener(
  "click",
  () => {
    at("alert").hidden = true;
  },
  true
); // by then a refusal has been read, and must not cover what comes next
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && (view.menu || view.sheet)) {
    view.menu = view.sheet = "";
    draw();
  }
});
new ResizeObserver(draw).observe(at("rem"));

await Promise.all([learnWords(), learnArt()]);
stayAwake();
line.start();
draw();
window.awake = true;
