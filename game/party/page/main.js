// The page: finds its seat, keeps it through sleep and lost lines, and shows the match with the game's own module.

import { h, isolated, patch, button, list, tell, warn, wear, t, bring, load, learnWords, languages, speak } from "/kit.js";
import { Line } from "/line.js";
import { isPromised, keep } from "/promise.js";
import { SEATS, icon, learnArt } from "/art.js";
import { brief, face } from "/parts.js";
import { call, entitle, hear as hearTurns, isHeard, stayAwake } from "/awake.js";
import * as plain from "/plain.js";
import { bubble, hearBubble } from "/bubble.js";
import { poll, wishes } from "/vote.js";
import { own, ownName } from "/own.js";
import { before, onlooking, waiting } from "/lobby.js";
import { audience, finals, rulesOf, sheet, stay, wasWatching, watcher } from "/watch.js";

const at = (id) => document.getElementById(id);
const view = {
  phase: "calling", // calling, code, seats, seated, gone
  code: decodeURIComponent(location.hash.slice(1)).slice(0, 8),
  title: "",
  seats: [],
  away: [], // seats whose phones cannot be reached: this one may be one of them, and know its token no more
  asked: null, // the seat that the host is asked for
  chosen: null,
  name: ownName(),
  why: "", // what happened to the seat that was there before
  wrong: "", // what is wrong with the code
  state: null,
  game: null,
  menu: false,
  watches: wasWatching(), // whether this phone only watches
  sheet: "", // what lies over the table: moves, rules, own (name and knitting)
};
const line = new Line(hear);

// What the big screen says.

function hear(message) {
  if (message.type === "open") greet();
  else if (takers[message.type]) takers[message.type](message);
  if (!["bye", "open", "lost"].includes(message.type)) {
    view.closed = view.over = false;
    at("trouble").hidden = true;
  }
  if (!message.state || message.state.lobby || !view.game) draw(); // a match is drawn once it has arrived
}

const takers = {
  seats({ title, seats, away }) {
    Object.assign(view, { title, seats, away, phase: view.watches ? "watching" : "seats", wrong: "" });
    const all = [...seats, ...away];
    if (!all.some((seat) => seat.seat === view.chosen)) view.chosen = all[0]?.seat ?? null;
    // Asked on a line that was lost: asked again on this one.
    if (isAway(view.asked)) line.send("claim", { code: view.code, seat: view.asked });
    else view.asked = null;
  },
  watching: () => {
    view.phase = "watching";
    line.send("speak", { language: document.documentElement.lang });
  },
  asked: ({ seat }) => { view.asked = seat; },
  seat({ token }) {
    line.token = token;
    view.phase = "seated";
    if (view.state?.seat === null) view.state = null; // what watchers are told shows no hand
    view.watches = stay(false);
    line.send("speak", { language: document.documentElement.lang });
    view.why = "";
    view.asked = null;
  },
  state({ state, events }) {
    if (state.seat === null && !view.watches) return; // it came when this phone watched no more
    view.phase = state.seat === null ? "watching" : "seated";
    arrive(state, events);
  },
  /** This game has fewer seats: the name and the token stay, for the next one. */
  bench({ name }) {
    Object.assign(view, { name, state: null, why: t("This game has no seat for you. You keep your name, and sit down by yourself in the next one that has.") });
    if (view.watches) ask();
  },
  removed: () => leave(t("The host has given your seat to somebody else.")),
  left: () => leave(""),
  bye({ why }) {
    if (why === "elsewhere") view.phase = "gone";
    if (why === "over") {
      leave(t("The party is over on the big screen. The next one has a code of its own."));
      view.code = "";
      view.over = true;
    }
    if (why !== "closed" && why !== "over") return;
    view.closed = true;
    takers.lost();
  },
  lost() {
    at("trouble").hidden = view.over;
    at("trouble").textContent = view.closed
      ? t("The party is closed on the big screen. This phone comes back by itself.")
      : line.isLostForLong ? t("The big screen cannot be reached. Is this phone in its Wi-Fi, and does it still show this address? Trying again…")
      : t("The big screen cannot be reached. Trying again…");
  },
  error({ why, wait }) {
    if (why === "unknown_token") leave("");
    else if (why === "wrong_code" || why === "slow") {
      view.phase = "code";
      const later = wait > 1 ? t("Try again in {wait} seconds.", { wait: Math.ceil(wait) }) : t("Try again in a moment.");
      view.wrong = why === "slow" ? later : `${t("That is not the code on the big screen.")} ${later}`;
      if (why === "wrong_code") view.code = ""; // never said again by itself, which would cost ever more time
      clearTimeout(view.later);
      // This code has not been looked at, as after an old one: ask again by ourselves.
      if (why === "slow" && view.code) view.later = setTimeout(() => view.phase === "code" && greet(), 1000 * wait + 100);
    } else if (why === "denied") {
      view.asked = null;
      warn(t("Nobody at the big screen has let you in. Choose another seat, or ask there."));
    } else if (why === "full") {
      view.watches = stay(false);
      warn(t("So many watch already that there is no room for one more."));
    } else if (why === "taken") warn(t("Somebody else was faster. Choose another seat."));
    else if (why === "too_fast") warn(t("Not so fast."));
  },
};

