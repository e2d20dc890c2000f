// Socker on a phone: the field from your own side, a wheel of eight directions, and what each puppet can do.

import { button, h, t } from "/kit.js";
import { INK, SEATS, WOOL, puppet, star } from "/art.js";
import { face, undoButton } from "/parts.js";

const W = 36;
const H = 33;
const WAYS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]];
const TOWARDS = [t("forward"), t("forward right"), t("right"), t("back right"), t("back"), t("back left"), t("left"), t("forward left")];
const VERBS = { move: t("Step"), kick: t("Kick"), sock: t("Sock") };
const name = (x, y) => String.fromCharCode(97 + x) + (y + 1);
const place = (cell) => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];

/** The pieces on the field by cell. */
function pieces(g) {
  const found = {};
  g.seen.field.split("/").forEach((row, down) => {
    let x = 0;
    for (const [piece] of row.matchAll(/\d+|[A-Za-z]/g)) {
      if (/\d/.test(piece)) x += Number(piece);
      else found[name(x++, g.seen.rows - 1 - down)] = piece;
    }
  });
  return found;
}

/** Legal moves: by actor and target, or by space alone. */
function choices(g) {
  const acts = {};
  const spaces = {};
  let end = false;
  for (const move of g.mine ? g.moves : []) {
    const [verb, one, other] = move.split(" ");
    if (verb === "end") end = true;
    else if (!other) spaces[one] = move;
    else (acts[one] ??= {})[other] = { verb, move };
  }
  return { acts, spaces, end };
}

/** Where a cell lies in the picture: who looks scores at the top. */
function at(g, cell) {
  const [x, y] = place(cell);
  const flipped = g.seat === 1;
  const column = flipped ? g.seen.columns - 1 - x : x;
  const row = flipped ? y : g.seen.rows - 1 - y;
  return [column * W + W / 2, row * H + H / 2];
}

const box = (cx, cy, w, high) => `x="${cx - w / 2}" y="${cy - high / 2}" width="${w}" height="${high}"`;

function ground(g) {
  const { columns, rows, cells } = g.seen;
  let body = `<rect width="${columns * W}" height="${rows * H}" fill="#E9D7B5"/>`;
  const ends = { 1: [], 2: [] };
  cells.forEach((row, down) => [...row].forEach((kind, x) => {
    const [cx, cy] = at(g, name(x, rows - 1 - down));
    if (kind === "f") {
      const dark = (x + down) % 2 ? "#8FBA78" : "#A5C98B";
      body += `<rect ${box(cx, cy, W + 0.3, H + 0.3)} fill="${dark}"/>`;
    } else if (kind === "1" || kind === "2") {
      ends[kind].push(cy);
      body += `<rect ${box(cx, cy, W + 0.3, H + 0.3)} fill="${SEATS[g.look(kind - 1)].colour}"/>`;
    } else if (kind === "o") {
      body += `<path d="M${cx - 14} ${cy + 12}L${cx + 14} ${cy - 8}" stroke="#CDB283" stroke-width="5"/>`;
    }
  }));
  for (const side of [1, 2]) {
    if (!ends[side].length) continue;
    const cy = ends[side][0];
    const seat = SEATS[g.look(side - 1)];
    if (cy < H) body += `<rect y="-20" width="${columns * W}" height="21" fill="${SEATS[g.look(side - 1)].colour}"/>`;
    const edge = cy < (rows * H) / 2 ? cy + H / 2 : cy - H / 2;
    body += `<path d="M0 ${edge}H${columns * W}" stroke="${INK}" stroke-width="7"/><path d="M0 ${edge}H${columns * W}" stroke="${seat.light}" stroke-width="4"/>`;
    const words = t("{name} scores here", { name: escape(g.name(side - 1)) });
    body += `<text x="${(columns * W) / 2}" y="${cy + 6}" font-size="17" text-anchor="middle" fill="#fff" stroke="${seat.dark}" stroke-width="4" paint-order="stroke">${words}</text>`;
  }
  const [mx, my] = [(columns * W) / 2, (rows * H) / 2];
  return `${body}<circle cx="${mx}" cy="${my}" r="52" fill="none" stroke="${WOOL}" stroke-width="3" stroke-dasharray="8 7" opacity=".8"/>`;
}

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const shoe = `<path d="M-8 -10H2V-1Q2 2 8 3Q13 5 11 9Q9 12 2 11Q-9 11 -8 4Z" fill="#2E8B57" transform="scale(.55)"/>`;
const burst = (r) => `<path d="${star(0, 0, r)}" fill="#FFE3A0" stroke="#C8402F" stroke-width="3" stroke-linejoin="round"/>`;

