// Socks in the City on a phone: the map, a station and a wheel of its six neighbours, and what each pair is worth.

import { button, h, picture, t } from "/kit.js";
import { INK, SEATS, WOOL } from "/art.js";
import { face, undoButton } from "/parts.js";
import { stepButtons, steps } from "/plain.js";

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
const middle = ([column, row]) => [WIDE * (column + ((row - 1) % 2) / 2), 1.5 * R * row];
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

function town(g, can) {
  const s = g.seen;
  const places = Object.entries(s.stations).map(([id, [column, row]]) => [id, middle([column, row])]);
  const where = Object.fromEntries(places);
  const xs = places.map(([, [x]]) => x);
  const ys = places.map(([, [, y]]) => y);
  const box = [Math.min(...xs) - R - 3, Math.min(...ys) - R - 4, Math.max(...xs) - Math.min(...xs) + 2 * R + 6, Math.max(...ys) - Math.min(...ys) + 2 * R + 8];
  const chosen = g.memory.chosen;
  const target = g.memory.target;
  let body = (s.vacant || []).map((cell) => {
    const [x, y] = middle(cell);
    return `<path d="${hexagon(x, y, R - 1)}" fill="#16243f" stroke="#2c4266" stroke-width="1.5"/><path d="M${x - 8} ${y + 2}q4 -4 8 0t8 0" fill="none" stroke="#4d6f9c" stroke-width="2"/>`;
  }).join("");
  for (const [id, [x, y]] of places) {
    const tile = s.stations[id][3];
    const near = chosen && can.links[link(chosen, id)];
    const fill = id === chosen ? "#FFE9A8" : near ? "#CFE6C4" : tile % 2 ? "#5d6f9b" : "#6b7dab";
    body += `<path d="${hexagon(x, y, R - 0.6)}" fill="${fill}" stroke="#1d2440" stroke-width="1.6"/>`;
    if (id !== chosen && !near) body += `<path d="M${x - 7} ${y + 6}v-7l4-4 4 4v7zM${x + 2} ${y + 6}v-11h6v11z" fill="#2b3557"/><path d="M${x - 4.5} ${y + 1}h3M${x + 4} ${y - 2}h2M${x + 4} ${y + 2}h2" stroke="#ffd98a" stroke-width="2"/>`;
  }
  for (const [one, other] of s.printed) body += bar(where[one], where[other], ["#10131f", "#9AA3C7"], 7);
  s.tracks.forEach((tracks, seat) => tracks.forEach((track) => {
    const [one, other] = track.split("-");
    const look = SEATS[g.look(seat)];
    body += bar(where[one], where[other], seat ? [WOOL, INK, look.light] : [INK, WOOL, look.colour], 12);
    if (track === g.memory.last) body += bar(where[one], where[other], ["#FFD25A55"], 18);
  }));
  if (chosen && target) body += bar(where[chosen], where[target], [INK, "#FFD25A"], 13);
  for (const [colour, pair] of Object.entries(s.socks)) {
    const owner = s.claimed.findIndex((claimed) => claimed.includes(colour));
    for (const id of pair) {
      const [x, y] = where[id];
      const rim = owner < 0 ? WOOL : SEATS[g.look(owner)].colour;
      body += `<circle cx="${x}" cy="${y}" r="14.5" fill="${rim}" stroke="${INK}" stroke-width="2.4"/><circle cx="${x}" cy="${y}" r="11.6" fill="#FFF3D0"/><g transform="translate(${x - 9.6} ${y - 9.4}) scale(.18)">${sock(colour)}</g>`;
    }
  }
  for (const id of s.blockers) {
    const [x, y] = where[id];
    body += `<circle cx="${x}" cy="${y}" r="13" fill="#8C8798" stroke="${INK}" stroke-width="2.4"/><path d="M${x - 7} ${y + 7}L${x + 7} ${y - 7}" stroke="#FFD25A" stroke-width="5" stroke-linecap="round"/>`;
  }
  if (chosen) body += `<path d="${hexagon(...where[chosen], R + 0.5)}" fill="none" stroke="${WOOL}" stroke-width="6"/><path d="${hexagon(...where[chosen], R + 0.5)}" fill="none" stroke="#1B6FD0" stroke-width="3.4"/>`;
  const pick = (event) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const x = box[0] + ((event.clientX - frame.left) / frame.width) * box[2];
    const y = box[1] + ((event.clientY - frame.top) / frame.height) * box[3];
    const [, id] = places.map(([name, [u, v]]) => [Math.hypot(u - x, v - y), name]).sort((a, b) => a[0] - b[0])[0];
    choose(g, can, id);
  };
  return h("section.board.town", { "aria-label": t("Map"), class: g.memory.large ? "large" : "" },
    h("div.map", { onclick: pick, html: `<svg viewBox="${box.join(" ")}" aria-hidden="true" focusable="false">${body}</svg>` }));
}

