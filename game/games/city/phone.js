// Socks in the City on a phone: the map, a station and a wheel of its six neighbours, what each pair is worth; and
// the set-up by hand.

import { button, h, picture, t, warn } from "/kit.js";
import { INK, SEATS, WOOL, icon } from "/art.js";
import { bubble } from "/bubble.js";
import { duel, face, hintButton, pointsOf, roundWheel, threatsButton, undoButton, wheel as wheelOf } from "/parts.js";

const COLOURS = { red: "#D9482B", yellow: "#F0B021", green: "#4F9A4F", blue: "#3E8EDE", violet: "#8E4FAE", orange: "#F08A3C" };
const NAMES = { red: t("Red"), yellow: t("Yellow"), green: t("Green"), blue: t("Blue"), violet: t("Violet"), orange: t("Orange") };
// Told apart by what is knitted on them before colour.
const KNITS = {
  red: `<path d="M30 40H70M30 54H70" stroke="#fff" stroke-width="7"/>`,
  yellow: `<path d="M50 34l11 15-11 15-11-15Z" fill="#fff" stroke="#7A4B2A" stroke-width="3"/>`,
  green: `<path d="M28 46l11-9 11 9 11-9 9 9M28 62l11-9 11 9 11-9 9 9" fill="none" stroke="#fff" stroke-width="6"/>`,
  blue: `<path d="M31 36h13v13h-13zM57 36h11v13H57zM44 49h13v13H44zM31 62h13v10H31z" fill="#fff"/>`,
  violet: `<path d="M50 34l5 11 12 1-9 8 3 12-11-7-11 7 3-12-9-8 12-1Z" fill="#fff"/>`,
  orange: `<circle cx="40" cy="42" r="6" fill="#fff"/><circle cx="60" cy="42" r="6" fill="#fff"/><circle cx="50" cy="58" r="6" fill="#fff"/>`,
};
const sock = (colour) =>
  `<path d="M30 4H68V52Q72 62 86 70Q100 80 94 94Q90 102 76 102H50Q26 98 30 72Z" fill="${COLOURS[colour]}" stroke="${INK}" stroke-width="7" stroke-linejoin="round"/>${KNITS[colour]}<path d="M28 4H70V22H28Z" fill="${WOOL}" stroke="${INK}" stroke-width="7" stroke-linejoin="round"/>`;