/** What a target is marked with; the ball and the socked show where they will come to rest. */
function mark(g, from, to, verb) {
  const [cx, cy] = at(g, to);
  if (verb === "place") return `<circle cx="${cx}" cy="${cy}" r="6.5" fill="${WOOL}" stroke="#2E8B57" stroke-width="3"/>`;
  if (verb === "move") {
    return `<g transform="translate(${cx} ${cy})"><ellipse rx="14" ry="11.5" fill="${WOOL}" stroke="#2E8B57" stroke-width="3"/>${shoe}</g>`;
  }
  const [fx, fy] = at(g, from);
  const [zx, zy] = [2 * cx - fx, 2 * cy - fy];
  const colour = verb === "kick" ? "#FFD25A" : "#FF8A6B";
  const bed = verb === "kick"
    ? `<ellipse cx="${zx}" cy="${zy}" rx="15" ry="12" fill="#FFE59A" stroke="${INK}" stroke-width="2.4" stroke-dasharray="5 3"/><use href="#ball" transform="translate(${zx - 8} ${zy - 9}) scale(.16)" opacity=".7"/>`
    : `<ellipse cx="${zx}" cy="${zy}" rx="15" ry="12" fill="${WOOL}" stroke="${INK}" stroke-width="2.4" stroke-dasharray="5 3"/><path d="M${zx - 5} ${zy - 5}l10 10m0 -10l-10 10" stroke="#C8402F" stroke-width="3.6" stroke-linecap="round"/>`;
  const line = `M${cx + (zx - cx) * 0.3} ${cy + (zy - cy) * 0.3}L${cx + (zx - cx) * 0.62} ${cy + (zy - cy) * 0.62}`;
  return `${bed}${verb === "sock" ? `<g transform="translate(${cx} ${cy})">${burst(23)}</g>` : ""}<path d="${line}" stroke="${INK}" stroke-width="9" stroke-linecap="round"/><path d="${line}" stroke="${colour}" stroke-width="5" stroke-linecap="round"/>`;
}

function figure(g, cell, piece) {
  const [cx, cy] = at(g, cell);
  if (piece === "o") return `<use href="#ball" transform="translate(${cx - 12.5} ${cy - 12}) scale(.25)"/>`;
  const side = "Rr".includes(piece) ? 0 : 1;
  const flip = side !== g.seat ? -1 : 1;
  const lying = piece === "r" || piece === "b";
  const turn = lying ? "rotate(82) translate(-122 -120)" : "translate(-118 -232)";
  const low = lying ? cy + 2 : cy + H / 2 - 1;
  return `<ellipse cx="${cx}" cy="${cy + H / 2 - 3}" rx="13" ry="4" fill="${INK}" opacity=".25"/><g transform="translate(${cx} ${low}) scale(${0.168 * flip} .168) ${turn}">${puppet(g.look(side), lying ? "sleep" : "smile")}</g>`;
}

