// The teacher's page: comes in with a separate token, and shows and controls the class.

import { learnArt } from "/art.js";
import { keep, kept } from "/storage.js";
import { announce, h, learnWords, patch, t, warn } from "/dom.js";
import { Connection } from "/connection.js";
import { start as startDrag } from "/teacher/drag.js";
import { head } from "/teacher/head.js";
import { dialog } from "/teacher/dialog.js";
import { alerts, asks, big, isTold, lateAlerts } from "/teacher/sidebar.js";
import { tables } from "/teacher/tables.js";

const KEY = "sockdrawer.teacher";
const at = id => document.getElementById(id);

/**
 * The page's state. `ask` is the overlay: a person's menu or a question. `folds` are the tables that were opened or
 * shut on a phone.
 */
export const view = { phase: "calling", state: null, wrong: "", ask: null, token: "", drag: null, folds: new Map() };

/** True if there is room only for a phone's page; the styles have the same limit. */
export const small = matchMedia("(max-width: 36rem), (max-height: 30rem)");

const line = new Connection(message => handlers[message.type]?.(message));

const handlers = {
  open: () => (view.token ? line.send("token_login", { token: view.token }) : enter("code")),
  token_state() {
    keep(KEY, view.token);
    line.send("set_language", { language: document.documentElement.lang });
    view.wrong = "";
  },
  state({ state }) {
    const before = view.state;
    Object.assign(view, { phase: "desk", state });
    announceChanges(before, state);
    draw();
  },
  error({ why }) {
    if (why === "unknown_token") {
      keep(KEY, "");
      view.wrong = view.token ? t("That isn't the teacher's code.") : "";
      view.token = "";
      enter("code");
    } else if (why === "full") warn(t("This page is already open on too many devices."));
    else if (why === "too_fast") warn(t("Not so fast."));
  },
  closing({ why }) {
    if (why === "over") enter("over");
    else if (why === "renewed") {
      keep(KEY, "");
      Object.assign(view, { token: "", wrong: t("There's a new code. Ask for it at the big screen.") });
      enter("code");
    } else if (why !== "unknown") handlers.disconnected(); // someone still typing is asked again, without disturbing them
  },
  disconnected() {
    at("trouble").hidden = false;
    patch(at("trouble"), [t("Can't reach the big screen. Trying again…")]);
  },
  reconnected: () => {
    at("trouble").hidden = true;
  }
};

function enter(phase) {
  Object.assign(view, { phase, state: null, ask: null });
  draw();
}

/** News of the class for screen readers, and who needs the teacher now. */
function announceChanges(before, now) {
  const known = new Set((before?.needs || []).map(({ why, person, table }) => `${why} ${person} ${table}`));
  const fresh = now.needs
    .filter(({ why, person, table }) => !known.has(`${why} ${person} ${table}`))
    .map(({ words }) => words);
  if (now.news && now.news !== before?.news) fresh.push(now.news);
  if (before && now.phase !== before.phase)
    fresh.push(isTold(now) ? t("The debrief is on the big screen.") : now.clock.words);
  if (before && now.round !== before.round) fresh.push(t("Round {n}", { n: now.round }));
  if (now.swap.told && !before?.swap.told) fresh.push(now.swap.told);
  if (fresh.length) announce(fresh.join(" "));
}

/** Send a command and show a refusal. Resolves to whether it is known to be done. */
export async function act(what, fields) {
  if (line.isLost) {
    warn(t("Can't reach the big screen. Trying again…"));
    return false;
  }
  const refused = await line.say({ do: "command", command: { do: what, ...fields } });
  if (refused) warn(refused);
  return refused === "";
}

/** Show an overlay, or remove it. The focus moves there and back. */
export function ask(what) {
  if (what && !view.ask) view.held = document.activeElement;
  view.ask = what;
  draw();
  if (what)
    (
      at("over").querySelector(".ways button, .two button, .two a, .sheet .all button") ||
      at("over").querySelector("button")
    ).focus();
  else if (view.held?.isConnected) view.held.focus();
  else at("top").querySelector("h1")?.focus({ preventScroll: true });
}

function door() {
  const come = event => {
    event.preventDefault();
    view.token = at("code").value;
    if (!view.token.trim()) return;
    line.send("token_login", { token: view.token });
  };
  if (view.phase === "over") {
    return [
      h(
        "section.panel.door",
        { key: "over" },
        h("h1", { tabindex: "-1" }, t("The lesson is over.")),
        h("p", {}, t("The next one has its own code."))
      )
    ];
  }
  if (view.phase !== "code") return [h("p.door", { key: "calling", role: "status" }, t("One moment…"))];
  return [
    h(
      "form.panel.door",
      { key: "door", onsubmit: come },
      h("h1", { tabindex: "-1" }, t("The teacher's page")),
      h("label", { for: "code" }, t("Code on the teacher's screen")),
      h("input", {
        id: "code",
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        maxlength: "48",
        required: true,
        "aria-describedby": view.wrong ? "wrong" : undefined,
        "aria-invalid": view.wrong ? "true" : undefined
      }),
      view.wrong && h("p.bad", { id: "wrong", role: "alert" }, view.wrong),
      h("button.press.go", { type: "submit" }, t("Open"))
    )
  ];
}

/** Redraw the page. */
export function draw() {
  const s = view.phase === "desk" ? view.state : null;
  document.title = s
    ? `${s.needs.length ? `(${s.needs.length}) ` : ""}${s.title || s.game_title}`
    : t("The teacher's page");
  document.body.className = s ? `desk ${s.phase}` : "shut";
  patch(at("top"), s ? head(s) : []);
  at("top").hidden = !s;
  patch(
    at("main"),
    s
      ? [
          alerts(s),
          h("div.left", { key: "left" }, isTold(s) ? [asks(s), tables(s)] : [tables(s), asks(s)]),
          lateAlerts(s),
          big(s)
        ]
      : door()
  );
  patch(at("over"), s && view.ask ? [dialog(s)] : []);
  for (const id of ["top", "main"]) at(id).inert = Boolean(s && view.ask);
}

small.addEventListener("change", draw);
addEventListener("keydown", event => {
  if (event.key === "Escape" && view.ask) ask(null);
});

view.token = decodeURIComponent(location.hash.slice(1)) || kept(KEY);
// Remove the code from the address, because the page may be shown on the projector one day.
history.replaceState(null, "", location.pathname);
// Letters too: people who paste the code would miss a button that moves when they arrive.
const letters = ["Fredoka", "Manrope"].map(name => document.fonts.load(`1rem ${name}`).catch(() => []));
await Promise.all([learnWords(), learnArt(), ...letters]);
startDrag();
line.start();
draw();
window.awake = true;
