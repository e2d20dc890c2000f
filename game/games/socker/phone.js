// Socker on a phone: the field from your own side, a wheel of eight directions, and what each puppet can do.

import { button, counted, h, t } from "/kit.js";
import { INK, SEATS, WOOL, puppet, star } from "/art.js";
import { bubble } from "/bubble.js";
import { duel, face, hintButton, roundWheel, threatsButton, undoButton, wheel as wheelOf } from "/parts.js";

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

/** Whether the field lies on its side, as there is more room so. */
const turned = () => document.documentElement.dataset.shape === "wide";

/** Columns and rows of the picture. */
const size = ({ seen }) => (turned() ? [seen.rows, seen.columns] : [seen.columns, seen.rows]);

/** Where a cell lies in the picture: who looks scores at the top, or on the right where the field is turned. */
function at(g, cell) {
  const [x, y] = place(cell);
  const { columns, rows } = g.seen;
  const flipped = g.seat === 1;
  const across = flipped ? columns - 1 - x : x;
  const ahead = flipped ? rows - 1 - y : y;
  return turned() ? [ahead * W + W / 2, across * H + H / 2] : [across * W + W / 2, (rows - 1 - ahead) * H + H / 2];
}

const box = (cx, cy, w, high) => `x="${cx - w / 2}" y="${cy - high / 2}" width="${w}" height="${high}"`;