const R = 20;
const WIDE = Math.sqrt(3) * R;
const WAYS = [[1, 0], [0.5, 1], [-0.5, 1], [-1, 0], [-0.5, -1], [0.5, -1]];
const TOWARDS = [t("right"), t("down right"), t("down left"), t("left"), t("up left"), t("up right")];
const point = (q, r) => [WIDE * (q + r / 2), 1.5 * R * (r + 1)];
const axial = (column, row) => [column - (row - 1 - ((row - 1) % 2)) / 2, row - 1];
const middle = ([column, row]) => point(...axial(column, row));
const hexagon = (x, y, r) => {
  const points = [];
  for (let n = 0; n < 6; n++) {
    const a = (n * Math.PI) / 3 + Math.PI / 6;
    points.push(`${(x + r * Math.cos(a)).toFixed(1)} ${(y + r * Math.sin(a)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
};
const link = (one, other) => [one, other].sort().join("-");

/** What can be chosen: a move for each link, or for each station. */
function choices(g) {
  const links = {};
  const spots = {};
  for (const move of g.mine ? g.moves : []) {
    const [verb, one, other] = move.split(" ");
    if (verb === "lay") links[link(one, other)] = move;
    else if (verb === "block") spots[one] = move;
  }
  return { links, spots, passing: g.mine && g.moves.includes("pass") };
}

function bar(from, to, colours, wide) {
  const [x, y] = from;
  const [u, v] = to;
  const d = `M${x + (u - x) * 0.22} ${y + (v - y) * 0.22}L${x + (u - x) * 0.78} ${y + (v - y) * 0.78}`;
  return colours.map((colour, n) => `<path d="${d}" stroke="${colour}" stroke-width="${wide - n * 3.4}" stroke-linecap="round"${n > 1 ? ` stroke-dasharray="3 4"` : ""}/>`).join("");
}

/** The map. `light` gives the colours of stations, `over` is drawn on top, `rim` is how much table is seen around it. */
function town(g, { light = () => "", over = "", rim = 0, spots, pick, chosen, target }) {
  const s = g.seen;
  const places = Object.entries(s.stations).map(([id, [column, row]]) => [id, middle([column, row])]);
  const where = Object.fromEntries(places);
  const seen = places.length ? [...places.map(([, at]) => at), ...(s.vacant || []).map(middle)] : [middle([13, 13])];
  const edge = R + 3 + rim * R;
  const [left, top] = [0, 1].map((n) => Math.min(...seen.map((at) => at[n])) - edge);
  const [wide, high] = [0, 1].map((n) => Math.max(...seen.map((at) => at[n])) + edge - [left, top][n]);
  let body = "";
  if (rim) body += `<pattern id="table" width="${WIDE}" height="${3 * R}" patternUnits="userSpaceOnUse"><path d="${hexagon(0, 0, R)}${hexagon(WIDE, 0, R)}${hexagon(WIDE / 2, 1.5 * R, R)}${hexagon(0, 3 * R, R)}${hexagon(WIDE, 3 * R, R)}" fill="#20294a" stroke="#33406b" stroke-width="1.6"/></pattern><rect x="${left - 900}" y="${top - 900}" width="${wide + 1800}" height="${high + 1800}" fill="url(#table)"/>`;
  for (const cell of s.vacant || []) {
    const [x, y] = middle(cell);
    body += `<path d="${hexagon(x, y, R - 1)}" fill="#16243f" stroke="#2c4266" stroke-width="1.5"/><path d="M${x - 8} ${y + 2}q4 -4 8 0t8 0" fill="none" stroke="#4d6f9c" stroke-width="2"/>`;
  }
  for (const [id, [x, y]] of places) {
    const lit = id === chosen ? "#FFE9A8" : light(id);
    body += `<path d="${hexagon(x, y, R - 0.6)}" fill="${lit || (s.stations[id][3] % 2 ? "#5d6f9b" : "#6b7dab")}" stroke="#1d2440" stroke-width="1.6"/>`;
    if (!lit) body += `<path d="M${x - 7} ${y + 6}v-7l4-4 4 4v7zM${x + 2} ${y + 6}v-11h6v11z" fill="#2b3557"/><path d="M${x - 4.5} ${y + 1}h3M${x + 4} ${y - 2}h2M${x + 4} ${y + 2}h2" stroke="#ffd98a" stroke-width="2"/>`;
  }
  for (const [one, other] of s.printed) body += bar(where[one], where[other], ["#10131f", "#9AA3C7"], 7);
  s.tracks.forEach((tracks, seat) => tracks.forEach((track) => {
    const [one, other] = track.split("-");
    const look = SEATS[g.look(seat)];
    body += bar(where[one], where[other], seat ? [WOOL, INK, look.light] : [INK, WOOL, look.colour], 12);
    if (track === g.memory.last) body += bar(where[one], where[other], ["#FFD25A55"], 18);
  }));
  for (const [one, other, seat, colour] of (g.threats?.on && g.threats.marks) || []) body += bar(where[one], where[other], [seat === g.seat ? WOOL : INK, COLOURS[colour]], seat === g.seat ? 11 : 8);
  for (const [verb, one, other] of (g.lesson?.moves || []).map((move) => move.split(" "))) if (verb === "lay") body += bar(where[one], where[other], ["#FFE08A99", INK, "#FFD25A"], 17);
  for (const [one, other] of g.view.way?.gaps || []) body += bar(where[one], where[other], [`${WOOL}99`, `${WOOL}00`, COLOURS[g.view.way.pair]], 17);
  if (chosen && target) body += bar(where[chosen], where[target], [INK, "#FFD25A"], 13);
  for (const [colour, pair] of Object.entries(s.socks)) {
    const owner = s.claimed.findIndex((claimed) => claimed.includes(colour));
    for (const id of pair) body += badge(where[id], colour, owner < 0 ? WOOL : SEATS[g.look(owner)].colour);
  }
  for (const id of s.blockers) {
    const [x, y] = where[id];
    body += `<circle cx="${x}" cy="${y}" r="13" fill="#8C8798" stroke="${INK}" stroke-width="2.4"/><path d="M${x - 7} ${y + 7}L${x + 7} ${y - 7}" stroke="#FFD25A" stroke-width="5" stroke-linecap="round"/>`;
  }
  if (where[chosen]) body += `<path d="${hexagon(...where[chosen], R + 0.5)}" fill="none" stroke="${WOOL}" stroke-width="6"/><path d="${hexagon(...where[chosen], R + 0.5)}" fill="none" stroke="#1B6FD0" stroke-width="3.4"/>`;
  body += typeof over === "function" ? over(where) : over;
  const touch = (event) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const x = left + ((event.clientX - frame.left) / frame.width) * wide;
    const y = top + ((event.clientY - frame.top) / frame.height) * high;
    pick(nearest(spots || places, [x, y])[0]);
  };
  const at = where[chosen] || [left + wide / 2, top + high / 2];
  return h("section.board.town", { "aria-label": t("Map"), class: rim ? "table" : g.memory.large ? "large" : "" },
    h("div.map", { onclick: touch, "data-at": `${(at[0] - left) / wide} ${(at[1] - top) / high}`, style: { "--shape": (wide / high).toFixed(3) },
      html: `<svg viewBox="${left} ${top} ${wide} ${high}" aria-hidden="true" focusable="false">${body}</svg>` }));
}