function greet() {
  if (line.token) line.send("back", { token: line.token });
  else if (view.code) ask();
  else view.phase = "code";
}

/** Ask for free seats, and where this phone only watches for all that is to be seen. */
function ask() {
  if (view.watches) line.send("watch", { code: view.code, watcher: watcher() });
  else line.send("look", { code: view.code });
}

function watch(yes) {
  view.watches = stay(yes);
  Object.assign(view, { menu: false, sheet: "", state: yes ? view.state : null });
  ask();
}

function leave(why) {
  line.token = "";
  line.forget();
  view.state = null;
  view.why = why;
  view.phase = "code";
  if (view.code) line.send("look", { code: view.code });
}

const games = {};
let newest = 0;

/** The module of a game, fetched once, after the words that it needs. */
function fetched(page) {
  games[page] ??= learnWords().then(async () => (page ? (await bring(page)).default : plain));
  return games[page];
}

async function arrive(state, events) {
  const number = ++newest;
  if (!state.lobby) {
    const game = await fetched(state.page);
    if (number < newest) return; // a newer state has come meanwhile
    if (game !== view.game) wear(game.css || "");
    view.game = game;
  }
  keep(state);
  const old = view.state?.match === state.match ? view.state : null;
  if (!old) memory = {};
  if (old?.showing) old.turn = null; // as long as the big screen showed an end it was nobody's turn
  view.state = state;
  if (state.lobby) return;
  if (state.over) view.last = state;
  hearBubble(state, memory, draw);
  document.documentElement.dataset.text = state.text > 149 ? "large" : "";
  const told = events.map((event) => view.game.told?.(event, table())).filter(Boolean);
  const mine = state.turn === state.seat && !state.over && !state.showing;
  const news = old?.turn !== state.turn || old?.ply !== state.ply;
  if (news) memory.asking = false;
  if (mine && old?.turn !== state.turn) call();
  const held = state.showing || state.waiting || state.seats[state.turn]?.away;
  const now = state.over ? "" : held ? turnOf(table()) : mine ? t("Your turn.") : t("{name}'s turn.", { name: table().name(state.turn) });
  if (now && (now !== memory.now || (news && !mine))) told.push(now);
  memory.now = now;
  if (state.over && !old?.over) told.push(winners(table()), state.over.words);
  if (state.ask && !old?.ask) told.push(state.ask.words);
  if (state.hint && JSON.stringify(state.hint) !== JSON.stringify(old?.hint)) {
    memory.asking = false;
    told.push(view.game.advice(table(), true));
  }
  memory.recent = [...(memory.recent || []), ...told].slice(-8);
  tell(told.join(" "));
  draw();
}

// What a game's module gets. It gives back its classes (`kind`) and styles (`css`), what it shows (`show`: info, board,
// side, bar), an event in words (`told`), a hint in words (`advice`), and `fit` where it measures what it has drawn.

/** What a game's module keeps between two drawings, as what is chosen; with another match all of it is forgotten. */
let memory = {};

function table() {
  const s = view.state;
  return {
    ...s,
    mine: s.turn === s.seat && !s.over && !s.waiting && !s.showing,
    memory,
    name: (seat) => isolated(s.seats[seat]?.name ?? ""),
    look: (seat) => s.seats[seat]?.look ?? 0,
    draw,
    do: act,
    play: (move) => act("move", { move, ply: s.ply }),
    askHint,
  };
}

/** Ask for a hint; it comes later, and where there is no more to say it is said again. */
async function askHint() {
  Object.assign(memory, { asking: true, followed: "" });
  draw();
  if (view.state.hint) tell(view.game.advice(table(), true));
  memory.asking = (await act("hint")) && !view.state.hint;
  draw();
}

/** Do something on the big screen; a refusal is told. */
async function act(what, fields) {
  if (line.isLost) {
    warn(t("The big screen cannot be reached. Trying again…"));
    return false;
  }
  const refused = await line.say({ do: what, moment: view.state?.moment, ...fields });
  if (refused) warn(refused);
  return !refused;
}

