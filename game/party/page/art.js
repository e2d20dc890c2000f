// Puppets, cards and signs: the drawings of the big screen, rebuilt for the phone.

import { load } from "/dom.js";

export const INK = "#2B2440";
export const WOOL = "#FFFAF2";
/** The eight seats: name, colour, dark, light, colour of text, pattern. */
export const SEATS = [
  ["tomato", "#D9482B", "#A8331C", "#F0775A", "#9C2E17", "stripes"],
  ["teal", "#12807E", "#0A5654", "#3BA8A2", "#0A5352", "dots"],
  ["mustard", "#E8A317", "#B57C0B", "#F8C95A", "#7A4F00", "argyle"],
  ["plum", "#7E3F98", "#552A68", "#A86BC0", "#52266A", "chevrons"],
  ["sky", "#3E8EDE", "#2766A8", "#7FB6EE", "#1F5A9A", "checks"],
  ["leaf", "#4F9A4F", "#357035", "#7DBB76", "#2A5F2B", "stars"],
  ["rose", "#E26D8F", "#B3486A", "#F2A0B8", "#9C2F55", "hearts"],
  ["navy", "#26406F", "#182B4E", "#4A689F", "#182B4E", "heel"]
].map(([name, colour, dark, light, text, pattern]) => ({ name, colour, dark, light, text, pattern }));

const layers = {};

/** Fetch the drawings once, and add those that cards use to the page. */
export async function learnArt() {
  const files = ["suits", "puppet", "court", "ball"];
  const texts = await Promise.all(files.map(name => load(`/art/${name}.svg`)));
  texts.forEach((text, place) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    for (const group of root.querySelectorAll("g[id]")) {
      if (files[place] === "suits") shapes += `<g id="${group.id}">${group.innerHTML}</g>`;
      else layers[files[place] === "ball" ? `ball-${group.id}` : group.id] = group.innerHTML;
    }
  });
  document.getElementById("art").innerHTML =
    `<svg width="0" height="0"><defs><clipPath id="card-cut"><rect x="4" y="4" width="92" height="134" rx="10"/></clipPath>${shapes}${faces()}${patterns()}${SEATS.map((_seat, look) => puppetParts(look)).join("")}` +
    `<g id="ball">${layers["ball-ball"]}${layers["ball-shine"]}</g></defs></svg>`;
}

/** Place in the page for shared drawings, which are added later. */
export function shelf(key) {
  const art = document.getElementById("art");
  if (!art.querySelector(`#${key}`)) art.insertAdjacentHTML("beforeend", `<div id="${key}"></div>`);
  return art.querySelector(`#${key}`);
}

let shapes = "";