const nearest = (spots, [x, y]) => spots.reduce((best, one) => (Math.hypot(one[1][0] - x, one[1][1] - y) < Math.hypot(best[1][0] - x, best[1][1] - y) ? one : best));

const badge = ([x, y], colour, rim) =>
  `<circle cx="${x}" cy="${y}" r="14.5" fill="${rim}" stroke="${INK}" stroke-width="2.4"/><circle cx="${x}" cy="${y}" r="11.6" fill="#FFF3D0"/><g transform="translate(${x - 9.6} ${y - 9.4}) scale(.18)">${sock(colour)}</g>`;

/** The closer look follows what is chosen. */
function fit() {
  const map = document.querySelector(".town .map");
  const seen = `${map?.parentElement.className} ${map?.dataset.at}`;
  if (!map || map.seen === seen) return;
  map.seen = seen;
  const town = map.parentElement;
  const [x, y] = map.dataset.at.split(" ");
  town.scrollTo(x * map.offsetWidth - town.clientWidth / 2, y * map.offsetHeight - town.clientHeight / 2);
}

function choose(g, can, id) {
  const { chosen } = g.memory;
  if (chosen && can.links[link(chosen, id)]) g.memory.target = g.memory.target === id ? "" : id;
  else Object.assign(g.memory, { chosen: id, target: "" });
  g.draw();
}

/** The neighbour of a station in each of the six directions. */
function neighbours(g, id) {
  const [column, row] = g.seen.stations[id];
  return WAYS.map(([dx, dy]) => {
    const next = [column + ((row - 1) % 2) / 2 + dx, row + dy];
    return Object.keys(g.seen.stations).find((other) => {
      const [u, v] = g.seen.stations[other];
      return v === next[1] && u + ((v - 1) % 2) / 2 === next[0];
    });
  });
}

const spoken = (g, id) => {
  const pair = Object.entries(g.seen.socks).find(([, ids]) => ids.includes(id));
  return `${g.view.names[id]}, ${id}${pair ? `, ${t("sock {colour}", { colour: NAMES[pair[0]] })}` : ""}`;
};

/** What lies on the link between two neighbours, in words. */
function between(g, one, other) {
  const owner = g.seen.tracks.findIndex((tracks) => tracks.some((track) => link(...track.split("-")) === link(one, other)));
  if (owner >= 0) return t("track of {name}", { name: g.name(owner) });
  return g.seen.printed.some((pair) => link(...pair) === link(one, other)) ? t("printed track") : "";
}