// Drawing.

function draw() {
  const shown = { calling, code, seats, gone, watching, seated: view.state && !view.state.lobby ? match : lobby };
  const parts = (shown[view.phase] || calling)();
  document.body.className = parts.kind || "plain";
  document.body.dataset.ply = view.state?.ply ?? "";
  const s = view.state;
  entitle(view.phase === "seated" && s && !s.lobby && !s.over && !s.showing && s.turn === s.seat, s?.title || view.title);
  const held = document.activeElement;
  const before = view.screen;
  view.screen = [view.phase, s && !s.lobby ? (s.over ? "over" : "match") : s && "lobby", view.asked !== null].join();
  const upon = view.upon;
  view.upon = view.sheet ? "sheet" : view.menu;
  patch(at("top"), parts.top || []);
  patch(at("main"), parts.main || []);
  patch(at("bar"), parts.bar || []);
  at("bar").hidden = !parts.bar?.length;
  at("bar").setAttribute("aria-label", t("Actions"));
  view.game?.fit?.();
  // Nothing is reached behind what is read.
  for (const node of [at("top"), at("bar"), ...at("main").children]) node.inert = Boolean(view.sheet) && !node.matches(".sheet");
  if (view.upon !== upon) focus(document.querySelector(view.sheet ? ".sheet .small" : view.menu ? ".menu .go" : "#top .small"));
  else if (view.screen !== before) arriveAt(before);
  // What had the focus is gone, as a card that was laid: whoever uses keys goes on from the bar.
  else if (held && !held.isConnected) focus(at("bar").querySelector("button") || at("top").querySelector("h1"));
}

const focus = (node) => node?.focus({ preventScroll: true });

/** Another screen has come: its heading has the focus, and where it is no match, what it says is told. */
function arriveAt(before) {
  if (before) focus(at("top").querySelector("h1"));
  if (before && !document.body.matches(".match")) tell([...at("main").querySelectorAll("h2, legend, p:not(.bad, .keys)")].map((node) => node.textContent).join(" "));
}

const heading = (text) => h("h1.ribbon", { tabindex: "-1" }, text);
const headed = (title) => [heading(title || t("Sock Drawer")), menuButton(), menu()];
const parade = () => h("div.parade", { "aria-hidden": "true" }, [3, 1, 0, 2, 4].map((look) => face(look, look ? "smile" : "open")));

function calling() {
  return { top: [heading(t("Sock Drawer"))], main: [parade(), h("p.label.middle", {}, t("Calling the big screen…"))] };
}

function code() {
  const submit = (event) => {
    event.preventDefault();
    view.code = event.target.elements.code.value.trim().toUpperCase();
    line.send("look", { code: view.code });
  };
  return {
    top: headed(),
    main: [
      parade(),
      h("form.label", { key: "coded", onsubmit: submit },
        h("label", { for: "code" }, t("The four letters on the big screen")),
        h("input", { id: "code", name: "code", maxlength: 4, autocapitalize: "characters", autocomplete: "off",
          spellcheck: "false", required: true, "aria-describedby": view.wrong ? "wrong" : undefined, "aria-invalid": view.wrong ? "true" : undefined }),
        (view.wrong || view.why) && h("p.bad", { id: "wrong", role: "alert" }, view.wrong || view.why),
        h("button.big.go", {}, t("Go on"))),
      reading(),
    ],
  };
}

const isAway = (seat) => view.away.some((one) => one.seat === seat);

