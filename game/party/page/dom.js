// Elements from plain values, patched in place so that focus and screen readers keep their place; and texts.

import { keep, kept } from "/storage.js";

const SVG = "http://www.w3.org/2000/svg";
let words = {};

/** The text in the language of the big screen; {name} and the like are filled in. */
export function t(text, fields) {
  const told = words[text] || text;
  return fields
    ? told.replace(/(?:\b(\w+)( ))?\{(\w+)\}/g, (_all, word = "", gap = "", name) => {
        const filled = fields[name] ?? "";
        return `${elides(word, filled) ? `${word.slice(0, -1)}’` : word + gap}${isolated(filled)}`;
      })
    : told;
}

/** True if a word loses its last letter before a vowel, as French "de" does (see elided_words in i18n.py). */
const elides = (word, next) =>
  word &&
  (words["@elided"] || "").split(" ").includes(word.toLowerCase()) &&
  /^[aeiouœ]/i.test(String(next).normalize("NFD"));

/** The form of a text that goes with the number {n}, by the rule of the language (see plural_rule in i18n.py). */
export function counted(one, many, n) {
  const form = Number((words["@plural"] || "")[n < 200 ? n : 100 + (n % 100)] ?? (n === 1 ? 0 : 1));
  const told = words[one]?.[form] || (form ? many : one);
  return told.replaceAll("{n}", n);
}

/** Isolate right-to-left text, so that it does not reorder the sentence around it. */
export const isolated = text =>
  /^[^\u2068]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text;

const PATIENCE = 15000; // milliseconds after which a request counts as lost

/** Fetch a file; a failure is an error, which reloads the page (see boot.js). */
export async function load(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

const brought = {};

/**
 * Fetch a module as `load` fetches a file. Once, because WebKit may give a second caller a module that it has not run
 * yet.
 */
export const loadModule = path =>
  (brought[path] ??= Promise.race([
    Promise.resolve(window.far?.module(path) ?? path).then(at => import(at)),
    new Promise((_done, lost) => setTimeout(() => lost(new Error(`${path}: late`)), PATIENCE))
  ]));

const LANGUAGE = "sockdrawer.language";

/** The languages of the page: codes and own names. */
export const languages = () => known;
let known = [];

/** Switch to this language; the page reloads, which loses nothing. */
export function speak(code) {
  keep(LANGUAGE, code);
  location.reload();
}

let lesson = 0;

/** Load the texts of the current game. Texts of an earlier game that arrive late are ignored. */
export async function learnWords() {
  const number = ++lesson;
  const own = kept(LANGUAGE) || (navigator.language || "").slice(0, 2);
  const told =
    (/^[a-z]{2}$/.test(own) && (await load(`/play/words.${own}.json`).catch(() => ""))) ||
    (await load("/play/words.json"));
  if (number < lesson) return;
  words = JSON.parse(told);
  known = words["@languages"] || [];
  document.documentElement.lang = words["@lang"] || "en";
  window.mendWords = t("Part of this page didn't load. Trying again…");
}

/** Element from a tag with classes ("button.go"), properties and children. */
export function h(tag, props, ...kids) {
  return { tag, props: props || {}, kids };
}

/** Replace the children of an element by these. */
export function patch(parent, given, space) {
  const kids = given.flat(9).filter(kid => kid || kid === 0);
  const old = [...parent.childNodes];
  const keyed = new Map(old.filter(node => node.key !== undefined).map(node => [node.key, node]));
  const free = old.filter(node => node.key === undefined);
  kids.forEach((kid, place) => {
    const node = typeof kid === "object" ? element(kid, keyed, free, space) : textNode(kid, free);
    if (parent.childNodes[place] !== node) parent.insertBefore(node, parent.childNodes[place] || null);
  });
  while (parent.childNodes.length > kids.length) parent.lastChild.remove();
}

function textNode(text, free) {
  const place = free.findIndex(node => node.nodeType === 3);
  const node = place < 0 ? document.createTextNode("") : free.splice(place, 1)[0];
  const shown = String(text).replaceAll("'", "’");
  if (node.data !== shown) node.data = shown;
  return node;
}

function element({ tag, props, kids }, keyed, free, space) {
  const [name, ...classes] = tag.split(".");
  const within = name === "svg" ? SVG : space;
  // An element with a key never turns into another one, because a typed code is no name.
  const key = props.key ?? props.id;
  let node;
  if (key !== undefined) {
    node = keyed.get(key);
  } else {
    const place = free.findIndex(one => one.nodeType === 1 && one.localName === name);
    if (place >= 0) node = free.splice(place, 1)[0];
  }
  if (!node || node.localName !== name) {
    node = within ? document.createElementNS(within, name) : document.createElement(name);
    node.had = {};
  }
  node.key = key;
  dress(node, { ...props, class: [...classes, props.class].filter(Boolean).join(" ") || undefined });
  if (props.html === undefined) patch(node, kids, within);
  if (props.value !== undefined && node.value !== props.value) node.value = props.value; // lists have choices now
  return node;
}

const near = window.far?.drawn || (text => text); // pictures that arrived on a remote page

function dress(node, props) {
  const had = node.had;
  for (const name of Object.keys({ ...had, ...props })) {
    const value = props[name];
    if (name === "key" || name === "value" || (value === had[name] && name !== "checked")) continue;
    if (name.startsWith("on")) node[name] = value || null;
    else if (name === "html") node.innerHTML = near(value ?? "");
    else if (name === "style") {
      for (const part of Object.keys({ ...had.style, ...value })) node.style.setProperty(part, value?.[part] ?? "");
    } else if (name === "checked") {
      if (node.checked !== value) node.checked = value;
    } else if (value === undefined || value === null || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : near(value));
  }
  node.had = props;
}

/** Button as large as a finger; a disabled one can still be found and says why. */
export function button(label, act, { kind = "", off = "", key, pressed, open, icon, name, more } = {}) {
  return h(
    "button.big",
    {
      type: "button",
      class: kind,
      key,
      "aria-disabled": off ? "true" : undefined,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
      "aria-expanded": open === undefined ? undefined : String(open),
      "aria-label": name,
      title: off || undefined,
      onclick: () => (off ? warn(off) : act())
    },
    icon && h("span.icon", { html: icon, "aria-hidden": "true" }),
    label && h("span", {}, label),
    more
  );
}

/** Inline picture; hidden from screen readers unless it has a name. */
export function picture(box, body, props = {}) {
  const { name, ...rest } = props;
  const told = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  return h("span.art", {
    ...told,
    ...rest,
    html: `<svg viewBox="${box}" focusable="false" aria-hidden="true">${body}</svg>`
  });
}

let fading = 0;

/** Announce something urgent, such as a refusal. */
export function warn(text) {
  const node = document.getElementById("alert");
  node.hidden = false;
  node.textContent = "";
  patch(node, [text]);
  clearTimeout(fading);
  fading = setTimeout(() => (node.hidden = true), 2500 + 60 * text.length);
}

/** Announce an event to a screen reader; repeated words are announced twice. */
export function announce(text) {
  const live = document.getElementById("live");
  if (text) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Names joined as in speech. */
export const list = items =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${t("and")} ${items.at(-1)}`;

/** Use the styles of a game, and remove those of another one. */
export function applyStyles(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}