function choose(g, can, id) {
  const { chosen } = g.memory;
  if (g.mine && g.seen.phase === "socks") {
    const now = steps(g);
    const move = now.moves.find((one) => one.endsWith(` ${id}`));
    if (move) g.play(move);
    else if (now.next.includes(id)) now.pick(id);
    return;
  }
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
  return `${g.seen.stations[id][2]}, ${id}${pair ? `, ${t("sock {colour}", { colour: NAMES[pair[0]] })}` : ""}`;
};

function wheel(g, can) {
  const { chosen, target } = g.memory;
  if (!chosen) return null;
  return h("div.wheel", { role: "group", "aria-label": t("Neighbours of {name}", { name: g.seen.stations[chosen][2] }) },
    neighbours(g, chosen).map((id, way) => {
      const may = id && can.links[link(chosen, id)];
      return h("button.arrow", { key: `way${way}`, type: "button", class: `way${way} ${target && target === id ? "on" : ""}`, "aria-disabled": may ? undefined : "true",
        "aria-pressed": String(Boolean(target && target === id)),
        "aria-label": id ? `${TOWARDS[way]}: ${spoken(g, id)}` : `${TOWARDS[way]}: ${t("nothing")}`, onclick: () => may && choose(g, can, id) },
        h("span.art", { "aria-hidden": "true", html: `<svg viewBox="-12 -12 24 24"><path d="M0 -10L7.5 7H-7.5Z" fill="currentColor" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/></svg>` }));
    }),
    h("span.middle", { "aria-hidden": "true" }, chosen));
}

function pairs(g) {
  const s = g.seen;
  return h("ul.pairs", { "aria-label": t("Pairs") }, Object.keys(s.socks).map((colour) => {
    const owner = s.claimed.findIndex((claimed) => claimed.includes(colour));
    return h("li", { key: colour, class: owner < 0 ? "" : "done" },
      picture("20 0 84 108", sock(colour), { class: "sock" }),
      h("span.unseen", {}, NAMES[colour]), h("b", {}, s.worth[colour]),
      owner >= 0 && face(g.look(owner), "open", t("joined by {name}", { name: g.name(owner) })));
  }));
}

function panel(g, can) {
  const s = g.seen;
  const { chosen } = g.memory;
  const ids = Object.keys(s.stations);
  return h("div.controls", {},
    wheel(g, can),
    h("div.words", {},
      h("label.unseen", { for: "station" }, t("Station")),
      h("select", { id: "station", value: chosen || "", onchange: (event) => choose(g, { links: {} }, event.target.value) },
        !chosen && h("option", { value: "" }, t("Choose a station")),
        ids.map((id) => h("option", { key: id, value: id }, spoken(g, id)))),
      pairs(g)));
}

function show(g) {
  const s = g.seen;
  if (s.phase === "tiles" || s.phase === "socks") {
    return { main: [s.stations && town(g, choices(g)), h("p.hint", {}, g.mine ? t("Choose step by step, or on the map.") : ""), stepButtons(g)], bar: [undoButton(g)] };
  }
  const can = choices(g);
  const spots = Object.keys(can.spots);
  if (g.memory.ply !== g.ply) Object.assign(g.memory, { ply: g.ply, target: "" });
  const move = spots.length ? can.spots[g.memory.chosen] : g.memory.target && can.links[link(g.memory.chosen, g.memory.target)];
  const zoom = () => { g.memory.large = !g.memory.large; g.draw(); };
  const words = spots.length ? t("Put a blocker") : can.passing ? t("Pass") : t("Lay track");
  const off = !g.mine ? t("It is not your turn.") : move || can.passing ? "" : spots.length ? t("Choose a free station.") : t("Choose a station, then a neighbour.");
  return {
    info: [face(g.look(0), "smile"), h("b.score", {}, `${s.scores[0]} : ${s.scores[1]}`), face(g.look(1), "smile")],
    main: [town(g, can),
      h("p.hint", {}, g.mine ? `${t("{left} to lay", { left: s.left })} · ` : "", t("{n} pieces of track left", { n: s.supply[g.seat] })),
      panel(g, can)],
    bar: [undoButton(g),
      button(g.memory.large ? t("Whole map") : t("Closer"), zoom, { key: "zoom" }),
      button(words, () => g.play(move || "pass"), { key: "lay", kind: "go wide", off })],
  };
}