function seats() {
  if (view.asked !== null) return asking();
  const back = isAway(view.chosen);
  const join = (event) => {
    event.preventDefault();
    const { code, chosen: seat } = view;
    if (back) line.send("claim", { code, seat });
    else if (seat !== null) line.send("join", { code, seat, name: event.target.elements.name.value || view.name });
  };
  const choice = (seat) =>
    h("label.seat", { key: `seat${seat.seat}`, class: view.chosen === seat.seat ? "on" : "" },
      h("input", { type: "radio", name: "seat", checked: view.chosen === seat.seat,
        onchange: () => { view.chosen = seat.seat; draw(); } }),
      face(seat.look, "smile"),
      h("span.who", { style: { color: SEATS[seat.look].text } }, seat.name));
  const some = view.seats.length + view.away.length;
  const keys = some > 1 && h("p.keys", { key: "keys" }, t("Arrow keys choose another seat."));
  const free = [
    view.seats.length > 0 && !back && [
      h("label", { for: "name" }, t("Your name")),
      h("input", { id: "name", name: "name", maxlength: 20, autocomplete: "nickname",
        placeholder: view.name || view.seats.find(({ seat }) => seat === view.chosen)?.name })],
    view.seats.length > 0 && h("fieldset", { key: "free" }, h("legend", {}, t("Choose your seat")), view.seats.map(choice), keys),
    view.away.length > 0 && h("fieldset", { key: "away" }, h("legend", {}, t("Were you here before? Which seat was yours?")), view.away.map(choice), keys),
    !some && [face(4, "sleep"), h("h2", {}, t("All seats are taken")),
      h("p", {}, t("As soon as one is free, you can take it here. The host can make one free on the big screen."))],
  ];
  return {
    top: headed(view.title),
    main: [h("form.label", { id: "join", key: "join", class: some ? "" : "middle", onsubmit: join }, view.why && h("p.bad", { key: "why" }, view.why), free), before(view.last), reading()],
    bar: [some > 0 && h("button.big.go", { form: "join", key: "join" }, back ? t("That was my seat") : t("Take this seat")),
      button(t("Just watch"), () => watch(true), { key: "watch", kind: some ? "" : "go" })].filter(Boolean),
  };
}

/** The host is asked whether this phone's person had a seat. */
function asking() {
  const seat = view.away.find((one) => one.seat === view.asked);
  const other = () => { view.asked = null; line.send("look", { code: view.code }); draw(); };
  return {
    top: headed(view.title),
    main: [h("section.label.middle", { key: "asking" }, seat && face(seat.look, "open"), seat && h("h2", {}, seat.name),
      h("p", {}, t("The big screen asks whether that is your seat. Somebody there has to say yes.")),
      button(t("Choose another seat"), other, { key: "other" })), reading()],
  };
}

function lobby() {
  return { top: headed(view.state?.title), main: [...waiting(view), view.state && reading(table())] };
}

/** The page of somebody without a seat. */
function watching() {
  const s = view.state;
  const free = view.seats.length > 0 && (view.seats.length > 1 ? t("Take a free seat") : t("Take the free seat"));
  const take = () => watch(false);
  if (!s || s.lobby || !view.game) {
    return {
      top: headed(s?.title || view.title),
      main: [parade(), ...onlooking(view), reading(s && table())],
      bar: free ? [button(free, take, { key: "take", kind: "go" })] : [],
    };
  }
  const g = table();
  const parts = audience(g, view.game, { turn: turnOf(g), winners: g.over && winners(g), menuButton: menuButton(), menu: menu(), free, take, look: view.seats[0]?.look });
  return { ...parts, main: [...parts.main, reading(g)] };
}

/** What somebody reads over the table. */
function reading(g) {
  const close = () => { view.sheet = ""; draw(); };
  return view.sheet === "own" ? own(view, act, close) : view.sheet && sheet(g, view.sheet, close);
}

async function read(what) {
  Object.assign(view, { menu: false, sheet: what });
  draw();
  const kept = memory;
  if (what !== "rules" || kept.ruled === view.state.game) return;
  Object.assign(kept, { rules: "", ruled: view.state.game });
  try {
    kept.rules = rulesOf(await load(`/play/${view.state.game}.${document.documentElement.lang}.md`));
  } catch {
    view.sheet = kept.ruled = "";
    warn(t("The big screen cannot be reached. Trying again…"));
  }
  draw();
}

function gone() {
  return {
    top: [heading(t("Sock Drawer"))],
    main: [
      h("section.label.middle", {},
        h("p", {}, t("Your seat is held on another phone or page now.")),
        button(t("Take it back here"), () => line.call(), { kind: "go" })),
    ],
  };
}

const menuButton = () =>
  button("", () => { view.menu = !view.menu; draw(); }, {
    kind: "small", icon: icon("menu"), name: t("Menu"), key: "menu", open: Boolean(view.menu) });

