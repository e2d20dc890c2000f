// Small parts of the teacher's page: puppets, chairs, signs, buttons, switches.

import { dress, puppet } from "/art.js";
import { h, picture } from "/dom.js";

const INK = "#2B2440";
const drawn = (body, box = "0 0 32 32") => `<svg viewBox="${box}" focusable="false" aria-hidden="true">${body}</svg>`;
const stroke = `fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"`;
const SIGNS = {
  clock: drawn(`<circle cx="16" cy="16" r="13" ${stroke}/><path d="M16 8V16L21.5 20" ${stroke}/>`),
  plus: drawn(`<path d="M16 5V27M5 16H27" ${stroke} stroke-width="4.6"/>`),
  flag: drawn(
    `<path d="M7 3V29" ${stroke}/><path d="M8 4Q16 1 27 6L23 11L27 17Q16 13 8 16Z" fill="#C8402F" stroke="${INK}" stroke-width="2"/>`
  ),
  swap: drawn(`<path d="M4 11H26L20 5M28 21H6L12 27" ${stroke}/>`),
  pause: drawn(
    `<rect x="6" y="4" width="7" height="24" rx="2.5" fill="currentColor"/><rect x="19" y="4" width="7" height="24" rx="2.5" fill="currentColor"/>`
  ),
  go: drawn(
    `<path d="M8 4.500L27 16L8 27.500Z" fill="currentColor" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/>`
  ),
  alert: drawn(
    `<path d="M16 3L30 28H2Z" fill="#FFD25A" stroke="${INK}" stroke-width="2.6" stroke-linejoin="round"/><path d="M16 11V19M16 23.600V23.7" stroke="${INK}" stroke-width="3.6" stroke-linecap="round"/>`
  ),
  person: drawn(
    `<circle cx="16" cy="10" r="6.5" ${stroke} stroke-width="3"/><path d="M4 28Q4 18 16 18T28 28Z" ${stroke} stroke-width="3"/>`
  ),
  screen: drawn(
    `<rect x="2.5" y="4" width="27" height="19" rx="2.5" ${stroke} stroke-width="3"/><path d="M11 29H21M8 10V9.500Q8 9 8.5 9H12" ${stroke} stroke-width="2.6"/>`
  ),
  vote: drawn(
    `<path d="M3 15H29V28H3Z" ${stroke} stroke-width="3"/><path d="M10 15V4H22V15M11 20.500H21" ${stroke} stroke-width="3"/>`
  ),
  bot: drawn(
    `<rect x="5" y="11" width="22" height="17" rx="5" fill="#CFC7E8" stroke="${INK}" stroke-width="2.4"/><path d="M16 11V5" stroke="${INK}" stroke-width="2.4"/><circle cx="16" cy="4" r="2.6" fill="#FFD25A" stroke="${INK}" stroke-width="1.6"/><circle cx="11.5" cy="18" r="2.4" fill="${INK}"/><circle cx="20.5" cy="18" r="2.4" fill="${INK}"/><path d="M11 24H21" stroke="${INK}" stroke-width="2.4" stroke-linecap="round"/>`
  ),
  grip: drawn(
    [6, 13, 20]
      .map(y => `<circle cx="4" cy="${y}" r="2.3" fill="#8A7257"/><circle cx="12" cy="${y}" r="2.3" fill="#8A7257"/>`)
      .join(""),
    "0 0 16 26"
  ),
  dots: drawn([6, 16, 26].map(x => `<circle cx="${x}" cy="16" r="3.6" fill="currentColor"/>`).join("")),
  fold: drawn(`<path d="M6 11L16 22L26 11" ${stroke} stroke-width="4.4"/>`),
  shut: drawn(`<path d="M6 6L26 26M26 6L6 26" ${stroke} stroke-width="4.4"/>`),
  news: drawn(
    `<path d="M4 12H10L24 5V27L10 20H4Z" fill="#C8402F" stroke="${INK}" stroke-width="2.4" stroke-linejoin="round"/>`
  )
};

/** An icon, without words for screen readers. */
export const sign = name => h("span.sign", { html: SIGNS[name], "aria-hidden": "true" });

/** The head of a person's puppet, with their cap. */
export function headOf({ look, sock = "", is_bot: bot = false, is_away: away = false }) {
  dress(sock ? [{ look, sock }] : []);
  return picture(
    bot ? "28 -44 184 200" : "28 -6 184 162",
    puppet(look, away ? "sleep" : "smile", bot ? "wears-antenna" : ""),
    { class: "puppet" }
  );
}

/** Picture of a chair; none without a rank. */
export const chairOf = rank =>
  rank >= 0 &&
  h("img.chair", { src: `/play/chair-${rank}.svg`, alt: "", width: "28", height: "34", draggable: "false" });

/** Button with words, an action, a sign before the words, and a style. */
export const press = (words, act, { kind = "", icon = "", key, name, off = "" } = {}) =>
  h(
    "button.press",
    {
      type: "button",
      class: kind,
      key: key ?? words,
      onclick: () => off || act(),
      "aria-label": name,
      "aria-disabled": off ? "true" : undefined,
      title: off || undefined
    },
    icon && sign(icon),
    words && h("span", {}, words)
  );

/** A row that is on or off. */
export const toggle = (words, on, act) =>
  h(
    "div.toggle",
    { key: `toggle ${words}` },
    h("span", { id: `t ${words}`.replaceAll(" ", "-") }, words),
    h(
      "button.switch",
      {
        type: "button",
        role: "switch",
        "aria-checked": String(on),
        "aria-labelledby": `t ${words}`.replaceAll(" ", "-"),
        onclick: () => act(!on)
      },
      h("i", {})
    )
  );

/** A panel with a heading. */
export const panel = (key, icon, title, ...kids) =>
  h(
    "section.panel",
    { key, class: key, "aria-labelledby": `h-${key}` },
    h("h2", { id: `h-${key}` }, icon && sign(icon), h("span", {}, title)),
    kids
  );