function wheel(g, can) {
  const { chosen, target } = g.memory;
  const ways = neighbours(g, chosen).map((id, way) => ({
    label: `${TOWARDS[way]}: ${id ? [spoken(g, id), between(g, chosen, id)].filter(Boolean).join(", ") : t("nothing")}`,
    off: !id || (g.seen.phase === "play" && !can.links[link(chosen, id)]),
    on: Boolean(target) && target === id,
    act: () => choose(g, can, id),
  }));
  return wheelOf(t("Neighbours of {name}", { name: g.view.names[chosen] }), ways, chosen);
}

/** A list of stations, for those who do not see the map. */
const stations = (g, id, label, ids, value, act) =>
  h("label.pick", {}, h("span.unseen", {}, label),
    h("select", { id, value: value || "", onchange: (event) => act(event.target.value) },
      !value && h("option", { key: "", value: "" }, label),
      ids.map((one) => h("option", { key: one, value: one }, g.seen.stations[one] ? spoken(g, one) : one))));

function pairs(g) {
  const s = g.seen;
  return h("ul.pairs", { "aria-label": t("Pairs") }, Object.keys(s.socks).map((colour) => {
    const owner = s.claimed.findIndex((claimed) => claimed.includes(colour));
    const on = g.view.way?.pair === colour;
    return h("li", { key: colour, class: owner < 0 ? (on ? "on" : "") : "done" },
      owner < 0 && g.seat !== null && !g.lesson?.puzzle && h("button.way", { key: "way", type: "button", "aria-pressed": String(on), "aria-label": `${t("Show ways")}: ${NAMES[colour]}`, onclick: () => g.do("look", { pair: colour }) }),
      picture("20 0 84 108", sock(colour), { class: "sock" }),
      h("span.unseen", {}, `${NAMES[colour]}: ${s.socks[colour].map((id) => `${g.view.names[id]}, ${id}`).join("; ")}; ${pointsOf(s.worth[colour])}`),
      h("b", { "aria-hidden": "true" }, s.worth[colour]),
      owner >= 0 && face(g.look(owner), "open", t("joined by {name}", { name: g.name(owner) })));
  }));
}

/** What the way says that is looked at. */
const wayWords = ({ view: { way } }) => way && (way.missing === null ? t("{pair}: no way is left", { pair: NAMES[way.pair] })
  : t("{pair}: pieces missing: {n}", { pair: NAMES[way.pair], n: way.missing }));

// The set-up by hand.

const SHAPE = [[0, 0], [1, 0], [0, 1], [1, 1]];
const JOINED = [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]];
const cellOf = (text) => axial(text.charCodeAt(0) - 97, Number(text.slice(1)));
const textOf = ([q, r]) => `${String.fromCharCode(97 + q + (r - (r & 1)) / 2)}${r + 1}`;
const tileCells = (rotation, [q, r]) => SHAPE.map(([u, v]) => {
  for (let n = 0; n < rotation; n++) [u, v] = [-v, u + v];
  return [q + u, r + v];
});
const centre = (cells) => [0, 1].map((n) => cells.reduce((sum, cell) => sum + point(...cell)[n], 0) / 4);

/** A tile as it lies: four hexagons, and the track between two of them. */
function tileArt(design, cells, fill) {
  const [one, other] = JOINED[design].map((n) => point(...cells[n]));
  return cells.map((cell) => `<path d="${hexagon(...point(...cell), R - 1)}" fill="${fill}" stroke="${INK}" stroke-width="2.4"/>`).join("") + bar(one, other, ["#10131f", "#FFF"], 8);
}

/** How many hexagons of the play area stay vacant with these cells covered. */
function vacancies(cells) {
  const range = (of) => [Math.min(...cells.map(of)), Math.max(...cells.map(of))];
  const [[ql, qh], [rl, rh], [sl, sh]] = [range(([q]) => q), range(([, r]) => r), range(([q, r]) => q + r)];
  let area = 0;
  for (let q = ql; q <= qh; q++) for (let r = rl; r <= rh; r++) area += q + r >= sl && q + r <= sh;
  return area - cells.length;
}

const rest = (g) => button(t("Rest for me"), () => g.do("rest"), { key: "rest", off: g.mine ? "" : t("It is not your turn.") });

/** What is to be done, or what a computer player says. */
const line = (g, words) => h("div.hint.aloud", { key: "hint" }, bubble(g) || h("p", { role: "status" }, words), threatsButton(g));