function ground(g) {
  const { rows, cells } = g.seen;
  const [wide, high] = [size(g)[0] * W, size(g)[1] * H];
  const on = turned() ? 0 : 1; // along which of x and y the sides stand
  const [length, cell] = on ? [high, H] : [wide, W];
  let body = `<rect width="${wide}" height="${high}" fill="#E9D7B5"/>`;
  const ends = { 1: [], 2: [] };
  cells.forEach((row, down) => [...row].forEach((kind, x) => {
    const middle = at(g, name(x, rows - 1 - down));
    const [cx, cy] = middle;
    if (kind === "f") {
      const dark = (x + down) % 2 ? "#8FBA78" : "#A5C98B";
      body += `<rect ${box(cx, cy, W + 0.3, H + 0.3)} fill="${dark}"/>`;
    } else if (kind === "1" || kind === "2") {
      ends[kind].push(middle[on]);
      body += `<rect ${box(cx, cy, W + 0.3, H + 0.3)} fill="${SEATS[g.look(kind - 1)].colour}"/>`;
    } else if (kind === "o") {
      body += `<path d="M${cx - 14} ${cy + 12}L${cx + 14} ${cy - 8}" stroke="#CDB283" stroke-width="5"/>`;
    }
  }));
  for (const side of [1, 2]) {
    if (!ends[side].length) continue;
    const far = ends[side][0];
    const seat = SEATS[g.look(side - 1)];
    if (on && far < cell) body += `<rect y="-20" width="${wide}" height="21" fill="${seat.colour}"/>`;
    const edge = far < length / 2 ? far + cell / 2 : far - cell / 2;
    const line = on ? `M0 ${edge}H${wide}` : `M${edge} 0V${high}`;
    body += `<path d="${line}" stroke="${INK}" stroke-width="7"/><path d="${line}" stroke="${seat.light}" stroke-width="4"/>`;
    const words = t("{name} scores here", { name: escape(g.name(side - 1)) });
    const place = on ? `translate(${wide / 2} ${far + 6})` : `translate(${far + 6} ${high / 2}) rotate(-90)`;
    body += `<text transform="${place}" font-size="17" text-anchor="middle" fill="#fff" stroke="${seat.dark}" stroke-width="4" paint-order="stroke">${words}</text>`;
  }
  return `${body}<circle cx="${wide / 2}" cy="${high / 2}" r="52" fill="none" stroke="${WOOL}" stroke-width="3" stroke-dasharray="8 7" opacity=".8"/>`;
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

/** Who could be socked, by whom, and the ball's ways to both goals. */
function dangers(g) {
  const { socks = [], worst = [], goal = [], own = [] } = (g.threats?.on && g.threats.marks) || {};
  const leg = (colour, dash) => ([from, to]) => `<path d="M${at(g, from).join(" ")}L${at(g, to).join(" ")}" stroke="${INK}" stroke-width="7" stroke-linecap="round"/><path d="M${at(g, from).join(" ")}L${at(g, to).join(" ")}" stroke="${colour}" stroke-width="4" stroke-linecap="round" stroke-dasharray="${dash}"/>`;
  const ring = ([, cell]) => { const [x, y] = at(g, cell); return `<ellipse cx="${x}" cy="${y + 4}" rx="17" ry="13" fill="#FF6B5A66" stroke="#C8402F" stroke-width="3.4"/>`; };
  const thin = ([from, to]) => `<path d="M${at(g, from).join(" ")}L${at(g, to).join(" ")}" stroke="#C8402F" stroke-width="1.6"/>`;
  const rest = socks.filter((sock) => !worst.some((other) => String(other) === String(sock)));
  return rest.map(thin).join("") + worst.map(ring).join("") + goal.map(leg("#FF6B5A", "none")).join("") + own.map(leg("#FFD25A", "none")).join("") + worst.map(leg("#FF8A6B", "2 6")).join("");
}

function field(g, can, chosen) {
  const [columns, rows] = size(g);
  const top = turned() ? 3 : 14; // a head may look over the upper edge
  const all = pieces(g);
  const targets = chosen ? can.acts[chosen] || {} : {};
  const shown = Object.entries(targets).filter(([, act]) => !g.memory.verb || act.verb === g.memory.verb);
  const marks = shown.map(([to, act]) => mark(g, chosen, to, act.verb)).join("") + Object.keys(can.spaces).map((to) => mark(g, to, to, "place")).join("");
  const spot = (cell, colour) => {
    const [cx, cy] = at(g, cell);
    return `<rect ${box(cx, cy, W - 2, H - 2)} rx="9" fill="none" stroke="${WOOL}" stroke-width="6"/><rect ${box(cx, cy, W - 2, H - 2)} rx="9" fill="none" stroke="${colour}" stroke-width="3.4"/>`;
  };
  const aim = aimed(g);
  const order = Object.entries(all).sort((a, b) => at(g, a[0])[1] - at(g, b[0])[1]);
  const body = `${ground(g)}${g.memory.last ? spot(g.memory.last, "#E0A100") : ""}${marks}${chosen ? spot(chosen, "#1B6FD0") : ""}${dangers(g)}${aim ? spot(aim, "#7E3F98") : ""}` +
    `${g.memory.cursor && g.mine && Object.keys(can.spaces).length ? spot(g.memory.cursor, "#1B6FD0") : ""}${order.map(([cell, piece]) => figure(g, cell, piece)).join("")}`;
  const reached = [];
  const touch = (cell, label, act) => {
    const [cx, cy] = at(g, cell);
    reached.push({ cx, cy, act });
    return h("button.cell", { key: `cell${cell}`, type: "button", "aria-label": label, onclick: act, style: {
      left: `${((cx - W / 2) / (columns * W)) * 100}%`, top: `${((cy - H / 2) / (rows * H)) * 100}%`,
      width: `${100 / columns}%`, height: `${100 / rows}%` } });
  };
  return h("section.board.pitch", { "aria-label": t("Field"), style: { "--edge": SEATS[g.look(g.seat)].colour, "--shape": String((columns * W) / (rows * H)) } },
    h("p.unseen", {}, described(g, all)),
    h("div.carpet", {},
      h("span.art", { "aria-hidden": "true", html: `<svg viewBox="-3 ${-top} ${columns * W + 6} ${rows * H + top + 3}" focusable="false">${body}</svg>` }),
      h("div.cells", { style: { inset: [top / (rows * H + top + 3), 3 / (columns * W + 6), 3 / (rows * H + top + 3)].map((part) => `calc(.45rem + (100% - .9rem) * ${part.toFixed(4)})`).join(" ") }, onclick: (event) => near(event, columns * W, rows * H, reached) },
        Object.keys(can.acts).map((cell) => touch(cell, t("Your puppet on {cell}", { cell }), () => choose(g, cell))),
        shown.map(([to, act]) => touch(to, `${VERBS[act.verb]}: ${to}`, () => g.play(act.move))),
        Object.entries(can.spaces).map(([to, move]) => touch(to, t("Here: {cell}", { cell: to }), () => g.play(move))))));
}

/** Where everything is, in words. */
const described = (g, all) => [t("Ball"), ...g.seats.map(({ name }) => name)].map((who, place) => {
  const cells = Object.keys(all).filter((cell) => ["o", "Rr", "Bb"][place].includes(all[cell]));
  return cells.length ? `${who}: ${cells.map((cell) => (/[rb]/.test(all[cell]) ? `${cell} ${t("lying down")}` : cell)).join(", ")}.` : "";
}).join(" ");

/** A finger is thicker than a cell: what it meets is the nearest that can be chosen. */
function near(event, wide, high, reached) {
  if (event.target.closest("button")) return;
  const frame = event.currentTarget.getBoundingClientRect();
  const x = ((event.clientX - frame.left) / frame.width) * wide;
  const y = ((event.clientY - frame.top) / frame.height) * high;
  const far = ({ cx, cy }) => Math.hypot(cx - x, cy - y);
  const [best] = reached.sort((a, b) => far(a) - far(b));
  if (best && far(best) < W) best.act();
}

function choose(g, cell) {
  Object.assign(g.memory, { chosen: cell, verb: "", picked: true });
  if (g.lesson) g.do("chose", { making: cell }); // a lesson may be about this very choice
  g.draw();
}

function wheel(g, can, chosen) {
  const placing = Object.keys(can.spaces);
  const flip = g.seat === 1 ? -1 : 1;
  const from = placing.length ? g.memory.cursor : chosen;
  const ways = WAYS.map((_way, arrow) => {
    const way = turned() ? (arrow + 6) % 8 : arrow;
    const [dx, dy] = WAYS[way];
    const [x, y] = from ? place(from) : [0, 0];
    const to = from && name(x + dx * flip, y + dy * flip);
    const act = to && can.acts[chosen]?.[to];
    const inside = x + dx * flip >= 0 && x + dx * flip < g.seen.columns && y + dy * flip >= 0 && y + dy * flip < g.seen.rows;
    const may = placing.length ? from && inside : act && (!g.memory.verb || act.verb === g.memory.verb);
    return {
      label: placing.length ? TOWARDS[way] : `${act ? VERBS[act.verb] : t("Nothing")} ${TOWARDS[way]}`,
      off: !may,
      kind: act && may ? act.verb : "",
      on: (act && may && to === aimed(g) && g.memory.chosen === g.hint.move.split(" ")[1]) || undefined,
      act: () => {
        if (!placing.length) return g.play(act.move);
        g.memory.cursor = to;
        g.draw();
      },
    };
  });
  return wheelOf(t("Directions"), ways, face(g.look(g.seat), g.mine ? "open" : "smile"));
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
      off: !g.mine ? t("It is not your turn.") : mine.length ? "" : chosen ? t("This puppet cannot do that here.") : t("Choose one of your own puppets first.") });
  }));
}