export const star = (x, y, r) => {
  const points = [];
  for (let n = 0; n < 10; n++) {
    const a = (n * Math.PI) / 5 - Math.PI / 2;
    const s = n % 2 ? r * 0.45 : r;
    points.push(`${(x + s * Math.cos(a)).toFixed(1)} ${(y + s * Math.sin(a)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
};

const HEART = "M0 9 C-16 -2 -8 -12 0 -4 C8 -12 16 -2 0 9Z";

/** The knit patterns of the seats; `heel` is drawn on the puppet itself. */
function patterns() {
  const dot = (x, y) => `<circle cx="${x}" cy="${y}" r="6.5" fill="${WOOL}"/>`;
  const tile = (name, w, high, body) =>
    `<pattern id="knit-${name}" patternUnits="userSpaceOnUse" width="${w}" height="${high}" x="40" y="8">${body}</pattern>`;
  const two = d =>
    `<path d="${d}" fill="${WOOL}" transform="translate(10 13)"/><path d="${d}" fill="${WOOL}" transform="translate(30 40)"/>`;
  return (
    tile("stripes", 100, 28, `<path d="M0 14H100" stroke="${WOOL}" stroke-width="11"/>`) +
    tile("dots", 30, 44, dot(7, 11) + dot(22, 33)) +
    tile(
      "argyle",
      42,
      64,
      `<path d="M21 0L42 32L21 64L0 32Z" fill="#B0740A" fill-opacity=".62"/>` +
        `<path d="M0 0L42 64M42 0L0 64" stroke="${INK}" stroke-opacity=".45" stroke-width="2" stroke-dasharray="5 4"/>`
    ) +
    tile("chevrons", 30, 27, `<path d="M0 20L15 8L30 20" fill="none" stroke="${WOOL}" stroke-width="7"/>`) +
    tile("checks", 32, 32, `<path d="M0 0h16v16H0ZM16 16h16v16H16Z" fill="${WOOL}"/>`) +
    tile("stars", 40, 54, two(star(0, 0, 10))) +
    tile("hearts", 40, 54, two(HEART))
  );
}

const SILHOUETTE =
  "M50 226 C47 184 40 146 40 100 C40 48 72 20 118 20 C168 20 202 42 200 70 C199 82 190 88 178 90 " +
  "C186 98 186 110 174 116 C160 123 142 124 128 124 L124 226 Q87 238 50 226 Z";
const eye = (x, y, r) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#FFFDF8" stroke="${INK}" stroke-width="4.5"/>` +
  `<circle cx="${x + 0.25 * r}" cy="${y + 0.08 * r}" r="${0.52 * r}" fill="${INK}"/>` +
  `<circle cx="${x + 0.43 * r}" cy="${y - 0.12 * r}" r="${0.19 * r}" fill="#fff"/>`;
/** The part under an eyelid. */
const drowsy = (x, y, r, fill) =>
  eye(x, y, r) +
  `<path d="M${x - r} ${y} A${r} ${r} 0 0 1 ${x + r} ${y} Q${x} ${y - r * 0.3} ${x - r} ${y}Z" fill="${fill}" stroke="${INK}" stroke-width="4" stroke-linejoin="round"/>`;
const shut = (x, y, r, fill) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${INK}" stroke-width="4.5"/>` +
  `<path d="M${x - r * 0.58} ${y + 2} q${r * 0.58} ${r * 0.45} ${r * 1.16} 0" fill="none" stroke="${INK}" stroke-width="5"/>`;

/** A sock without its face, in the colours and pattern of a seat. `id` keeps the names of its parts unique. */
function knitted(look, id, clip) {
  const dye = text => sock(text, look).replaceAll(/(id="|url\(#)(skin|neck|rib)/g, `$1$2${id}`);
  const pattern =
    look.pattern === "heel" ? layers.heel : `<path d="M20 106H150V240H20Z" fill="url(#knit-${look.pattern})"/>`;
  return (
    `<g clip-path="url(#${clip})">${dye(layers.inside)}${pattern}${dye(layers.toe)}${dye(layers.dusk)}</g>` +
    `${layers.outline}${dye(layers.cuff)}${layers.nose}${layers.shine}`
  );
}

/** The sock of a seat, for others to use. */
const puppetParts = look =>
  `<clipPath id="cut${look}"><path d="${SILHOUETTE}"/></clipPath>` +
  `<g id="puppet${look}">${knitted(SEATS[look], look, `cut${look}`)}</g>`;

const sock = (text, seat) =>
  text.replaceAll("#D9482B", seat.colour).replaceAll("#A8331C", seat.dark).replaceAll("#F0775A", seat.light);

export const PUPPET_BOX = "28 -6 184 252";

const caps = new Map();

/** Give the puppets of these seats what they wear on the big screen. No two at a table look alike. */
export function dress(seats = []) {
  caps.clear();
  for (const { look, sock } of seats) if (sock && /^[a-z-]+$/.test(sock)) caps.set(look, sock);
}

const cap = look =>
  caps.has(look) ? `<image href="/play/cap-${caps.get(look)}.svg" x="-68" y="-64" width="310" height="314"/>` : "";

/** A puppet as SVG text for `PUPPET_BOX`; moods: smile, open, sad, sleep. */
export function puppet(look, mood = "smile", hat = "") {
  const face =
    mood === "sleep"
      ? shut(94, 46, 21, SEATS[look].colour) + shut(136, 42, 20, SEATS[look].colour)
      : eye(94, 46, 21) + eye(136, 42, 20);
  return `${hat && layers[hat]}<use href="#puppet${look}"/>${layers[`mouth-${mood}`]}${cap(look)}${face}`;
}

/** A puppet in other colours, for court cards; `lid` are half-closed eyes. */
function courtier(look, mood, hat, lid) {
  const gaze = (x, y, r) => (lid ? drowsy(x, y, r, look.colour) : eye(x, y, r));
  return `${layers[hat]}${knitted(look, look.name, "cut0")}${layers[`mouth-${mood}`]}${gaze(94, 46, 21)}${gaze(136, 42, 20)}`;
}

const TONES = {
  P: ["#C23B22", "#FBD9C6", "#F2A07B"],
  F: ["#3A7D3C", "#DDEFD0", "#9CCB86"],
  B: ["#1F62A8", "#D3E7F7", "#86BCE6"],
  L: ["#7E3F98", "#EBDCF2", "#C49AD6"],
  H: ["#C8402F", "#F9DDD5", "#F3B3A4"],
  D: ["#C8402F", "#F9DDD5", "#F3B3A4"],
  S: [INK, "#DEDAE8", "#8A82AE"],
  C: [INK, "#DEDAE8", "#8A82AE"]
};
/** The highlight on blank cards, the air behind painted suits, and the outlines along which others are sewn. */
const faces = () =>
  light("face-wool", "0", "142", WOOL, "#F7EDDF") +
  light("face-paper", "0", "142", "#FFFDF8", "#F7EBD8") +
  [..."PFBL"].map(suit => light(`air-${suit}`, "62", "136", ...TONES[suit].slice(1)) + happy(suit)).join("") +
  [..."HDSC"].map(seamed).join("");
const part = id => shapes.match(new RegExp(`<g id="${id}">(.*?)</g>`, "s"))[1];
const happy = suit => `<g id="happy-${suit}">${part("happy-index").replaceAll("#F0B429", TONES[suit][0])}</g>`;
const light = (id, from, to, upper, lower) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${from}" x2="0" y2="${to}"><stop stop-color="${upper}"/><stop offset="1" stop-color="${lower}"/></linearGradient>`;
const seamed = suit =>
  `<g id="${suit}-seam">${part(`${suit}-index`).replaceAll(/ (fill|stroke[-\w]*)="[^"]*"/g, "")}</g>`;
const HATS = { K: ["crown", "smile"], Q: ["tiara", "smile", true], J: ["cap", "open"] };
const COURTS = { H: "hearts", D: "argyle", C: "dots", S: "stars" };
const JOKER = { name: "joker", colour: SEATS[5].colour, dark: "#2F6B30", light: "#9DD09B", pattern: "stripes" };
const use = (id, x, y, scale) => `<use href="#${id}" transform="translate(${x} ${y}) scale(${scale})"/>`;
const rank = (text, x, y, size, colour, wide = 39) =>
  `<text x="${x}" y="${y + size * 0.36}" font-size="${size}" fill="${colour}" text-anchor="middle"` +
  `${text.length > 1 ? ` textLength="${wide}" lengthAdjust="spacingAndGlyphs"` : ""}>${text}</text>`;
const blank = face =>
  `<rect x="2" y="2" width="96" height="138" rx="13" fill="url(#face-${face})" stroke="${INK}" stroke-width="3.4"/>`;
const seam = `<rect x="7" y="7" width="86" height="128" rx="8" fill="none" stroke="#D9B98C" stroke-width="1.6" stroke-dasharray="6 4"/>`;

export const CARD_BOX = "0 0 100 142";

/** True if a text is a card of the house. */
export const isCard = text => /^(JK(=.+)?|[0-9A-Z]{1,2}[PFBLHDSC])$/.test(text);

/** The face of a card as SVG text: 7P and HP of the painted pack, 10D, KS, JK, JK=3D of the other. */
export function face(card) {
  const [name, stands] = card.split("=");
  if (name === "JK") return joker(stands);
  const value = name.slice(0, -1);
  const suit = name.at(-1);
  const [colour, pale, soft] = TONES[suit];
  if ("PFBL".includes(suit)) {
    if (value === "H") {
      return (
        `${blank("wool")}<circle cx="60" cy="99" r="36" fill="${pale}"/>${use("happy-art", 27, 66, 0.66)}` +
        `${use(`happy-${suit}`, 8, 5, 0.42)}${use(`${suit}-index`, 12, 56, 0.33)}`
      );
    }
    return (
      `${blank("wool")}<path d="M36 137Q28 104 52 78Q74 58 95 62L95 128Q95 137 86 138Z" fill="url(#air-${suit})"/>` +
      `${use(`${suit}-art`, 35.5, 75, 0.595)}${use(`${suit}-index`, 11, 54, 0.36)}${rank(value, value.length > 1 ? 27 : 29, 28, 50, colour)}`
    );
  }
  const pip = (x, y, size) => use(`${suit}-index`, x - size / 2, y - size / 2, size / 100);
  const sewn = (x, y, size) =>
    `${pip(x, y, size)}<g fill="none" stroke="${soft}" stroke-width="4" stroke-dasharray="9 7">${use(`${suit}-seam`, x - size * 0.37, y - size * 0.37, size * 0.0074)}</g>`;
  let body;
  if (value in HATS) {
    const [hat, mood, lid] = HATS[value];
    const [colour, dark, light] = "HD".includes(suit) ? ["#D9482B", "#9C2E17", "#F08A6E"] : ["#4A4270", INK, "#8A82AE"];
    const look = { name: `court${suit}`, colour, dark, light, pattern: COURTS[suit] };
    body = `<g clip-path="url(#card-cut)"><g transform="translate(24 61) scale(.375)">${courtier(look, mood, hat, lid)}</g></g>`;
  } else if (value === "A") {
    body = `<circle cx="60" cy="93" r="33" fill="${soft}" fill-opacity=".32" stroke="${colour}" stroke-width="2" stroke-dasharray="6 5"/>${sewn(60, 93, 44)}`;
  } else body = sewn(61, 94, 58);
  return `${blank("paper")}${seam}${body}${pip(26, 60, 27)}${rank(value, value.length > 1 ? 29 : 26, 28, 41, colour)}`;
}

function joker(stands) {
  const body = `<g clip-path="url(#card-cut)"><g transform="translate(${stands ? 16 : 13} 56) scale(.4)">${courtier(JOKER, "open", "jester")}</g></g>`;
  // Its meaning is in the corner, as on every card, because the next card covers the rest.
  let patch = "";
  if (stands) {
    const known = stands.length > 1 && stands.at(-1) in TONES;
    const suit = known ? stands.at(-1) : "";
    const colour = known ? TONES[suit][0] : INK;
    patch =
      `<rect x="6.5" y="6.5" width="40" height="71" rx="6" fill="#F4D9A6" stroke="${INK}" stroke-width="2.6"/>` +
      `${known ? use(`${suit}-index`, 12.5, 46.5, 0.27) : ""}${rank(known ? stands.slice(0, -1) : stands, 26, known ? 28 : 42, 40, colour, 32)}`;
  }
  return `${blank("paper")}${seam}${body}<path d="${star(stands ? 76 : 22, 24, 16)}" fill="#E8A317" stroke="${INK}" stroke-width="3"/>${patch}`;
}

/** The back of a card, in the colour of its game. */
export const back = () =>
  `${blank("wool")}<rect x="8" y="8" width="84" height="126" rx="8" fill="var(--back, #a8321f)"/>` +
  `<rect x="14" y="14" width="72" height="114" rx="5" fill="none" stroke="#F2C9B8" stroke-width="2" stroke-dasharray="6 4"/>` +
  `<circle cx="50" cy="71" r="24" fill="${WOOL}" stroke="${INK}" stroke-width="3"/>${use("sock", 33, 53, 0.34)}`;

const ICONS = {
  undo: `<path d="M10 13H24Q35 14 35 23Q35 33 23 33H15M16 3.5L6 13L16 22.5" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`,
  sort: `<path d="M12 34V8m-7 8l7-9 7 9M28 6v26m-7-8l7 9 7-9" fill="none" stroke="currentColor" stroke-width="4.6" stroke-linecap="round" stroke-linejoin="round"/>`,
  turn: `<path d="M33 20A13 13 0 1 1 28 9.6M30 2V11H21" fill="none" stroke="currentColor" stroke-width="4.6" stroke-linecap="round" stroke-linejoin="round"/>`,
  menu: `<path d="M6 11h28M6 20h28M6 29h28" stroke="currentColor" stroke-width="4.6" stroke-linecap="round"/>`,
  lamp: `<path d="M20 3C30 3 33 10 33 15C33 22 27 24 26 30H14C13 24 7 22 7 15C7 10 10 3 20 3Z" fill="#FFD25A" stroke="${INK}" stroke-width="3.2" stroke-linejoin="round"/><path d="M15 35.5H25M16 16q4 5 8 0M20 18.5V30" fill="none" stroke="${INK}" stroke-width="2.8" stroke-linecap="round"/>`,
  pencil: `<path d="M6 34L8 25L27 6L34 13L15 32Z" fill="#FFD25A" stroke="${INK}" stroke-width="3.2" stroke-linejoin="round"/><path d="M8 25L15 32M22 11L29 18" stroke="${INK}" stroke-width="3"/>`,
  now: `<circle cx="20" cy="20" r="16" fill="${WOOL}" stroke="${INK}" stroke-width="3.4"/><path d="M20 10V21L27 25" fill="none" stroke="${INK}" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/>`,
  eye: `<path d="M2 20Q11 8 20 8T38 20Q29 32 20 32T2 20Z" fill="${WOOL}" stroke="${INK}" stroke-width="3.2" stroke-linejoin="round"/><circle cx="20" cy="20" r="6" fill="${INK}"/>`,
  tick: `<circle cx="20" cy="20" r="17" fill="#2E8B57" stroke="${INK}" stroke-width="3.2"/><path d="M12 20l6 7 11-13" fill="none" stroke="#fff" stroke-width="4.8" stroke-linecap="round" stroke-linejoin="round"/>`
};
export const icon = name => `<svg viewBox="0 0 40 40" focusable="false">${ICONS[name]}</svg>`;