/** The page while something is set up by hand: what is to be done, with what, and the button that does it. */
const setUp = (g, board, words, side, label, move, off) => ({
  board,
  side: [line(g, words), side],
  bar: [undoButton(g), hintButton(g), label && button(label, () => g.play(move), { key: "lay", kind: "go wide", off })],
});

const chips = (label, all) => h("div.chips", { role: "group", "aria-label": label },
  all.map(({ key, name, on, off, act, inside }) => h("button.chip", { key, type: "button", "aria-pressed": String(on), "aria-disabled": off ? "true" : undefined,
    "aria-label": name, onclick: () => off || act() }, inside)));

function looking(g) {
  const words = g.view.rest ? t("The program does the rest.") : t("{name} sets up.", { name: g.name(g.turn) });
  return setUp(g, town(g, { rim: g.seen.phase === "tiles" ? 2 : 0, pick: () => 0 }), words);
}

function tiles(g, m, go) {
  const { left, spots } = g.view;
  if (!left[m.design]) m.design = left.findIndex(Boolean);
  m.rotation ??= 0;
  while (!spots[m.rotation % 3].length) m.rotation = (m.rotation + 1) % 6; // it fits nowhere so
  const flat = m.rotation % 3;
  const all = spots[flat].map((cell) => [cell, centre(tileCells(flat, cellOf(cell)))]);
  if (!spots[flat].includes(m.spot)) m.spot = nearest(all, m.near || middle([13, 13]))[0];
  const low = tileCells(flat, cellOf(m.spot));
  m.near = centre(low);
  const cells = m.rotation < 3 ? low : [...low].reverse();
  const vacant = vacancies([...Object.values(g.seen.stations).map(([column, row]) => axial(column, row)), ...cells]);
  const kinds = left.map((count, design) => ({
    key: `design${design}`, name: t("Tile {design}, {n} left", { design: design + 1, n: count }), on: design === m.design, off: !count, act: () => go({ design }),
    inside: [picture("-18 8 88 78", tileArt(design, SHAPE, "#6b7dab")), h("b", { "aria-hidden": "true" }, count)] }));
  return setUp(g,
    town(g, { rim: 3.4, spots: all, pick: (spot) => go({ spot }), over: `<g class="ghost">${tileArt(m.design, cells, "#FFD98A")}</g>` }),
    t("Vacant with this tile: {n}. At the end {least} to {most} may stay.", { n: vacant, least: g.options.vacant_min, most: g.options.vacant_max }),
    [chips(t("Tiles"), kinds),
      h("div.row", {}, button(t("Turn"), () => go({ rotation: (m.rotation + 1) % 6, spot: "" }), { key: "turn", icon: icon("turn") }), rest(g)),
      stations(g, "place", t("Place of the tile"), spots[flat], m.spot, (spot) => go({ spot }))],
    t("Lay tile"), `tile ${m.design} ${m.rotation} ${textOf(cells[0])}`);
}

function socks(g, m, go) {
  const names = Object.keys(g.seen.stations);
  const { pairs: may } = g.view;
  const done = g.seen.socks;
  if (!m.colour || done[m.colour]) m.colour = Object.keys(COLOURS).find((colour) => !done[colour]);
  if (!may[m.first]) m.first = "";
  const seconds = m.first ? may[m.first].map((n) => names[n]) : [];
  if (!seconds.includes(m.second)) m.second = "";
  const open = new Set(m.first ? seconds : Object.keys(may));
  const pick = (id) => {
    if (id === m.first) go({ first: m.second, second: "" });
    else if (open.has(id)) go(m.first ? { second: m.second === id ? "" : id } : { first: id });
    else if (may[id]) go({ first: id, second: "" });
    else warn(t("No sock can lie there."));
  };
  const kinds = Object.keys(COLOURS).map((colour) => ({
    key: colour, name: NAMES[colour], on: colour === m.colour, off: done[colour], act: () => go({ colour }), inside: picture("14 0 92 108", sock(colour)) }));
  return setUp(g,
    town(g, { pick, chosen: m.second || m.first, light: (id) => (id === m.first ? "#FFE9A8" : open.has(id) ? "#CFE6C4" : ""),
      over: (where) => [m.first, m.second].filter(Boolean).map((id) => badge(where[id], m.colour, "#FFD25A")).join("") }),
    !m.first ? t("Tap a station for the first sock.") : !m.second ? t("Tap a station for the second sock.") : t("Tap elsewhere to change it."),
    [chips(t("Colours"), kinds),
      h("div.row", {},
        stations(g, "first", t("First sock"), Object.keys(may), m.first, (first) => go({ first })),
        m.first && stations(g, "second", t("Second sock"), seconds, m.second, (second) => go({ second }))),
      h("div.row", {}, rest(g))],
    t("Set out"), `sock ${m.colour} ${m.first} ${m.second}`, m.second ? "" : t("Choose two stations."));
}