function show(g) {
  const s = g.seen;
  const can = choices(g);
  const actors = Object.keys(can.acts);
  // In a lesson whoever learns picks the first one: the teacher asks for that.
  if (!actors.includes(g.memory.chosen)) g.memory.chosen = g.lesson && !g.memory.picked ? "" : actors.find((cell) => Object.values(can.acts[cell]).some((act) => act.verb !== "move")) ?? actors[0];
  if (!Object.values(can.acts[g.memory.chosen] || {}).some((act) => act.verb === g.memory.verb)) g.memory.verb = "";
  const placing = Object.keys(can.spaces);
  if (placing.length && !g.memory.cursor) g.memory.cursor = placing[Math.floor(placing.length / 2)];
  const next = () => choose(g, actors[(actors.indexOf(g.memory.chosen) + 1) % actors.length]);
  if (g.mine && g.hint) follow(g, can);
  const pips = Array.from({ length: s.acts }, (_, n) => h("i.pip", { class: n < s.left ? "full" : "" }));
  const words = placing.length ? (s.phase === "spot" ? t("Choose where the ball goes.") : t("Choose where your puppet starts."))
    : s.phase === "place" ? t("{name} sets up.", { name: g.name(g.turn) }) : t("{left} of {acts} left", { left: s.left, acts: s.acts });
  return {
    info: duel(g, s.score),
    board: field(g, can, g.memory.chosen),
    side: [
      h("div.pips.aloud", { key: "pips" }, s.phase === "play" && pips, bubble(g) || h("span", { role: "status" }, words), threatsButton(g)),
      h("div.controls", {}, wheel(g, can, g.memory.chosen), !placing.length && verbs(g, can, g.memory.chosen)),
    ],
    bar: placing.length
      ? [undoButton(g), hintButton(g), button(t("Place it"), () => g.play(can.spaces[g.memory.cursor]), { key: "place", kind: "go",
          off: can.spaces[g.memory.cursor] ? "" : t("Not there: choose a marked space.") })]
      : [undoButton(g), hintButton(g),
          button(t("Puppet"), next, { key: "next", off: actors.length > 1 ? "" : t("There is no other puppet to choose.") }),
          button(t("End turn"), () => g.play("end"), { key: "end", kind: "night", off: can.end ? "" : g.mine ? t("Do something first.") : t("It is not your turn.") })],
  };
}

