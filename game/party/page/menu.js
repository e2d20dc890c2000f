// Heading of every page, with its menu and the sheets over the page.

import { isHeard, hear as hearTurns } from "/attention.js";
import { icon } from "/art.js";
import { button, h, languages, load, speak, t, warn } from "/dom.js";
import { own } from "/profile.js";
import { isPromised } from "/commitment.js";
import { watch } from "/seat.js";
import { SHEETS, leavings, remoteMenu, steerSheet, steered } from "/phone_control.js";
import { act, draw, line, view } from "/state.js";
import { rulesOf, sheet } from "/spectate.js";

export const heading = text => h("h1.ribbon", { tabindex: "-1" }, text);

/** Heading of a page without a table. */
export const headed = title => [heading(title || t("Sock Drawer")), menuButton(), menu()];

export const menuButton = () =>
  button(
    "",
    () => {
      view.menu = !view.menu;
      draw();
    },
    { kind: "small", icon: icon("menu"), name: t("Menu"), key: "menu", open: Boolean(view.menu) }
  );

/** Menu that the button opens, under the heading of every page. */
export function menu() {
  if (!view.menu) return null;
  const set = value => () => {
    view.menu = value;
    draw();
  };
  const give = () => {
    set(false)();
    line.send("leave");
  };
  const s = view.state;
  const seated = view.phase === "seated";
  const inside = s && !s.lobby && view.game;
  const more = [
    inside &&
      s.rules &&
      button(
        t("Class rules"),
        () => {
          view.memory.classed = true;
          set(false)();
        },
        { key: "ruled" }
      ),
    inside &&
      s.redo &&
      button(
        t("Redo"),
        () => {
          set(false)();
          act("redo");
        },
        { key: "redo" }
      ),
    inside && button(t("Last moves and scores"), () => read("moves"), { key: "moves" }),
    s?.game && button(t("Rules"), () => read("rules"), { key: "rules" }),
    !s?.over &&
      !s?.lesson &&
      button(seated ? t("Name and pattern") : t("Your name"), () => read("own"), { key: "own" }),
    inside && !s.over && leavings(s),
    remoteMenu(s, set(false)),
    inside && isPromised() && button(t("The promise"), () => read("promise"), { key: "promise" })
  ];
  const loud =
    seated &&
    view.menu !== "sure" &&
    button(
      t("Sound on my turn"),
      () => {
        hearTurns(!isHeard());
        draw();
      },
      { key: "sound", pressed: isHeard() }
    );
  return h(
    "section.label.menu",
    { key: "menupanel", "aria-label": t("Menu") },
    view.menu === "sure" && h("p", {}, t("Give up your seat? Then someone else can take it.")),
    button(view.menu === "sure" ? t("Keep my seat") : t("Continue"), set(false), { kind: "go", key: "on" }),
    view.menu !== "sure" && more,
    loud,
    view.menu !== "sure" &&
      h(
        "div.row",
        { key: "tongues" },
        languages()
          .filter(([code]) => code !== document.documentElement.lang)
          .map(([code, name]) => button(name, () => speak(code), { key: `language ${code}` }))
      ),
    view.phase === "watching"
      ? button(t("Stop watching"), () => watch(""), { kind: "stop", key: "stop" })
      : view.phase === "seats"
        ? !view.is_class && button(t("Just watch"), () => watch("yes"), { key: "watch" })
        : !seated
          ? null
          : view.menu === "sure"
            ? button(t("Give up seat"), give, { kind: "stop", key: "give" })
            : button(t("Give up my seat"), set("sure"), { kind: "stop", key: "sure" })
  );
}

// Overlays for reading.

/** The sheet that is open over the table. */
export function reading(g) {
  const close = () => {
    view.sheet = "";
    draw();
  };
  if (view.sheet in SHEETS) return steerSheet(steered(), close);
  return view.sheet === "own" ? own(view, act, close) : view.sheet && sheet(g, view.sheet, close);
}

/** Open a sheet to read: moves, rules, own, promise. */
export async function read(what) {
  Object.assign(view, { menu: false, sheet: what });
  draw();
  const kept = view.memory;
  if (what !== "rules") return;
  if (kept.ruled !== view.state.game) Object.assign(kept, { rules: "", ruled: view.state.game });
  try {
    kept.rules = rulesOf(await load(`/play/${view.state.game}.${document.documentElement.lang}.md`), view.state.game);
  } catch {
    view.sheet = kept.ruled = "";
    warn(t("Can't reach the big screen. Trying again…"));
  }
  draw();
}