// The match.

function show(g) {
  const s = g.seen;
  const m = g.memory;
  if (g.mine && g.hint) follow(g);
  if (s.phase === "tiles" || s.phase === "socks") {
    return (!g.mine ? looking : s.phase === "tiles" ? tiles : socks)(g, m, (changes) => { Object.assign(m, changes); g.draw(); });
  }
  const can = choices(g);
  const blocking = s.phase === "blockers";
  if (m.ply !== g.ply) Object.assign(m, { ply: g.ply, target: "" });
  if (!s.stations[m.chosen]) m.chosen = Object.values(s.socks)[0]?.[0] ?? Object.keys(s.stations)[0];
  const move = blocking ? can.spots[m.chosen] : m.target && can.links[link(m.chosen, m.target)];
  const zoom = () => { m.large = !m.large; g.draw(); };
  const words = blocking ? t("Spare sock here") : can.passing ? t("Pass") : t("Lay track");
  const off = !g.mine ? t("It is not your turn.") : move || can.passing ? "" : blocking ? t("Choose a free station.") : t("Choose a station, then a neighbour.");
  const near = (id) => (blocking ? can.spots[id] : can.links[link(m.chosen, id)]) ? "#CFE6C4" : "";
  return {
    info: duel(g, s.scores),
    board: town(g, { light: near, pick: (id) => choose(g, can, id), chosen: m.chosen, target: m.target }),
    side: [
      line(g, wayWords(g) || (blocking ? t("Spare socks to set out: {left}", { left: g.options.blockers - s.blockers.length })
        : [g.mine && t("{left} to lay", { left: s.left }), t("{n} pieces of track left", { n: s.supply[g.seat] })].filter(Boolean).join(" · "))),
      h("div.controls", {},
        wheel(g, can),
        h("div.words", {},
          stations(g, "station", t("Station"), Object.keys(s.stations), m.chosen, (id) => choose(g, { links: {} }, id)),
          blocking ? h("div.row", {}, rest(g)) : pairs(g)))],
    bar: [undoButton(g), hintButton(g),
      !blocking && button(m.large ? t("Whole map") : t("Closer"), zoom, { key: "zoom" }),
      button(words, () => g.play(move || "pass"), { key: "lay", kind: "go wide", off })],
  };
}

/** Choose what a hint points at, once. */
function follow(g) {
  const m = g.memory;
  if (m.followed === g.ply) return;
  m.followed = g.ply;
  const [verb, one, other, third] = g.hint.move.split(" ");
  if (verb === "lay") Object.assign(m, { chosen: other, target: one, ply: g.ply });
  else if (verb === "block") m.chosen = one;
  else if (verb === "sock") Object.assign(m, { colour: one, first: other, second: third });
  else if (verb === "tile") {
    const cells = tileCells(Number(other), cellOf(third));
    Object.assign(m, { design: Number(one), rotation: Number(other), spot: textOf(other < 3 ? cells[0] : cells[3]) });
  }
}

/** What a hint says; aloud with the tile that is shown to the eyes. */
function advice(g, aloud) {
  const [verb, design, , cell] = g.hint.move.split(" ");
  const tile = aloud && verb === "tile" ? `${t("Tile {design}", { design: Number(design) + 1 })}: ${cell}.` : "";
  return [g.hint.why || t("Pass"), tile].filter(Boolean).join(" ");
}