function field(g, can, chosen) {
  const { columns, rows } = g.seen;
  const all = pieces(g);
  const targets = chosen ? can.acts[chosen] || {} : {};
  const shown = Object.entries(targets).filter(([, act]) => !g.memory.verb || act.verb === g.memory.verb);
  const marks = shown.map(([to, act]) => mark(g, chosen, to, act.verb)).join("") + Object.keys(can.spaces).map((to) => mark(g, to, to, "place")).join("");
  const spot = (cell, colour) => {
    const [cx, cy] = at(g, cell);
    return `<rect ${box(cx, cy, W - 2, H - 2)} rx="9" fill="none" stroke="${WOOL}" stroke-width="6"/><rect ${box(cx, cy, W - 2, H - 2)} rx="9" fill="none" stroke="${colour}" stroke-width="3.4"/>`;
  };
  const order = Object.entries(all).sort((a, b) => at(g, a[0])[1] - at(g, b[0])[1]);
  const body = `${ground(g)}${g.memory.last ? spot(g.memory.last, "#E0A100") : ""}${marks}${chosen ? spot(chosen, "#1B6FD0") : ""}` +
    `${g.memory.cursor && g.mine && Object.keys(can.spaces).length ? spot(g.memory.cursor, "#1B6FD0") : ""}${order.map(([cell, piece]) => figure(g, cell, piece)).join("")}`;
  const touch = (cell, label, act) => {
    const [cx, cy] = at(g, cell);
    return h("button.cell", { key: `cell${cell}`, type: "button", "aria-label": label, onclick: act, style: {
      left: `${((cx - W / 2) / (columns * W)) * 100}%`, top: `${((cy - H / 2) / (rows * H)) * 100}%`,
      width: `${100 / columns}%`, height: `${100 / rows}%` } });
  };
  return h("section.board.pitch", { "aria-label": t("Field"), style: { "--edge": SEATS[g.look(g.seat)].colour, "--shape": String((columns * W) / (rows * H)) } },
    h("div.carpet", {},
      h("span.art", { "aria-hidden": "true", html: `<svg viewBox="-3 -14 ${columns * W + 6} ${rows * H + 17}" focusable="false">${body}</svg>` }),
      h("div.cells", {},
        Object.keys(can.acts).map((cell) => touch(cell, t("Your puppet on {cell}", { cell }), () => choose(g, cell))),
        shown.map(([to, act]) => touch(to, `${VERBS[act.verb]}: ${to}`, () => g.play(act.move))),
        Object.entries(can.spaces).map(([to, move]) => touch(to, t("Here: {cell}", { cell: to }), () => g.play(move))))));
}

function choose(g, cell) {
  Object.assign(g.memory, { chosen: cell, verb: "" });
  g.draw();
}

function wheel(g, can, chosen) {
  const placing = Object.keys(can.spaces);
  const flip = g.seat === 1 ? -1 : 1;
  const from = placing.length ? g.memory.cursor : chosen;
  const arrows = WAYS.map(([dx, dy], way) => {
    const [x, y] = from ? place(from) : [0, 0];
    const to = from && name(x + dx * flip, y + dy * flip);
    const act = to && can.acts[chosen]?.[to];
    const inside = x + dx * flip >= 0 && x + dx * flip < g.seen.columns && y + dy * flip >= 0 && y + dy * flip < g.seen.rows;
    const may = placing.length ? from && inside : act && (!g.memory.verb || act.verb === g.memory.verb);
    const label = placing.length ? TOWARDS[way] : `${act ? VERBS[act.verb] : t("Nothing")} ${TOWARDS[way]}`;
    return h("button.arrow", { key: `way${way}`, type: "button", "aria-label": label, "aria-disabled": may ? undefined : "true",
      class: `way${way} ${act && may ? act.verb : ""}`, onclick: () => {
        if (!may) return;
        if (placing.length) { g.memory.cursor = to; g.draw(); } else g.play(act.move);
      } }, h("span.art", { "aria-hidden": "true", html: `<svg viewBox="-12 -12 24 24"><path d="M0 -10L7.5 7H-7.5Z" fill="currentColor" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/></svg>` }));
  });
  return h("div.wheel", { role: "group", "aria-label": t("Directions") }, arrows, h("span.middle", { "aria-hidden": "true" }, face(g.look(g.seat), g.mine ? "open" : "smile")));
}