function menu() {
  if (!view.menu) return null;
  const set = (value) => () => { view.menu = value; draw(); };
  const give = () => { set(false)(); line.send("leave"); };
  const s = view.state;
  const seated = view.phase === "seated";
  const inside = s && !s.lobby && view.game;
  const more = [
    inside && button(t("Last moves and scores"), () => read("moves"), { key: "moves" }),
    s?.game && button(t("Rules"), () => read("rules"), { key: "rules" }),
    !s?.over && button(seated ? t("Name and knitting") : t("Your name"), () => read("own"), { key: "own" }),
    inside && isPromised() && button(t("The promise"), () => read("promise"), { key: "promise" })];
  const loud = seated && view.menu !== "sure" && button(t("Sound at my turn"), () => { hearTurns(!isHeard()); draw(); }, { key: "sound", pressed: isHeard() });
  return h("section.label.menu", { key: "menupanel", "aria-label": t("Menu") },
    view.menu === "sure" && h("p", {}, t("Give up your seat? Somebody else can take it then.")),
    button(view.menu === "sure" ? t("Keep my seat") : t("Go on"), set(false), { kind: "go", key: "on" }),
    view.menu !== "sure" && more,
    loud,
    view.menu !== "sure" && languages().filter(([code]) => code !== document.documentElement.lang)
      .map(([code, name]) => button(name, () => speak(code), { key: `language ${code}` })),
    view.phase === "watching" ? button(t("Stop watching"), () => watch(false), { kind: "stop", key: "stop" })
      : view.phase === "seats" ? button(t("Just watch"), () => watch(true), { key: "watch" })
      : !seated ? null
      : view.menu === "sure" ? button(t("Give it up"), give, { kind: "stop", key: "give" })
      : button(t("Give up my seat"), set("sure"), { kind: "stop", key: "sure" }));
}

const winners = (g) =>
  g.over.winners.length === g.seats.length ? t("A draw")
  : g.over.winners.includes(g.seat) && g.over.winners.length < 2 ? t("You win!")
  : g.over.winners.length < 2 ? t("{name} wins!", { name: g.name(g.over.winners[0]) })
  : t("{names} win!", { names: list(g.over.winners.map(g.name)) });

/** Whose turn it is, for everybody else. */
const turnOf = (g) =>
  g.showing ? (g.showing === "hand" ? t("The big screen shows how the hand ends") : t("The big screen shows how it ends"))
  : g.seats[g.turn]?.away ? t("Waiting for {name}'s phone", { name: brief(g.name(g.turn)) })
  : g.waiting ? t("Paused on the big screen")
  : t("{name}'s turn", { name: brief(g.name(g.turn)) });

function match() {
  const g = table();
  if (!view.game) return calling();
  const parts = view.game.show(g);
  const me = g.seats[g.seat];
  const turn = g.over ? winners(g) : g.mine ? t("Your turn, {name}", { name: brief(me.name) }) : turnOf(g);
  const looks = SEATS[g.over ? g.look(g.over.winners[0] ?? g.seat) : g.look(g.turn)];
  const tip = memory.asking ? t("Thinking…") : g.hint && g.mine ? view.game.advice(g) : "";
  return {
    kind: `match ${view.game.kind}${g.mine ? " mine" : ""}`,
    top: [
      h("h1.ribbon", { tabindex: "-1", style: { "--dark": looks.dark } },
        h("span", {}, turn)),
      parts.info && h("p.info", {}, parts.info),
      menuButton(), menu(),
    ],
    main: [
      g.poll ? poll(g) : parts.board,
      memory.said && !view.game.talks && h("div.talk", { key: "talk" }, bubble(g)),
      h("div.side", { key: "side" },
        g.ask && h("section.label.ask", { key: "ask", role: "group", "aria-label": g.ask.words },
          h("p", {}, g.ask.words),
          h("div.row", {}, g.ask.answers.map((words, number) =>
            button(words, () => act("answer", { number }), { key: `answer${number}`, kind: number ? "" : "go" })))),
        g.over && h("section.label.middle", { key: "over" },
          h("div.row", {}, g.over.winners.map((seat) => face(g.look(seat), "open"))), h("p", {}, g.over.words), finals(g)),
        tip && h("p.tip", { key: "tip" }, h("span.icon", { html: icon("lamp"), "aria-hidden": "true" }), h("span", {}, tip)),
        !g.over && parts.side),
      reading(g),
    ],
    bar: g.over ? wishes(g) : parts.bar,
  };
}

/** How much room there is, in letters: the layout follows the window and the size of text alike. */
function measure() {
  const root = document.documentElement;
  const letter = parseFloat(getComputedStyle(root).fontSize);
  const [wide, tall] = [innerWidth / letter, innerHeight / letter];
  const beside = wide > tall && tall < 34;
  root.dataset.shape = beside ? (tall > 20 && wide > 38 ? "wide" : "long") : tall > 30 && wide > 19 ? "tall" : "long";
  draw();
}
addEventListener("resize", measure);
addEventListener("keydown", ({ key }) => { if (key === "Escape" && (view.menu || view.sheet)) { view.menu = view.sheet = ""; draw(); } });
new ResizeObserver(measure).observe(at("rem"));

await Promise.all([learnWords(), learnArt()]);
stayAwake();
line.start();
draw();
window.awake = true;