function told(event, g) {
  const { data, kind, seat } = event;
  const station = (id) => g.view.names[id] ?? id;
  const name = seat === null ? "" : g.name(seat);
  if (kind === "lay") g.memory.last = data.link.join("-");
  if (kind === "join") return `${t("{name} joins a pair!", { name })} ${NAMES[data.colour]}.`;
  if (seat === g.seat) return "";
  switch (kind) {
    case "lay": return t("{name} lays track from {one} to {other}.", { name, one: station(data.link[0]), other: station(data.link[1]) });
    case "tile": return t("{name} laid a tile.", { name });
    case "sock": return `${name}: ${NAMES[data.colour]}, ${data.stations.map(station).join(", ")}.`;
    case "block": return t("{name} puts a spare sock on {station}.", { name, station: station(data.station) });
    default: return "";
  }
}

const css = `
.night-room { background: linear-gradient(#14162e, #26305a 60%, #3a3f6e); }
.town { overflow: auto; overscroll-behavior: contain; border: 3px solid #2b2440; border-radius: .9rem; background: #1b2340; min-height: 14rem; display: grid; align-content: safe center; }
.map { width: min(100%, 85dvh * var(--shape)); margin: 0 auto; cursor: pointer; line-height: 0; }
[data-shape="tall"] .town, [data-shape="wide"] .town { container-type: size; min-height: 0; }
[data-shape="tall"] .map, [data-shape="wide"] .map { width: min(100cqw, 100cqh * var(--shape)); max-width: none; }
.town.large .map { width: max(200%, 42rem) !important; max-width: none; }
.map svg { width: 100%; height: auto; }
.town.table { overflow: clip; } .table svg { overflow: visible; }
.ghost { filter: drop-shadow(0 2px 3px #0008); }
.words { flex: 1 1 9rem; max-width: 22rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .4rem; min-width: 0; }
.pick { min-width: 0; } .row .pick { flex: 1 1 8rem; }
select { font: 600 1.05rem/1.2 Manrope, system-ui, sans-serif; width: 100%; min-height: 2.75rem; padding: .3rem .6rem; border: 2.5px solid #2b2440; border-radius: .8rem; background: #fffaf2; color: #2b2440; text-overflow: ellipsis; }
.pairs { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(3, 1fr); gap: .3rem; }
.pairs li { position: relative; display: flex; gap: .2rem; align-items: center; justify-content: center; background: #fffaf2; border: 2.5px solid #2b2440; border-radius: .7rem; padding: .1rem; min-width: 0; }
.pairs .sock { width: 1.3rem; }
.pairs b { font: 700 1.25rem var(--names); white-space: nowrap; }
.pairs .puppet { width: 1.1rem; }
.pairs .done { background: #fff3c4; } .pairs .on { background: #cfe6c4; box-shadow: 0 0 0 3px var(--gold); }
.pairs li { min-height: 2.75rem; } .way { position: absolute; inset: -2px; z-index: 1; border: 0; border-radius: .7rem; background: none; cursor: pointer; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; justify-content: center; padding: 3px; }
.chip { flex: 1 1 2.75rem; max-width: 5rem; min-height: 2.75rem; padding: .2rem; border: 2.5px solid #2b2440; border-radius: .7rem; background: #fffaf2; color: #2b2440; display: grid; justify-items: center; cursor: pointer; }
.chip .art { width: 2.4rem; } .chip b { font: 700 1rem/1 var(--names); }
.chip[aria-pressed="true"] { box-shadow: 0 0 0 4px var(--gold); background: #fff3c4; }
.chip[aria-disabled] { opacity: .45; }
.side .row .big { min-height: 2.75rem; font-size: 1.1rem; padding-block: .2rem .4rem; }
.wheel { --size: 8.6rem; }
.wheel .middle { background: #ffe9a8; inset: 33%; }
.arrow { color: #1d6b41; }
.arrow[aria-disabled] { color: #c9baa2; }
${WAYS.map((_way, n) => roundWheel(n, 90 + n * 60, 0.338)).join("\n")}`;

export default { kind: "fit night-room", css, show, told, advice, fit, talks: true, watch: (g) => town(g, { rim: g.seen.phase === "tiles" ? 2 : 0, pick: () => 0 }) };