/** What a hint says. */
const advice = (g) => g.hint.why;

/** The target that a hint names. */
const aimed = (g) => g.mine && g.hint && g.hint.move.split(" ")[2];

/** Choose what a hint points at, once. */
function follow(g, can) {
  const [, one, other] = g.hint.move.split(" ");
  if (g.memory.followed === g.ply) return;
  g.memory.followed = g.ply;
  if (one && !other) g.memory.cursor = one;
  else if (one) Object.assign(g.memory, { chosen: one, verb: can.acts[one]?.[other]?.verb ?? "" });
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
.carpet-room { background: radial-gradient(circle at 50% 30%, #d9a86a55, transparent 60%), repeating-linear-gradient(90deg, #0000 0 44px, #7a4b2a66 44px 46px), linear-gradient(#825330, #925d33); }
.pitch { display: grid; place-items: center; }
.carpet { position: relative; width: min(100%, 85dvh * var(--shape), 34rem); border: 2.5px solid #2b2440; border-radius: .7rem; padding: .45rem; background: var(--edge); box-shadow: inset 0 0 0 3px var(--edge), inset 0 0 0 4.5px #fffaf288; }
[data-shape="tall"] .pitch, [data-shape="wide"] .pitch { container-type: size; }
[data-shape="tall"] .carpet, [data-shape="wide"] .carpet { width: min(100cqw, (100cqh - 1.6rem) * var(--shape) + 1rem); }
.carpet .art { display: block; background: #e9d7b5; outline: 2.5px solid #2b2440; }
.carpet svg { overflow: hidden; }
.cells { position: absolute; cursor: pointer; }
.cell { position: absolute; background: none; border: 0; padding: 0; border-radius: 8px; cursor: pointer; min-height: 0; }
.pips { display: flex; gap: .45rem; align-items: center; color: #fffaf2; font-weight: 700; }
.pip { width: 1.35rem; height: 1.35rem; border-radius: 50%; border: 2px dashed #fffaf2; }
.pip.full { border: 2.5px solid #2b2440; background: radial-gradient(circle, #2b2440 0 1.5px, transparent 2px) -3.5px -3.5px/7px 7px, #f0b429; }
.wheel .middle .puppet { width: 88%; margin-top: 40%; }
.arrow.move { color: #1d6b41; } .arrow.kick { color: #9a6a00; background: #ffe59a; } .arrow.sock { color: #b02a1a; background: #ffd2c4; }
${WAYS.map((_way, n) => roundWheel(n, n * 45, 0.348)).join("\n")}
.verbs { display: grid; gap: .4rem; flex: 1 1 8.5rem; max-width: 14rem; }
.verbs .big { min-height: 3rem; }
@media (max-height: 46rem) {
  [data-shape="tall"] .wheel { --size: 8.4rem; } [data-shape="tall"] .arrow { width: 2.5rem; height: 2.5rem; margin: -1.25rem; }
  [data-shape="tall"] .verbs .big { min-height: 2.75rem; padding-block: .25rem .4rem; }
}`;

const scored = (n) => counted("{n} goal", "{n} goals", n);

export default { kind: "fit carpet-room", css, show, told, scored, advice, talks: true, watch: (g) => field(g, choices(g), "") };