function told(event, g) {
  const who = event.seat === null ? "" : g.name(event.seat);
  if (event.kind === "lay") {
    g.memory.last = event.data.link.join("-");
    return event.seat === g.seat ? "" : t("{name} lays track from {one} to {other}.", { name: who, one: event.data.link[0], other: event.data.link[1] });
  }
  return event.kind === "join" ? t("{name} joins a pair!", { name: who }) : "";
}

const css = `
.night-room { background: linear-gradient(#14162e, #26305a 60%, #3a3f6e); }
.town { overflow: auto; overscroll-behavior: contain; border: 3px solid #2b2440; border-radius: .9rem; background: #1b2340; max-height: calc(100dvh - 22rem); min-height: 14rem; display: grid; }
.map { width: min(100%, calc((100dvh - 22.5rem) * .78)); min-width: min(100%, 13rem); margin: 0 auto; cursor: pointer; line-height: 0; }
.town.large .map { width: 200%; max-width: none; }
.map svg { width: 100%; height: auto; }
.hint { color: #fffaf2; font-weight: 700; text-align: center; }
.controls { display: flex; gap: .8rem; align-items: center; justify-content: center; flex-wrap: wrap; }
.words { flex: 1 1 9rem; max-width: 22rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; min-width: 0; }
select { font: 600 1.05rem/1.2 Manrope, system-ui, sans-serif; width: 100%; min-height: 2.9rem; padding: .3rem .6rem; border: 2.5px solid #2b2440; border-radius: .8rem; background: #fffaf2; color: #2b2440; text-overflow: ellipsis; }
.pairs { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 4.4rem), 1fr)); gap: .35rem; }
.pairs li { position: relative; display: flex; gap: .3rem; align-items: center; justify-content: center; background: #fffaf2; border: 2.5px solid #2b2440; border-radius: .7rem; padding: .15rem; }
.pairs .sock { width: 1.35rem; }
.pairs b { font: 400 1.3rem var(--names); }
.pairs .puppet { width: 1.15rem; }
.pairs .done { background: #fff3c4; }
.wheel { position: relative; width: 8.6rem; aspect-ratio: 1; border-radius: 50%; border: 3px solid #2b2440; background: radial-gradient(circle at 36% 30%, #fffdf6, #f6ebdd 60%, #dcc9ac); flex: none; }
.wheel .middle { position: absolute; inset: 33%; border-radius: 50%; background: #ffe9a8; border: 3px solid #2b2440; display: grid; place-items: center; font: 400 1.15rem var(--names); }
.arrow { position: absolute; left: 50%; top: 50%; width: 2.75rem; height: 2.75rem; margin: -1.375rem; border: 0; border-radius: 50%; background: none; color: #1d6b41; padding: .55rem; cursor: pointer; }
.arrow .art { display: block; }
.arrow[aria-disabled] { color: #c9baa2; cursor: default; }
.arrow.on { background: #ffd25a; color: #2b2440; box-shadow: 0 0 0 3px #2b2440; }
${WAYS.map((_way, n) => `.way${n} { transform: rotate(${90 + n * 60}deg) translateY(-2.9rem); }`).join("\n")}
.score { font-size: 1.25rem; background: #2b2440; color: #fffaf2; border-radius: .6rem; padding: .1rem .6rem; }
.info .puppet { width: 1.5rem; }
.wide { flex: 3 1 auto; }
@media (orientation: landscape) and (max-height: 34rem) {
  .town { max-height: calc(100dvh - 4.4rem); }
  .map { width: min(100%, calc((100dvh - 4.8rem) * .8)); min-width: 0; }
}`;

export default { kind: "night-room", css, show, told };