const SIGNS = {
  move: `<svg viewBox="-16 -13 32 26"><ellipse rx="14" ry="11" fill="${WOOL}"/>${shoe}</svg>`,
  kick: `<svg viewBox="0 0 100 100"><use href="#ball"/></svg>`,
  sock: `<svg viewBox="-20 -20 40 40">${burst(18)}</svg>`,
};

function verbs(g, can, chosen) {
  const acts = Object.values(can.acts[chosen] || {});
  return h("div.verbs", { role: "group", "aria-label": t("Actions") }, Object.entries(VERBS).map(([verb, label]) => {
    const mine = acts.filter((act) => act.verb === verb);
    const press = () => {
      if (mine.length === 1 && verb !== "move") g.play(mine[0].move);
      else { g.memory.verb = g.memory.verb === verb ? "" : verb; g.draw(); }
    };
    return button(label, press, { key: verb, kind: { move: "go", kick: "gold", sock: "stop" }[verb], icon: SIGNS[verb], pressed: g.memory.verb === verb,
      off: !g.mine ? t("It is not your turn.") : mine.length ? "" : t("This puppet cannot do that here.") });
  }));
}

function show(g) {
  const s = g.seen;
  const can = choices(g);
  const actors = Object.keys(can.acts);
  if (!actors.includes(g.memory.chosen)) g.memory.chosen = actors.find((cell) => Object.values(can.acts[cell]).some((act) => act.verb !== "move")) ?? actors[0];
  if (!Object.values(can.acts[g.memory.chosen] || {}).some((act) => act.verb === g.memory.verb)) g.memory.verb = "";
  const placing = Object.keys(can.spaces);
  if (placing.length && !g.memory.cursor) g.memory.cursor = placing[Math.floor(placing.length / 2)];
  const next = () => choose(g, actors[(actors.indexOf(g.memory.chosen) + 1) % actors.length]);
  const pips = Array.from({ length: s.acts }, (_, n) => h("i.pip", { class: n < s.left ? "full" : "" }));
  const words = placing.length ? (s.phase === "spot" ? t("Choose where the ball goes.") : t("Choose where your puppet starts."))
    : s.phase === "place" ? t("{name} sets up.", { name: g.name(g.turn) }) : t("{left} of {acts} left", { left: s.left, acts: s.acts });
  const mini = (seat) => face(g.look(seat), "smile");
  return {
    info: [mini(0), h("b.score", {}, `${s.score[0]} : ${s.score[1]}`), mini(1)],
    main: [
      field(g, can, g.memory.chosen),
      h("p.pips", {}, s.phase === "play" && pips, h("span", {}, words)),
      h("div.controls", {}, wheel(g, can, g.memory.chosen), !placing.length && verbs(g, can, g.memory.chosen)),
    ],
    bar: placing.length
      ? [undoButton(g), button(t("Place it"), () => g.play(can.spaces[g.memory.cursor]), { key: "place", kind: "go",
          off: can.spaces[g.memory.cursor] ? "" : t("Not there: choose a marked space.") })]
      : [undoButton(g),
          button(t("Puppet"), next, { key: "next", off: actors.length > 1 ? "" : t("There is no other puppet to choose.") }),
          button(t("End turn"), () => g.play("end"), { key: "end", kind: "night", off: can.end ? "" : g.mine ? t("Do something first.") : t("It is not your turn.") })],
  };
}

function told(event, g) {
  const who = event.seat === null ? "" : g.name(event.seat);
  const fields = { name: who };
  if (["move", "kick", "sock", "place", "spot"].includes(event.kind)) g.memory.last = event.data.to ?? event.data.cell ?? event.data.target ?? "";
  switch (event.kind) {
    case "sock": return t("{name} socked a puppet.", fields);
    case "kick": return t("{name} kicks the ball.", fields);
    case "move": return event.seat === g.seat ? "" : t("{name} takes a step.", fields);
    case "goal": return t("Goal for {name}!", fields);
    case "out": return t("The ball is out.");
    default: return "";
  }
}

