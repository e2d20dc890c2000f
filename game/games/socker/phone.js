// Socker on a phone: the field from your own side with the pieces of the big screen, and what each puppet can do.

import { button, counted, h, load, picture, t } from "/dom.js";
import { INK, PUPPET_BOX, SEATS, WOOL, puppet, shelf, star } from "/art.js";
import { bubble } from "/bubble.js";
import {
  eyeButton,
  hintButton,
  isShaped,
  progressDots,
  recentMoves,
  remember,
  tabs,
  taskStatus,
  undoButton,
  waits
} from "/widgets.js";

shelf("socker-art").innerHTML = await load("/play/socker.art.svg");

// Spaces with the proportions of the big screen, seen from one side, and from farther above or below, so that the pitch
// fills the room.
let [W, H] = [39.6, 43.6];
const LEAST = 27;
const MOST = 52;
const tall = () => Math.min(47, H * 1.16); // a puppet
const LONG = 25; // half of a fallen one
const WAYS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1]
];
const TOWARDS = [
  t("forward"),
  t("forward right"),
  t("right"),
  t("back right"),
  t("back"),
  t("back left"),
  t("left"),
  t("forward left")
];
const VERBS = { move: t("Step"), kick: t("Kick"), sock: t("Sock") };
const name = (x, y) => String.fromCharCode(97 + x) + (y + 1);
const place = cell => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];