const css = `
.carpet-room { background: radial-gradient(circle at 50% 30%, #d9a86a55, transparent 60%), repeating-linear-gradient(90deg, #0000 0 44px, #7a4b2a66 44px 46px), linear-gradient(#8a5a33, #a06a3c); }
.pitch { display: grid; justify-items: center; }
.carpet { position: relative; width: min(100%, calc((100dvh - 25.5rem) * var(--shape)), 34rem); min-width: min(100%, 17rem); border: 2.5px solid #2b2440; border-radius: .7rem; padding: .45rem; background: var(--edge); box-shadow: inset 0 0 0 3px var(--edge), inset 0 0 0 4.5px #fffaf288; }
.carpet .art { display: block; background: #e9d7b5; outline: 2.5px solid #2b2440; }
.carpet svg { overflow: hidden; }
.cells { position: absolute; inset: .45rem; top: calc(.45rem + 3.7%); bottom: calc(.45rem + .8%); }
.cell { position: absolute; background: none; border: 0; padding: 0; border-radius: 8px; cursor: pointer; min-height: 0; }
.pips { display: flex; gap: .45rem; align-items: center; color: #fffaf2; font-weight: 700; }
.pip { width: 1.35rem; height: 1.35rem; border-radius: 50%; border: 2px dashed #fffaf2; }
.pip.full { border: 2.5px solid #2b2440; background: radial-gradient(circle, #2b2440 0 1.5px, transparent 2px) -3.5px -3.5px/7px 7px, #f0b429; }
.controls { display: flex; gap: .8rem; align-items: center; justify-content: space-evenly; flex-wrap: wrap; }
.wheel { position: relative; width: 9.6rem; aspect-ratio: 1; border-radius: 50%; border: 3px solid #2b2440; background: radial-gradient(circle at 36% 30%, #fffdf6, #f6ebdd 60%, #dcc9ac); box-shadow: 0 5px 0 #2b244055; flex: none; }
.wheel .middle { position: absolute; inset: 31%; border-radius: 50%; background: #fffaf2; border: 3px solid #2b2440; display: grid; place-items: center; overflow: hidden; }
.wheel .middle .puppet { width: 88%; margin-top: 40%; }
.arrow { position: absolute; left: 50%; top: 50%; width: 2.75rem; height: 2.75rem; margin: -1.375rem; border: 0; border-radius: 50%; background: none; color: #2b2440; padding: .55rem; cursor: pointer; }
.arrow .art { display: block; }
.arrow[aria-disabled] { color: #b9a98f; cursor: default; }
.arrow.move { color: #1d6b41; } .arrow.kick { color: #9a6a00; background: #ffe59a; } .arrow.sock { color: #b02a1a; background: #ffd2c4; }
${WAYS.map((_way, n) => `.way${n} { transform: rotate(${n * 45}deg) translateY(-3.35rem); }`).join("\n")}
.verbs { display: grid; gap: .45rem; flex: 1 1 8.5rem; max-width: 14rem; }
.verbs .big { min-height: 3rem; }
.score { font-size: 1.3rem; background: #2b2440; color: #fffaf2; border-radius: .6rem; padding: .1rem .6rem; }
.info .puppet { width: 1.5rem; }
@media (orientation: portrait) and (max-height: 44rem) {
  .carpet { width: min(100%, calc((100dvh - 21.2rem) * var(--shape))); min-width: min(100%, 15rem); }
  .wheel { width: 8.4rem; } .arrow { width: 2.5rem; height: 2.5rem; margin: -1.25rem; }
  ${WAYS.map((_way, n) => `.way${n} { transform: rotate(${n * 45}deg) translateY(-2.95rem); }`).join("\n")}
  .verbs .big { min-height: 2.75rem; padding-block: .25rem .4rem; } main { gap: .3rem; }
}
@media (orientation: landscape) and (max-height: 34rem) {
  .carpet { width: min(100%, calc((100dvh - 4.6rem) * var(--shape))); }
}`;

export default { kind: "carpet-room", css, show, told };