/** The pieces on the field by cell. */
function pieces(g) {
  const found = {};
  g.observation.field.split("/").forEach((row, down) => {
    let x = 0;
    for (const [piece] of row.matchAll(/\d+|[A-Za-z]/g)) {
      if (/\d/.test(piece)) x += Number(piece);
      else found[name(x++, g.observation.rows - 1 - down)] = piece;
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

/** True if the pitch is turned on its side for more room, as it always is in a keepsake. */
const turned = () => Boolean(seen?.over) || isShaped("wide");

/** Columns and rows of the picture. */
const size = ({ observation: { rows, columns } }) => (turned() ? [rows, columns] : [columns, rows]);

/** Place of a cell in the picture: the viewer scores at the top, or on the right of a turned pitch. */
function at(g, cell) {
  const [x, y] = place(cell);
  const { columns, rows } = g.observation;
  const flipped = g.seat === 1;
  const across = flipped ? columns - 1 - x : x;
  const ahead = flipped ? rows - 1 - y : y;
  return turned() ? [ahead * W + W / 2, across * H + H / 2] : [across * W + W / 2, (rows - 1 - ahead) * H + H / 2];
}

const box = (cx, cy, w, high) => `x="${cx - w / 2}" y="${cy - high / 2}" width="${w}" height="${high}"`;

function ground(g, all, marked) {
  const { rows, cells } = g.observation;
  const [wide, high] = [size(g)[0] * W, size(g)[1] * H];
  const on = turned() ? 0 : 1; // axis, x or y, along which the sides are
  const [length, cell] = on ? [high, H] : [wide, W];
  let body = `<rect width="${wide}" height="${high}" fill="#E9D7B5"/>`;
  const ends = { 1: [], 2: [] };
  const outside = []; // the strips beside the pitch, cell by cell
  cells.forEach((row, down) =>
    [...row].forEach((kind, x) => {
      const here = name(x, rows - 1 - down);
      const middle = at(g, here);
      const [cx, cy] = middle;
      if (kind === "f") {
        const dark = (x + down) % 2 ? "#8FBA78" : "#A5C98B";
        body += `<rect ${box(cx, cy, W + 0.3, H + 0.3)} fill="${dark}"/>`;
      } else if (kind === "1" || kind === "2") {
        ends[kind].push(middle[on]);
        body += `<rect ${box(cx, cy, W + 0.3, H + 0.3)} fill="${SEATS[g.look(kind - 1)].colour}"/>`;
      } else if (kind === "o") {
        body += `<path d="M${cx - W / 2} ${cy + 16}L${cx + W / 2} ${cy - 4}M${cx - W / 2} ${cy + 2}L${cx + W / 2} ${cy - 18}" stroke="#CDB283" stroke-width="5"/>`;
        outside.push({
          middle,
          free:
            !all[here] &&
            !marked.some(place => String(place) === String(middle)) &&
            !g.memory.deeds?.some(({ from }) => from === here) // place of a number while the player waits
        });
      }
    })
  );
  for (const side of [1, 2]) {
    if (!ends[side].length) continue;
    const far = ends[side][0];
    const seat = SEATS[g.look(side - 1)];
    if (on && far < cell) body += `<rect y="-20" width="${wide}" height="21" fill="${seat.colour}"/>`;
    const edge = far < length / 2 ? far + cell / 2 : far - cell / 2;
    const line = on ? `M0 ${edge}H${wide}` : `M${edge} 0V${high}`;
    body += `<path d="${line}" stroke="${INK}" stroke-width="7"/><path d="${line}" stroke="${seat.light}" stroke-width="4"/>`;
    if (marked.filter(place => place[on] === far).length > 1) continue; // below the marks they would be unreadable
    const words = t("{name} scores here", { name: escape(g.name(side - 1)) });
    const place = on
      ? `translate(${wide / 2} ${far + (far < cell ? 1 : 8)})`
      : `translate(${far + 8} ${high / 2}) rotate(-90)`;
    body += `<text transform="${place}" font-size="24" text-anchor="middle" fill="#fff" stroke="${seat.dark}" stroke-width="6" paint-order="stroke">${words}</text>`;
  }
  for (const edge of [Math.min, Math.max]) {
    const strip = outside.filter(({ middle }) => middle[1 - on] === edge(...outside.map(one => one.middle[1 - on])));
    if (strip.length < 2) continue;
    // The words are where most cells in a row are free. A puppet below hides one cell with its head.
    let [best, run] = [[], []];
    strip.sort((a, b) => a.middle[on] - b.middle[on]);
    strip.forEach(({ free }, n) => {
      run = free && (!on || strip[n + 1]?.free !== false) ? [...run, strip[n]] : [];
      if (run.length > best.length) best = run;
    });
    const words = t("out of bounds");
    if (best.length * cell < words.length * 8.5) continue; // pieces would cover them
    const [x, y] = [0, 1].map(n => (best[0].middle[n] + best.at(-1).middle[n]) / 2);
    body += `<text transform="translate(${x} ${y}) rotate(${on ? (x < wide / 2 ? -90 : 90) : 0})" y="5" font-size="16" text-anchor="middle" fill="#4a3818" stroke="#E9D7B5" stroke-width="5" paint-order="stroke" class="said">${words}</text>`;
  }
  return `${body}<circle cx="${wide / 2}" cy="${high / 2}" r="60" fill="none" stroke="${WOOL}" stroke-width="3" stroke-dasharray="8 7" opacity=".8"/>`;
}

const escape = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

const shoe = `<path d="M-8 -10H2V-1Q2 2 8 3Q13 5 11 9Q9 12 2 11Q-9 11 -8 4Z" fill="#2E8B57" transform="scale(.62)"/>`;
const burst = r => {
  const spike = (wide, high) =>
    `M${Array.from({ length: 22 }, (_, n) => {
      const a = (n * Math.PI) / 11;
      const far = n % 2 ? 0.74 : 1;
      return `${(Math.cos(a) * wide * far).toFixed(1)} ${(Math.sin(a) * high * far).toFixed(1)}`;
    }).join("L")}Z`;
  return `<path d="${spike(r, r * 0.86)}" fill="#C8402F" stroke="${INK}" stroke-width="2.6" stroke-linejoin="round"/><path d="${spike(r * 0.76, r * 0.64)}" fill="#FFE3A0"/>`;
};

/** An arrow with a head, between two points. */
function arrow([x, y], [u, v], colour) {
  const far = Math.hypot(u - x, v - y);
  const [dx, dy] = [(u - x) / far, (v - y) / far];
  const head = `M${u} ${v}L${u - dx * 11 - dy * 8} ${v - dy * 11 + dx * 8}L${u - dx * 11 + dy * 8} ${v - dy * 11 - dx * 8}Z`;
  const shaft = `M${x} ${y}L${u - dx * 10} ${v - dy * 10}`;
  const both = (paint, wide, rim) =>
    `<path d="${shaft}" stroke="${paint}" stroke-width="${wide}" stroke-linecap="round"/><path d="${head}" fill="${paint}" stroke="${paint}" stroke-width="${rim}" stroke-linejoin="round"/>`;
  return both(INK, 11, 6) + both(colour, 6, 1);
}

/** Marks below the pieces of a target: final places of the ball and of socked puppets. */
function mark(g, from, to, verb) {
  const [cx, cy] = at(g, to);
  if (verb === "place") return `<circle cx="${cx}" cy="${cy}" r="7" fill="${WOOL}" stroke="#2E8B57" stroke-width="3"/>`;
  if (verb === "move")
    return `<g transform="translate(${cx} ${cy})"><ellipse rx="16" ry="11.5" fill="${WOOL}" stroke="#2E8B57" stroke-width="3"/>${shoe}</g>`;
  const [zx, zy] = beyond(g, from, to);
  return verb === "kick"
    ? `<ellipse cx="${zx}" cy="${zy}" rx="18" ry="14" fill="#FFE59A" stroke="${INK}" stroke-width="2.4" stroke-dasharray="5 3"/><use href="#ball" transform="translate(${zx - 10} ${zy - 11}) scale(.2)" opacity=".6"/>`
    : `<ellipse cx="${zx}" cy="${zy}" rx="18" ry="13" fill="${WOOL}" stroke="${INK}" stroke-width="2.4" stroke-dasharray="5 3"/><path d="M${zx - 6} ${zy - 5}l12 10m0 -10l-12 10" stroke="${INK}" stroke-width="7" stroke-linecap="round"/><path d="M${zx - 6} ${zy - 5}l12 10m0 -10l-12 10" stroke="#FF8A6B" stroke-width="3.6" stroke-linecap="round"/><g transform="translate(${cx} ${cy - 3})">${burst(31)}</g>`;
}

/** Marks above them: the path of ball or puppet. */
function way(g, from, to, verb) {
  if (verb !== "kick" && verb !== "sock") return "";
  const [cx, cy] = at(g, to);
  const [zx, zy] = beyond(g, from, to);
  return arrow(
    [cx + (zx - cx) * 0.4, cy + (zy - cy) * 0.4],
    [cx + (zx - cx) * 0.8, cy + (zy - cy) * 0.8],
    verb === "kick" ? "#FFD25A" : "#FF8A6B"
  );
}

/** The paths of the last actions, numbered as in the list below the pitch. */
const past = g =>
  !waits(g)
    ? ""
    : (g.memory.deeds || [])
        .map(({ kind, from, to }, place) => {
          const [[x, y], [u, v]] = [at(g, from), at(g, to)];
          const far = Math.max(Math.hypot(u - x, v - y), 1);
          const [cx, cy] = [x - ((u - x) / far) * 4, y - ((v - y) / far) * 4];
          const end = kind === "sock" ? 0.45 : 0.62; // not over the socked puppet's face
          return (
            `<g class="${place ? "second" : ""}">${arrow([cx, cy], [x + (u - x) * end, y + (v - y) * end], kind === "sock" ? "#FF8A6B" : kind === "kick" ? "#FFD25A" : "#FFFAF2")}` +
            `<circle cx="${cx}" cy="${cy}" r="10" fill="${place ? "#F6EBDD" : "#FFD25A"}" stroke="${INK}" stroke-width="2.4"/><text x="${cx}" y="${cy + 4.6}" font-size="13" text-anchor="middle" fill="${INK}">${place + 1}</text></g>`
          );
        })
        .reverse()
        .join("");

const beyond = (g, from, to) => at(g, to).map((where, n) => 2 * where - at(g, from)[n]);

function figure(g, cell, piece, chosen) {
  const [x, cy] = at(g, cell);
  const cx = /[rb]/.test(piece) ? Math.max(LONG, Math.min(x, size(g)[0] * W - LONG)) : x;
  if (piece === "o") {
    const r = Math.min(14, H * 0.42);
    return `<use href="#ball" transform="translate(${cx - r} ${cy - r}) scale(${r / 50})"/>`;
  }
  const side = "Rr".includes(piece) ? 0 : 1;
  const lying = piece === "r" || piece === "b";
  const grown = (tall() / 190) * (lying ? 0.85 : cell === chosen ? 1.12 : 1);
  return `<use href="#${lying ? "fallen" : "piece"}${g.look(side)}" transform="translate(${cx} ${cy + H * (lying ? 0.3 : 0.38)}) scale(${(grown * (side !== (g.seat ?? 0) ? -1 : 1)).toFixed(3)} ${grown.toFixed(3)}) translate(${lying ? -108 : -112} -176)"/>`;
}

/** Puppets that can be socked and by which, and the ball's ways to both goals. */
function dangers(g) {
  const { socks = [], worst = [], goal = [], own = [] } = (g.threats?.on && g.threats.marks) || {};
  const leg =
    (colour, dash) =>
    ([from, to]) =>
      `<path d="M${at(g, from).join(" ")}L${at(g, to).join(" ")}" stroke="${INK}" stroke-width="7" stroke-linecap="round"/><path d="M${at(g, from).join(" ")}L${at(g, to).join(" ")}" stroke="${colour}" stroke-width="4" stroke-linecap="round" stroke-dasharray="${dash}"/>`;
  const ring = ([, cell]) => {
    const [x, y] = at(g, cell);
    return `<ellipse cx="${x}" cy="${y + 4}" rx="17" ry="13" fill="#FF6B5A66" stroke="#C8402F" stroke-width="3.4"/>`;
  };
  const thin = ([from, to]) =>
    `<path d="M${at(g, from).join(" ")}L${at(g, to).join(" ")}" stroke="#C8402F" stroke-width="1.6"/>`;
  const rest = socks.filter(sock => !worst.some(other => String(other) === String(sock)));
  return (
    rest.map(thin).join("") +
    worst.map(ring).join("") +
    goal.map(leg("#FF6B5A", "none")).join("") +
    own.map(leg("#FFD25A", "none")).join("") +
    worst.map(leg("#FF8A6B", "2 6")).join("")
  );
}

function field(g, can, chosen) {
  seen = g;
  const [columns, rows] = size(g);
  const top = rim();
  const all = pieces(g);
  const spot = ([cx, cy], colour) =>
    `<rect ${box(cx, cy, W + 2, H + 2)} rx="10" fill="none" stroke="${WOOL}" stroke-width="8"/><rect ${box(cx, cy, W + 2, H + 2)} rx="10" fill="none" stroke="${colour}" stroke-width="4"/>`;
  const targets = chosen ? can.acts[chosen] || {} : {};
  const shown = Object.entries(targets).filter(([, act]) => !g.memory.verb || act.verb === g.memory.verb);
  const ways = shown.map(([to, act]) => way(g, chosen, to, act.verb)).join("");
  const goal = (verb, to) => (verb === "kick" ? beyond(g, chosen, to) : at(g, to));
  const [, one, other] = heeds(g) ? g.hint.move.split(" ") : [];
  const aim = other ? chosen === one && targets[other] && other : one;
  const said = aim && (other ? goal(targets[other].verb, other) : at(g, one));
  const goals = g.memory.verb && !aim ? shown.map(([to, act]) => spot(goal(act.verb, to), "#1B6FD0")).join("") : "";
  // The subject of a hint stands out: everything else is dimmed.
  const dim = (to, body) => (aim && to !== aim ? `<g opacity=".4">${body}</g>` : body);
  const marks =
    (aim ? `<rect ${box(...said, W, H)} rx="10" fill="#FFD25A"/>` : "") +
    shown.map(([to, act]) => dim(to, mark(g, chosen, to, act.verb))).join("") +
    Object.keys(can.spaces)
      .map(to => dim(to, mark(g, to, to, "place")))
      .join("");
  const ring = (cell, dash) => {
    const [x, y] = at(g, cell);
    return [INK, "#FFD25A"]
      .map(
        (colour, n) =>
          `<ellipse cx="${x}" cy="${y + H * 0.14}" rx="${W * 0.64}" ry="${H * 0.46}" fill="none" stroke="${colour}" stroke-width="${8 - 3.5 * n}" stroke-dasharray="${dash}"/>`
      )
      .join("");
  };
  // No puppet may hide the ball.
  const order = Object.entries(all).sort((a, b) => (a[1] === "o") - (b[1] === "o") || at(g, a[0])[1] - at(g, b[0])[1]);
  const glow = chosen
    ? ring(chosen, "none")
    : Object.keys(can.acts)
        .map(cell => ring(cell, "7 4"))
        .join("");
  const body =
    `${ground(
      g,
      all,
      [...Object.keys(targets), ...Object.keys(can.spaces)].map(to => at(g, to))
    )}${g.memory.last ? spot(at(g, g.memory.last), "#E0A100") : ""}${glow}${marks}${goals}${dangers(g)}` +
    `${g.memory.cursor && g.mine && Object.keys(can.spaces).length ? spot(at(g, g.memory.cursor), "#1B6FD0") : ""}${aim ? spot(said, "#7E3F98") : ""}${order.map(([cell, piece]) => figure(g, cell, piece, chosen)).join("")}${ways}${past(g)}`;
  const reached = [];
  const stops = [...Object.keys(can.acts), ...shown.map(([to]) => to), ...Object.keys(can.spaces)];
  const stop = [g.memory.stop, shown[0]?.[0], stops[0]].find(cell => stops.includes(cell)); // Tab focuses this one
  const touch = (cell, label, act, reach) => {
    const [cx, cy] = at(g, cell);
    reached.push({ cx, cy, act });
    return h("button.cell", {
      key: `cell${cell}`,
      type: "button",
      "aria-label": label,
      tabindex: cell === stop ? "0" : "-1",
      onclick: act,
      onfocus: ({ target }) => {
        g.memory.stop = cell;
        for (const button of target.parentNode.children) button.tabIndex = button === target ? 0 : -1;
        reach?.();
      },
      style: {
        left: `${(cx / (columns * W)) * 100}%`,
        top: `${(cy / (rows * H)) * 100}%`,
        width: `${100 / columns}%`,
        height: `${100 / rows}%`
      }
    });
  };
  return h(
    "section.board.pitch",
    {
      "aria-label": t("Pitch"),
      style: { "--edge": SEATS[g.look(g.seat)].colour, "--shape": String((columns * W + 6) / (rows * H + top + 3)) }
    },
    h("p.unseen", {}, described(g, all)),
    h(
      "div.carpet",
      {},
      h("span.art", {
        "aria-hidden": "true",
        html: `<svg viewBox="-3 ${-top} ${columns * W + 6} ${rows * H + top + 3}" focusable="false">${body}</svg>`
      }),
      h(
        "div.cells",
        {
          style: {
            inset: [top / (rows * H + top + 3), 3 / (columns * W + 6), 3 / (rows * H + top + 3)]
              .map(part => `calc(var(--rim) + (100% - 2 * var(--rim)) * ${part.toFixed(4)})`)
              .join(" ")
          },
          onclick: event => near(event, columns * W, rows * H, reached),
          onkeydown: roam
        },
        Object.keys(can.acts).map(cell => touch(cell, t("Your puppet on {cell}", { cell }), () => choose(g, cell))),
        shown.map(([to, act]) => touch(to, `${VERBS[act.verb]}: ${to}`, () => g.play(act.move))),
        Object.entries(can.spaces).map(([to, move]) =>
          touch(
            to,
            t("Here: {cell}", { cell: to }),
            () => g.play(move),
            () => {
              g.memory.cursor = to;
              g.draw();
            }
          )
        )
      )
    )
  );
}

let seen = null; // match that was drawn last
let tries = 0; // redraws since the pitch last fitted

/** Height above the pitch for a head to show. */
const rim = () => (turned() ? 11 : 14);

/** Height of the spaces (width if the pitch is turned on its side) that fills the room. */
function fit() {
  const [pitch, carpet, art] = [".pitch", ".carpet", ".carpet > .art"].map(name => document.querySelector(name));
  if (!art || !seen) return;
  const frame = carpet.offsetWidth - art.offsetWidth;
  const shape = (pitch.clientWidth - frame) / (pitch.clientHeight - frame);
  const [columns, rows] = size(seen);
  const free = turned()
    ? ((rows * H + rim() + 3) * shape - 6) / columns
    : ((columns * W + 6) / shape - rim() - 3) / rows;
  const next = Math.max(turned() ? 34 : LEAST, Math.min(free, MOST));
  const now = turned() ? [next, 43.6] : [39.6, next];
  tries = Math.abs(now[0] - W) + Math.abs(now[1] - H) < 0.3 ? 0 : tries + 1;
  if (!tries || tries > 4) return; // never loops forever
  [W, H] = now;
  seen.draw();
}

/** All positions in words. */
const described = (g, all) =>
  [t("Ball"), ...g.seats.map(({ name }) => name)]
    .map((who, place) => {
      const cells = Object.keys(all).filter(cell => ["o", "Rr", "Bb"][place].includes(all[cell]));
      return cells.length
        ? `${who}: ${cells.map(cell => (/[rb]/.test(all[cell]) ? `${cell} ${t("knocked down")}` : cell)).join(", ")}.`
        : "";
    })
    .join(" ");

/** A finger is wider than a cell, so it hits the nearest cell that can be chosen. */
function near(event, wide, high, reached) {
  if (event.target.closest("button")) return;
  const frame = event.currentTarget.getBoundingClientRect();
  const x = ((event.clientX - frame.left) / frame.width) * wide;
  const y = ((event.clientY - frame.top) / frame.height) * high;
  const far = ({ cx, cy }) => Math.hypot(cx - x, cy - y);
  const [best] = reached.sort((a, b) => far(a) - far(b));
  if (best && far(best) < W) best.act();
}

/** Arrow keys: to the sides in reading order, else to the nearest space above or below. */
function roam(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const place = button => [parseFloat(button.style.left), parseFloat(button.style.top)];
  const all = [...event.currentTarget.children].sort((a, b) => place(a)[1] - place(b)[1] || place(a)[0] - place(b)[0]);
  const now = all.indexOf(event.target);
  const [x, y] = place(event.target);
  const far = button => Math.hypot(place(button)[0] - x, place(button)[1] - y);
  const beyond = all.filter(button => step * (place(button)[1] - y) > 0).sort((a, b) => far(a) - far(b));
  const next = /Left|Right/.test(event.key) ? all.at((now + step) % all.length) : beyond[0];
  next?.focus();
}

function choose(g, cell) {
  Object.assign(g.memory, { chosen: cell, verb: "", picked: true, heeds: false });
  if (g.lesson) g.do("chose", { making: cell }); // a lesson may be about this choice
  g.draw();
}

const SIGNS = {
  move: `<svg viewBox="-27 -18 54 36"><ellipse rx="24" ry="16" fill="${WOOL}" stroke="#14532F" stroke-width="3"/><g transform="scale(1.35)">${shoe}</g></svg>`,
  kick: `<svg viewBox="-27 -18 54 36"><use href="#ball" transform="translate(-26 -10) scale(.28)"/>${arrow([2, 0], [26, -13], WOOL)}</svg>`,
  sock: `<svg viewBox="-27 -18 54 36">${burst(20)}<path d="${star(0, 0, 9)}" fill="#C8402F"/></svg>`
};

const KINDS = { move: "go", kick: "gold", sock: "stop" };

/** True while a hint is shown: until something else is chosen. */
const heeds = g => g.mine && g.hint && g.memory.heeds;

function verbs(g, can, chosen) {
  const acts = Object.values(can.acts[chosen] || {});
  return h(
    "div.verbs",
    { role: "group", "aria-label": t("Actions") },
    Object.entries(VERBS).map(([verb, label]) => {
      const mine = acts.filter(act => act.verb === verb);
      const press = () => {
        // A chosen puppet gets a ring, like its target. Another press acts if there is only one action, or one is
        // advised.
        const again = g.memory.verb === verb;
        if (again && heeds(g)) g.play(g.hint.move);
        else if (again && mine.length === 1) g.play(mine[0].move);
        else {
          Object.assign(g.memory, { verb: again ? "" : verb, heeds: false });
          g.draw();
        }
      };
      return button(label, press, {
        key: verb,
        kind: KINDS[verb],
        icon: SIGNS[verb],
        pressed: g.memory.verb === verb,
        off: !g.mine
          ? t("It's not your turn.")
          : mine.length
            ? ""
            : chosen
              ? t("This puppet can't do that here.")
              : t("Choose one of your puppets first.")
      });
    })
  );
}

function show(g) {
  const s = g.observation;
  const can = choices(g);
  const actors = Object.keys(can.acts);
  // In a lesson the learner chooses the first one, because the teacher asks for it.
  if (!actors.includes(g.memory.chosen))
    g.memory.chosen =
      g.lesson && !g.memory.picked
        ? ""
        : (actors.find(cell => Object.values(can.acts[cell]).some(act => act.verb !== "move")) ?? actors[0]);
  if (!Object.values(can.acts[g.memory.chosen] || {}).some(act => act.verb === g.memory.verb)) g.memory.verb = "";
  const placing = Object.keys(can.spaces);
  if (placing.length && !g.memory.cursor) g.memory.cursor = placing[Math.floor(placing.length / 2)];
  if (g.mine && g.hint) follow(g, can);
  // With little room a hint replaces the instruction, and its advice is the button below.
  const alone = heeds(g) && !placing.length && g.low;
  const advised = alone && g.hint.move !== "end" && g.memory.verb;
  const words = placing.length
    ? s.phase === "spot"
      ? t("Choose where the ball goes.")
      : t("Choose where your puppet starts.")
    : s.phase === "place" && !waits(g)
      ? t("{name} sets up.", { name: g.name(g.turn) })
      : "";
  return {
    info:
      !g.over &&
      tabs(g, s.score, seat =>
        h(
          "span.goals",
          {},
          Array.from({ length: Math.min(g.options.win === "goals" ? g.options.goals : s.score[seat], 5) }, (_, n) =>
            n < s.score[seat] ? BALL : h("i.ball", {})
          )
        )
      ),
    queue:
      progressDots(g, [0, 1]) ||
      taskStatus(
        (!g.over && words) || (s.phase === "play" && g.mine && counted("{n} action left", "{n} actions left", s.left)),
        words ? "" : "shown"
      ),
    left:
      s.phase === "play" &&
      !g.over &&
      Array.from({ length: s.acts }, (_, n) => h("i.pip", { class: n < s.left ? "full" : "" })),
    board: field(g, can, g.memory.chosen),
    side: [
      !g.memory.said && recentMoves(g),
      g.memory.said && h("div.aloud", { key: "aloud" }, bubble(g)),
      waits(g) &&
        turned() &&
        picture(PUPPET_BOX, puppet(g.look(g.turn), "open"), { key: "acts", class: "puppet acts" }),
      !placing.length && g.mine && !alone && verbs(g, can, g.memory.chosen)
    ],
    bar: placing.length
      ? [
          undoButton(g),
          hintButton(g),
          eyeButton(g),
          button(t("Place it"), () => g.play(can.spaces[g.memory.cursor]), {
            key: "place",
            kind: "go",
            off: can.spaces[g.memory.cursor] ? "" : t("Not there. Choose a marked space.")
          })
        ]
      : [
          undoButton(g),
          hintButton(g),
          eyeButton(g),
          advised
            ? button(VERBS[advised], () => g.play(g.hint.move), {
                key: "advised",
                kind: `wide ${KINDS[advised]}`,
                icon: SIGNS[advised]
              })
            : button(t("End turn"), () => g.play("end"), {
                key: "end",
                kind: `wide ${heeds(g) && g.hint.move === "end" ? "call" : ""}`,
                off: can.end ? "" : g.mine ? t("Do something first.") : t("It's not your turn.")
              })
        ]
  };
}

/** One sentence on how to play now. */
const how = g =>
  g.observation.phase === "play" ? t("Tap a puppet, then a marked space") : t("Tap a marked space, then Place it");

const BALL = picture("0 0 100 100", `<use href="#ball"/>`, { class: "ball" });

/** Words of a hint; read aloud, they name the marked spaces. */
const advice = (g, aloud) =>
  (aloud || g.memory.heeds) &&
  [g.hint.why, aloud && g.hint.move.split(" ").slice(1).join(" → ")].filter(Boolean).join(" ");

/** Choose what a hint points at, once. */
function follow(g, can) {
  const [, one, other] = g.hint.move.split(" ");
  if (g.memory.followed === g.ply) return;
  Object.assign(g.memory, { followed: g.ply, heeds: true });
  if (one && !other) g.memory.cursor = one;
  else if (one) Object.assign(g.memory, { chosen: one, verb: can.acts[one]?.[other]?.verb ?? "" });
}

function told(event, g) {
  const who = event.seat === null ? "" : g.name(event.seat);
  const fields = { name: who };
  if (["move", "kick", "sock", "place", "spot"].includes(event.kind))
    g.memory.last = event.data.to ?? event.data.cell ?? event.data.target ?? "";
  const done = {
    sock: t("{name} socks a puppet.", fields),
    kick: t("{name} kicks the ball.", fields),
    move: t("{name} takes a step.", fields)
  }[event.kind];
  if (done) {
    remember(g, {
      seat: event.seat,
      words: done,
      sign: SIGNS[event.kind],
      kind: event.kind,
      from: event.data.from,
      to: event.data.to
    });
    return event.seat === g.seat && event.kind === "move" ? "" : done;
  }
  switch (event.kind) {
    case "goal":
      return t("Goal for {name}!", fields);
    case "out":
      return t("The ball is out.");
    default:
      return "";
  }
}

const css = `
@layer games {
  .carpet-room {
    background: radial-gradient(circle at 50% 30%, #d9a86a55, transparent 60%), repeating-linear-gradient(90deg, #0000 0
      44px, #7a4b2a66 44px 46px), linear-gradient(#825330, #925d33);
  }
  .pitch { display: grid; place-items: center; }
  .carpet {
    position: relative; border: 2.5px solid #2b2440; border-radius: .7rem; --rim: .45rem; padding: var(--rim);
    background: var(--edge); box-shadow: inset 0 0 0 3px var(--edge), inset 0 0 0 4.5px #fffaf288;
  }
  .pitch {
    container-type: size;
    & .carpet { width: min(100cqw, (100cqh - 2 * var(--rim) - 5px) * var(--shape) + 2 * var(--rim) + 5px); }
  }
  .carpet .art { display: block; background: #e9d7b5; outline: 2.5px solid #2b2440; }
  .carpet svg { overflow: hidden; }
  .cells { position: absolute; cursor: pointer; }
  .cell {
    position: absolute; translate: -50% -50%; min-width: 24px; min-height: 24px; background: none; border: 0;
    padding: 0; border-radius: 8px; cursor: pointer;
  }
  .left .pip {
    width: min(1.55rem, 6.5vmin); aspect-ratio: 1; border-radius: 50%; border: 2.5px solid #2b2440; background: #5c1a0f;
  }
  .left .pip.full {
    background: radial-gradient(circle, #2b2440 0 1.6px, transparent 2.1px) -3.9px -3.9px/7.8px 7.8px, #f0b429;
  }
  .goals { display: flex; align-items: center; gap: 1px; min-height: 1.05rem; }
  .ball { width: 1.05rem; min-width: 0; }
  i.ball { aspect-ratio: 1; border: 2px dashed; border-radius: 50%; opacity: .5; }
  .said { font-family: Manrope, sans-serif; font-weight: 600; }
  .verbs { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .6rem; padding: .2rem 5px; }
  .verbs .big {
    flex-direction: column; gap: .15rem; min-height: 5.75rem; max-height: none; padding: .3rem .2rem .6rem;
    border-radius: 1.25rem; font-size: 1.45rem;
  }
  .verbs .icon { width: 3.6rem; }
  .verbs .big[aria-disabled="true"] .icon { opacity: .55; }
  .verbs .big[aria-pressed="true"] { outline-width: 5px; outline-offset: 1px; }
  .acts { flex: none; order: 1; width: min(9rem, 24dvh); margin: auto auto -1rem; }
}
@layer shapes {
  [data-shape="wide"] .verbs .big { min-height: max(5rem, 17dvh); }
}
@layer rooms {
  @media (max-height: 46rem) {
    [data-shape="tall"] {
      & .pitch ~ .side .aloud { display: contents; }
      & .verbs { gap: .3rem; }
      & .verbs .big { min-height: 2.9rem; flex-direction: row; font-size: 1.02rem; }
      & .verbs .icon { width: 1.8rem; }
    }
  }
  @media (max-height: 34rem) { [data-shape="wide"]:not([data-large]) .verbs { flex: 1 0 auto; max-height: 9rem; } }
  @media (max-width: 36rem) { [data-shape="wide"] .verbs .big { font-size: .95rem; } }
  @media (max-width: 22rem) {
    [data-shape="tall"] .verbs {
      & .big { font-size: .88rem; gap: .12rem; }
      & .icon { width: 1.3rem; }
    }
  }
}
@layer flat {
  [data-flat] .carpet-room .tip { font-size: 1rem; padding: .3rem .6rem; }
  @media (max-width: 40rem) {
    [data-flat] {
      & .carpet-room footer .wide .icon { display: none; }
      & .fit.carpet-room:has(.lesson) { grid-template-columns: minmax(0, 1fr) 17.4rem; }
      & .fit.carpet-room.watching { grid-template-columns: minmax(0, 110dvh) minmax(15.3rem, 1fr); }
    }
  }
}
@layer letters {
  [data-shape="long"] .pitch { flex: 1 0 max(204px, 82vw); }
  [data-large][data-shape="wide"] .fit.carpet-room:has(.tip) { grid-template-columns: minmax(0, 1fr) 50vw; }
  [data-large][data-shape="wide"] .verbs { grid-template-columns: 1fr; }
  [data-large][data-shape="wide"] .verbs .big { flex-direction: row; gap: .3rem; min-height: 44px; font-size: .8rem; }
  [data-large][data-shape="wide"] .goals { display: none; }
  [data-large][data-shape="wide"] .tip { font-size: .54rem; }
  [data-large][data-shape="wide"] .lesson ~ .verbs {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    & .big { font-size: .6rem; }
    & .icon { display: none; }
  }
  [data-large] .carpet { --rim: .15rem; border-radius: .25rem; }
  [data-large][data-shape="wide"] .carpet-room.mine footer .wide { font-size: .54rem; }
  [data-large] .verbs { order: -1; gap: .15rem; padding-block: 0; }
  [data-large] .verbs .big { min-width: 0; min-height: 2.6rem; padding: 0 0 .2rem; font-size: .62rem; gap: 0; }
  [data-large] .verbs .icon { width: 1.2rem; }
  [data-large] .ball { width: .55rem; border-width: 1px; }
  [data-large] .goals { min-height: 0; }
  [data-large] .left .pip { width: .65rem; }
  @media (min-height: 34.1rem) {
    [data-shape="wide"] .verbs {
      flex: 1 0 0; grid-template-columns: 1fr; grid-auto-rows: minmax(5rem, 11rem); align-content: center;
      & .icon { width: 6rem; }
    }
    [data-shape="wide"] .carpet-room .side:has(.lately) {
      justify-content: center;
      & .lately { padding: 1.5rem; font-size: 1.4rem; gap: 1.5rem; }
      & li { flex-direction: column; text-align: center; }
      & .disc { width: 6rem; height: 6rem; }
      & .icon { width: 6rem; }
    }
  }
  @media (max-height: 46rem) {
    [data-large] .carpet-room .tip { font-size: .52rem; line-height: 1.08; }
    [data-large][data-shape="long"] main:has(.lesson) .verbs {
      & .big { min-height: 44px; padding: 0; }
      & .icon { display: none; }
    }
  }
}
@layer tones {
  @media (prefers-color-scheme: dark) {
    .carpet-room { background-color: #6a5478; background-blend-mode: multiply; }
    .carpet .art { filter: brightness(.86); }
  }
}
`;

const scored = n => counted("{n} goal", "{n} goals", n);

export default {
  kind: "fit carpet-room",
  beside: true,
  css,
  show,
  how,
  quiet: ["place", "spot"],
  told,
  scored,
  advice,
  fit,
  talks: true,
  watch: g => field(g, choices(g), ""),
  keepsake: g => field(g, choices(g), "")
};
