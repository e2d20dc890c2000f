// Socks in the City on a phone: the map of the big screen, moved and magnified with a finger; the worth of each pair;
// and the set-up by hand.

import { button, counted, h, load, picture, t, warn } from "/dom.js";
import { INK, SEATS, WOOL, icon, shelf } from "/art.js";
import { bubble } from "/bubble.js";
import {
  eyeButton,
  face,
  hintButton,
  pointsOf,
  progressDots,
  recentMoves,
  remember,
  tabs,
  taskStatus,
  undoButton,
  waits
} from "/widgets.js";

const NAMES = {
  red: t("Red"),
  yellow: t("Yellow"),
  green: t("Green"),
  blue: t("Blue"),
  violet: t("Violet"),
  orange: t("Orange")
};
const COLOURS = Object.keys(NAMES);

// Drawings of the big screen (screen/phone_art.py): those shared by all maps, and those of this map's look.

shelf("city-art").innerHTML = await load("/play/city.art.svg");
let [look, wanted] = ["", ""]; // looks whose drawings are here, and those requested

/** Fetch the drawings for this map's look. */
async function wearLook(g) {
  const own = /^[a-z]+$/.test(g.view.look) ? g.view.look : "city";
  if (wanted === own) return;
  wanted = own;
  const drawn = await load(`/play/city.look-${own}.svg`).catch(() => load("/play/city.look-city.svg"));
  if (wanted !== own) return; // another match has begun
  shelf("city-look").innerHTML = drawn;
  look = own;
  g.draw();
}

const use = (name, [x, y] = [0, 0], more = "") =>
  `<use href="#city-${name}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})${more}"/>`;
const sock = colour => use(`sock-${colour}`);
const SOCK_BOX = "14 -8 100 118";

const R = 20;
const GROWN = R / 42; // the drawings are for hexagons of 42
const WIDE = Math.sqrt(3) * R;
const APART = 48; // minimum distance of stations in pixels
const TOWARDS = [t("right"), t("down right"), t("down left"), t("left"), t("up left"), t("up right")];
const SIDES = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1]
]; // steps across the sides of a hexagon, clockwise from the upper right
const WAYS = [1, 2, 3, 4, 5, 0]; // side in each of those directions
const point = (q, r) => [WIDE * (q + r / 2), 1.5 * R * (r + 1)];
const axial = (column, row) => [column - (row - 1 - ((row - 1) % 2)) / 2, row - 1];

/** A cell as the big screen has turned the map. */
function turned(g, [column, row]) {
  let [q, r] = axial(column, row);
  for (let n = 0; n < (g.view.turn || 0); n++) [q, r] = [-r, q + r];
  return [q, r];
}
const middle = (g, cell) => point(...turned(g, cell));
const hexagon = (x, y, r) => {
  const points = [];
  for (let n = 0; n < 6; n++) {
    const a = (n * Math.PI) / 3 + Math.PI / 6;
    points.push(`${(x + r * Math.cos(a)).toFixed(1)} ${(y + r * Math.sin(a)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
};
const link = (one, other) => [one, other].sort().join("-");

/** Choices: a move for each link, or for each station. */
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

const halfway = ([x, y], [u, v]) => [(x + u) / 2, (y + v) / 2];
/** Drawing along a link. */
const along = (name, from, to) =>
  use(
    name,
    halfway(from, to),
    ` rotate(${(((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI + 360) % 180).toFixed(0)}) scale(${GROWN})`
  );
/** Drawing made for a hexagon; `side` turns it from the first side to another one. */
const at = (name, where, side = 0) => use(name, where, `${side ? ` rotate(${60 * side})` : ""} scale(${GROWN})`);

/** A line over part of a link, each colour narrower than the one below it. */
function bar([x, y], [u, v], colours, wide) {
  const d = `M${x + (u - x) * 0.22} ${y + (v - y) * 0.22}L${x + (u - x) * 0.78} ${y + (v - y) * 0.78}`;
  return colours
    .map((colour, n) => `<path d="${d}" stroke="${colour}" stroke-width="${wide - n * 3.4}" stroke-linecap="round"/>`)
    .join("");
}

/** One of four cloths for each tile, so that neighbours differ; like `City.fabric`. */
function cloths(stops) {
  const found = new Map();
  for (const tile of [...new Set([...stops.values()].map(stop => stop.tile))].sort((a, b) => a - b)) {
    const used = [];
    for (const { cell, tile: own } of stops.values()) {
      if (own !== tile) continue;
      for (const [q, r] of SIDES) {
        const beside = stops.get(`${cell[0] + q},${cell[1] + r}`);
        if (beside && found.has(beside.tile)) used.push(found.get(beside.tile));
      }
    }
    const count = (k, all) => all.filter(one => one === k).length;
    const all = [...found.values()];
    found.set(
      tile,
      [0, 1, 2, 3].reduce((best, k) =>
        (count(k, used) - count(best, used) || count(k, all) - count(best, all)) < 0 ? k : best
      )
    );
  }
  return found;
}

/** The vacant cells in connected groups. */
function ponds(cells) {
  const number = new Map();
  const groups = [];
  for (const cell of cells) {
    if (number.has(String(cell))) continue;
    const group = [cell];
    number.set(String(cell), groups.length);
    for (const [q, r] of group) {
      for (const [dq, dr] of [...SIDES].reverse()) {
        const next = [q + dq, r + dr];
        if (!cells.some(other => String(other) === String(next)) || number.has(String(next))) continue;
        number.set(String(next), groups.length);
        group.push(next);
      }
    }
    groups.push(group);
  }
  return { number, groups };
}

let printed = { key: "", body: "" };

/** All that is printed on the board. */
function ground(g, spots) {
  const s = g.observation;
  const key = JSON.stringify([s.stations, s.vacant, g.view.turn, look, spots && 1]);
  if (printed.key === key) return printed.body;
  const stops = new Map(
    Object.entries(s.stations).map(([id, [column, row, , tile, partner]]) => {
      const cell = turned(g, [column, row]);
      return [String(cell), { id, cell, tile, partner }];
    })
  );
  const vacant = spots ? [] : (s.vacant || []).map(cell => turned(g, cell));
  const { number, groups } = ponds(vacant);
  const ends = [...[...stops.values()].map(({ cell }) => cell), ...vacant].filter(([q, r]) =>
    SIDES.some(([dq, dr]) => !stops.has(`${q + dq},${r + dr}`) && !number.has(`${q + dq},${r + dr}`))
  );
  let body = [0, 1, 2]
    .map(n => ends.map(cell => at(`rim${n}`, n ? point(...cell) : [point(...cell)[0], point(...cell)[1] + 2])).join(""))
    .join("");
  const fabric = cloths(stops);
  for (const { cell, tile } of stops.values()) body += at(`cloth${fabric.get(tile)}`, point(...cell));
  let streets = "";
  let seams = "";
  let houses = "";
  for (const { cell, tile, partner } of stops.values()) {
    const [q, r] = cell;
    let crossed = -1;
    SIDES.forEach(([dq, dr], side) => {
      const other = stops.get(`${q + dq},${r + dr}`);
      if (other && side < 3) streets += `M${point(q, r).join(" ")}L${point(q + dq, r + dr).join(" ")}`;
      if (!other || (other.tile !== tile && side < 3)) seams += at("seam", point(q, r), side);
      if (other && partner && other.id === partner) crossed = side;
    });
    houses += at(`houses${(((q * 5 + r * 11) % 9) + 9) % 9}.${crossed}`, point(q, r));
  }
  body += `<path class="streets" d="${streets}"/>${houses}${seams}`;
  const kinds = document.querySelectorAll("#city-look g[id^=city-joined]").length || 1;
  groups.forEach((group, pond) =>
    group.forEach((cell, place) => {
      const [q, r] = cell;
      const open = [0, 1, 2, 3, 4, 5].filter(side => !number.has(`${q + SIDES[side][0]},${r + SIDES[side][1]}`));
      const large = group.length > 2;
      const kind = pond % kinds;
      const shown =
        large && place % 2 ? 3 + (((place - 1) / 2) % 2) : (Math.floor(pond / kinds) + (large ? place / 2 : place)) % 3;
      body +=
        at(`${open.length < 6 ? "joined" : "vacant"}${kind}`, point(q, r)) +
        open.map(side => at("shore", point(q, r), side)).join("") +
        at(`vacant${kind}.${shown}`, point(q, r));
    })
  );
  printed = { key, body };
  return body;
}

const sign = (where, colour, state) =>
  at(`sign${state}`, where) + use(`sock-${colour}`, where, ` scale(${(GROWN * 0.4).toFixed(3)}) translate(-56 -52)`);

/** Boxes that the overview must not cover. */
const keep = body => `<g class="keep">${body}</g>`;

/** Track, stations, socks, and the highlights. */
function laid(g, where, { chosen, target, open }) {
  const s = g.observation;
  const ends = pair => pair.map(id => where[id]);
  const way = g.view.way;
  const gaps = (way?.gaps || []).map(([one, other]) => link(one, other));
  let body = s.printed.map(pair => along("printed", ...ends(pair))).join("");
  s.tracks.forEach((tracks, seat) =>
    tracks.forEach(track => {
      if (track === g.memory.last) body += keep(bar(...ends(track.split("-")), [INK, "#FFD25A"], 22));
      body += along(`track${seat}`, ...ends(track.split("-")));
    })
  );
  for (const [one, other, seat, colour] of (g.threats?.on && g.threats.marks) || [])
    body += bar(...ends([one, other]), [seat === g.seat ? WOOL : INK, DYES[colour]], seat === g.seat ? 10 : 7);
  for (const [verb, one, other] of (g.lesson?.moves || []).map(move => move.split(" ")))
    if (verb === "lay") body += along("missing", ...ends([one, other]));
  for (const pair of way?.links || [])
    body += keep(along(gaps.includes(link(...pair)) ? "missing" : "there", ...ends(pair)));
  if (chosen && target) body += along(`preview${g.seat ?? 0}`, ...ends([chosen, target]));
  const socks = Object.entries(s.socks).flatMap(([colour, pair]) => pair.map(id => [id, colour]));
  const covered = new Set([...s.blockers, ...socks.map(([id]) => id)]);
  for (const [id, at_] of Object.entries(where)) {
    const state = id === chosen || id === target ? "focus" : open?.(id) ? "open" : "";
    if (!covered.has(id)) body += at(`${s.stations[id][4] ? "joined" : "stop"}${state}`, at_);
    else if (state)
      body += `<circle cx="${at_[0]}" cy="${at_[1]}" r="16.6" fill="none" stroke="${WOOL}" stroke-width="5"/><circle cx="${at_[0]}" cy="${at_[1]}" r="16.6" fill="none" stroke="${state === "focus" ? "#1B6FD0" : "#7FD6A4"}" stroke-width="3"/>`;
  }
  for (const [id, colour] of socks) {
    const owner = s.claimed.findIndex(claimed => claimed.includes(colour));
    const drawn = sign(where[id], colour, owner >= 0 ? owner : way?.pair === colour ? "focus" : "");
    body += way?.pair === colour ? keep(drawn) : drawn;
  }
  if (waits(g))
    body += (g.memory.deeds || [])
      .map(({ link: both }, place) => {
        if (!both) return "";
        const [one, other] = ends(both);
        // Beside its piece: above, or below if there is a sock above.
        const side = [other[1] - one[1], one[0] - other[0]].map(part => (part / WIDE) * (one[0] < other[0] ? 1 : -1));
        const beside = far => halfway(one, other).map((part, n) => part + far * side[n]);
        const above = beside(30);
        const taken = [...covered].some(id => Math.hypot(...above.map((part, n) => part - where[id][n])) < 9);
        const [x, y] = beside(taken ? -13 : 13);
        return `<g class="keep ${place ? "second" : ""}"><circle cx="${x}" cy="${y}" r="8.5" fill="${place ? "#F6EBDD" : "#FFD25A"}" stroke="${INK}" stroke-width="2"/><text x="${x}" y="${y + 4}" font-size="11" text-anchor="middle" fill="${INK}">${place + 1}</text></g>`;
      })
      .reverse()
      .join("");
  for (const id of s.blockers)
    body += at("sign", where[id]) + use("spare", where[id], ` scale(${(GROWN * 0.38).toFixed(3)}) translate(-56 -52)`);
  return body;
}

const DYES = {
  red: "#D9482B",
  yellow: "#F0B021",
  green: "#4F9A4F",
  blue: "#3E8EDE",
  violet: "#8E4FAE",
  orange: "#F08A3C"
};

const nearest = (spots, [x, y]) =>
  spots.reduce((best, one) =>
    Math.hypot(one[1][0] - x, one[1][1] - y) < Math.hypot(best[1][0] - x, best[1][1] - y) ? one : best
  );

/** Corner and size of the map, and the position of each station. */
function plan(g, rim = 0) {
  const places = Object.entries(g.observation.stations).map(([id, [column, row]]) => [id, middle(g, [column, row])]);
  const seen = places.length
    ? [...places.map(([, where]) => where), ...(g.observation.vacant || []).map(cell => middle(g, cell))]
    : [middle(g, [13, 13])];
  const edge = R + 4 + rim * R;
  const [left, top] = [0, 1].map(n => Math.min(...seen.map(where => where[n])) - edge);
  const [wide, high] = [0, 1].map(n => Math.max(...seen.map(where => where[n])) + edge - [left, top][n]);
  return { places, left, top, wide, high, where: Object.fromEntries(places) };
}

/**
 * The map, scaled so that a finger can hit stations. `over` is drawn on top, `rim` is the visible margin of table.
 * `spots` are tappable places other than stations. `pick` chooses one, and says if the finger is `over` it or `lifted`
 * from it. `ways` are buttons on the map.
 */
function town(g, { over = "", rim = 0, spots, pick, chosen, target, open, ways = [] }) {
  wearLook(g);
  const { places, left, top, wide, high, where } = plan(g, rim);
  const whole = Boolean(rim) || !pick;
  const box = `${left} ${top} ${wide} ${high}`;
  const layer = (name, body) =>
    `<svg class="${name}" viewBox="${box}" aria-hidden="true" focusable="false"><g id="town-${name}">${body}</g></svg>`;
  let base = "";
  if (rim)
    base += `<pattern id="table" width="${WIDE}" height="${3 * R}" patternUnits="userSpaceOnUse"><path d="${hexagon(0, 0, R)}${hexagon(WIDE, 0, R)}${hexagon(WIDE / 2, 1.5 * R, R)}${hexagon(0, 3 * R, R)}${hexagon(WIDE, 3 * R, R)}" fill="none" stroke="#C9C4F0" stroke-opacity=".35" stroke-width="1.2" stroke-dasharray="2 3"/></pattern><rect x="${left - 900}" y="${top - 900}" width="${wide + 1800}" height="${high + 1800}" fill="url(#table)"/>`;
  base += ground(g, spots);
  const top_ = laid(g, where, { chosen, target, open }) + (typeof over === "function" ? over(where) : over);
  const to = ([x, y]) => [(x - left) / wide, (y - top) / high];
  const far = g.memory.goal ?? where[chosen] ?? [left + wide / 2, top + high / 2];
  return h(
    "section.board.town",
    {
      "aria-label": t("Map"),
      class: whole ? "whole" : "",
      style: { "--shape": (wide / high).toFixed(3), "--across": (wide / WIDE).toFixed(2) }
    },
    h(
      "div.reach",
      {
        key: "reach",
        ...(whole ? {} : { tabindex: "0", role: "group", "aria-label": t("Map") }),
        ...(pick ? grip(g, { left, top, wide, high }, spots || places, pick) : {}),
        onscroll: frame
      },
      h(
        "div.map",
        {
          "data-at": [far, ...(g.observation.socks[g.view.way?.pair] || []).map(id => where[id])]
            .map(spot =>
              to(spot)
                .map(part => part.toFixed(4))
                .join(" ")
            )
            .join()
        },
        h("span", { key: "ground", html: layer("ground", base) }),
        h("span", { key: "laid", html: layer("laid", top_) }),
        ways.map(({ id, label, act, off }) =>
          h("button.stop", {
            key: `way${id}`,
            type: "button",
            "aria-label": label,
            "aria-disabled": off ? "true" : undefined,
            onclick: event => {
              event.stopPropagation();
              act();
            },
            style: { left: `${to(where[id])[0] * 100}%`, top: `${to(where[id])[1] * 100}%` }
          })
        )
      )
    ),
    !whole && overview(g, { left, top, wide, high, where }),
    g.memory.thumb && magnifier(g, where[g.memory.thumb], { left, top, wide, high })
  );
}

/** The whole map in a corner, with the visible part in a gold frame. A finger on it moves the map. */
function overview(g, { left, top, wide, high, where }) {
  const s = g.observation;
  const dots = [
    ...Object.values(where).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="20" fill="#5A69A8"/>`),
    ...(s.vacant || []).map(cell => {
      const [x, y] = middle(g, cell);
      return `<circle cx="${x}" cy="${y}" r="19" fill="#3E8F63"/>`;
    })
  ];
  const lines = s.tracks.flatMap((tracks, seat) =>
    tracks.map(track => {
      const [a, b] = track.split("-");
      return `<path d="M${where[a].join(" ")}L${where[b].join(" ")}" stroke="${seat ? "#120E1F" : WOOL}" stroke-width="11"/>`;
    })
  );
  const shown = g.view.way
    ? [g.view.way.pair]
    : COLOURS.filter(colour => s.socks[colour] && !s.claimed.flat().includes(colour));
  const signs = shown.flatMap(colour =>
    s.socks[colour].map(
      id =>
        `<circle cx="${where[id][0]}" cy="${where[id][1]}" r="${g.view.way ? 24 : 19}" fill="${DYES[colour]}" stroke="${WOOL}" stroke-width="8"/>`
    )
  );
  const go = event => {
    const { clientX, clientY } = event.touches?.[0] || event;
    const box = event.currentTarget.querySelector("svg").getBoundingClientRect();
    const reach = document.querySelector(".reach");
    event.preventDefault();
    reach.scrollTo(
      ((clientX - box.left) / box.width) * reach.scrollWidth - reach.clientWidth / 2,
      ((clientY - box.top) / box.height) * reach.scrollHeight - reach.clientHeight / 2
    );
  };
  return h(
    "div.overview",
    {
      key: "overview",
      "aria-hidden": "true",
      onclick: go,
      ontouchmove: event => {
        steers = true;
        go(event);
      },
      ontouchend: () => {
        steers = false;
        frame();
      }
    },
    h("span", {
      html: `<svg viewBox="${left} ${top} ${wide} ${high}" focusable="false">${dots.join("")}${lines.join("")}${signs.join("")}</svg>`
    }),
    h("i.frame", { key: "frame" })
  );
}

let steers = false; // true while the finger is on the overview, which then stays under it

/**
 * Put the frame of the overview around the visible part. Put the overview into a corner where it covers neither a
 * station that can be tapped now nor an end of the map, and as little as possible of other socks. A small phone may
 * have none.
 */
function frame() {
  const [reach, map, mark] = [".reach", ".overview svg", ".overview .frame"].map(name => document.querySelector(name));
  if (!mark) return;
  const sign = mark.parentElement;
  const all = reach.scrollWidth <= reach.clientWidth + 1 && reach.scrollHeight <= reach.clientHeight + 1;
  const side = Math.min(reach.clientWidth, reach.clientHeight);
  sign.hidden = all || side < 220;
  sign.style.setProperty("--o", `${Math.min(80, 0.18 * side)}px`);
  if (!steers) {
    const ends = (at, seen, whole) => [at < END, at + seen > whole - END];
    const sides = [
      ends(reach.scrollLeft, reach.clientWidth, reach.scrollWidth),
      ends(reach.scrollTop, reach.clientHeight, reach.scrollHeight)
    ];
    const [stops, socks] = [".map :is(.stop, .keep)", ".map [href*=sign]"].map(all =>
      [...document.querySelectorAll(all)].map(stop => stop.getBoundingClientRect())
    );
    const put = corner => ["left", "top"].forEach((name, n) => sign.classList.toggle(name, corner[n]));
    const cost = corner => {
      put(corner);
      const here = sign.getBoundingClientRect();
      // Depth of its overlap with one of them.
      const over = all =>
        Math.max(
          0,
          ...all.map(one =>
            Math.min(one.right - here.left, here.right - one.left, one.bottom - here.top, here.bottom - one.top)
          )
        );
      const sock = over(socks);
      const [across, down] = sides.map(([first, last], n) => first !== last && (corner[n] ? first : last));
      return 4 * (over(stops) > 0) + 2 * across + down + (sock && 1 + sock / 200);
    };
    // Each measurement costs a layout, so measure only what is needed while the map moves.
    let least = Infinity,
      best;
    for (const corner of CORNERS) {
      const now = least > 0 ? cost(corner) : least;
      if (now < least) [least, best] = [now, corner];
    }
    put(best);
    sign.style.visibility = least > 1.5 ? "hidden" : "";
  }
  const [x, y, w, high] = [
    reach.scrollLeft / reach.scrollWidth,
    reach.scrollTop / reach.scrollHeight,
    reach.clientWidth / reach.scrollWidth,
    reach.clientHeight / reach.scrollHeight
  ];
  const [ox, oy] = [map.parentElement.offsetLeft, map.parentElement.offsetTop];
  Object.assign(mark.style, {
    left: `${ox + x * map.clientWidth - 3}px`,
    top: `${oy + y * map.clientHeight - 3}px`,
    width: `${Math.min(1, w) * map.clientWidth + 6}px`,
    height: `${Math.min(1, high) * map.clientHeight + 6}px`
  });
}

const CORNERS = [
  [false, false],
  [true, false],
  [false, true],
  [true, true]
]; // left and top of the map
const END = 60; // pixels from its end within which the map counts as visible up to there
const HOLD = 170; // milliseconds after which a finger points instead of moving the map
const SLIP = 9; // pixels that the finger may move meanwhile
let holding = 0;
let began = null;

/** A finger on the map: it moves it, taps, or rests and points, with a magnifier above it. */
function grip(g, { left, top, wide, high }, spots, pick) {
  const meet = ({ clientX, clientY }) => {
    const box = document.querySelector(".map").getBoundingClientRect();
    return nearest(spots, [
      left + ((clientX - box.left) / box.width) * wide,
      top + ((clientY - box.top) / box.height) * high
    ])[0];
  };
  const point = finger => {
    const id = meet(finger);
    if (id === g.memory.thumb) return;
    const fresh = !g.memory.thumb;
    g.memory.thumb = id;
    if (!(fresh && id === g.memory.target)) pick(id, "over"); // a chosen one stays chosen
    g.draw();
  };
  const end = event => {
    clearTimeout(holding);
    if (!g.memory.thumb) return;
    event.preventDefault(); // no click follows
    const id = g.memory.thumb;
    g.memory.thumb = "";
    pick(id, "lifted");
    g.draw();
  };
  const move = event => {
    const finger = event.touches[0];
    if (g.memory.thumb) {
      if (event.cancelable) event.preventDefault();
      point(finger);
    } else if (Math.hypot(finger.clientX - began[0], finger.clientY - began[1]) > SLIP) clearTimeout(holding);
  };
  return {
    onclick: event => pick(meet(event)),
    ontouchstart: event => {
      clearTimeout(holding);
      if (event.touches.length > 1 || !spots.every(([id]) => g.observation.stations[id])) return;
      const finger = event.touches[0];
      began = [finger.clientX, finger.clientY];
      holding = setTimeout(() => point(finger), HOLD);
      // The touched element gets all events of the finger, even after it is removed.
      Object.assign(event.target, { ontouchmove: move, ontouchend: end, ontouchcancel: end });
    },
    oncontextmenu: event => event.preventDefault()
  };
}

const LENS = 168;
const CLOSER = 1.9;

/** The area under the finger, 1.9 times as large above it, in the mover's wool. */
function magnifier(g, [x, y], { left, top, wide, high }) {
  const box = document.querySelector(".map")?.getBoundingClientRect();
  if (!box) return null;
  const shown = box.width / wide;
  const [fx, fy] = [box.left + (x - left) * shown, box.top + (y - top) * shown];
  const r = LENS / 2;
  const room = Math.min(Math.max(fx, r + 14), innerWidth - r - 14);
  const above = fy - r - 62;
  const cy = Math.max(above, r + 16);
  // Otherwise the finger would cover it.
  const cx = cy - above > 46 ? (fx > innerWidth / 2 ? fx - r - 62 : fx + r + 62) : room;
  const half = r / (shown * CLOSER);
  const seat = SEATS[g.look(g.seat ?? 0)];
  const ticks = Array.from(
    { length: 40 },
    (_, n) =>
      `<path d="M${r + 1} 0L${r + 8} 1" transform="rotate(${n * 9})" stroke="${n % 4 ? seat.dark : WOOL}" stroke-width="3.2" stroke-linecap="round"/>`
  ).join("");
  return h(
    "div.lens",
    { key: "lens", "aria-hidden": "true", style: { left: `${cx}px`, top: `${cy}px` } },
    h("span", {
      html:
        `<svg class="stalk" viewBox="0 0 ${innerWidth} ${innerHeight}"><path d="M${cx} ${cy}L${fx} ${fy - 16}" stroke="${INK}" stroke-width="15" stroke-linecap="round"/><path d="M${cx} ${cy}L${fx} ${fy - 16}" stroke="${seat.colour}" stroke-width="9" stroke-linecap="round"/><circle cx="${fx}" cy="${fy}" r="30" fill="#fff" fill-opacity=".2" stroke="#fff" stroke-width="3"/></svg>` +
        `<svg class="glass" viewBox="${x - half} ${y - half} ${2 * half} ${2 * half}"><use href="#town-ground"/><use href="#town-laid"/></svg>` +
        `<svg class="ring" viewBox="-106 -106 212 212"><circle r="${r + 4}" fill="none" stroke="${INK}" stroke-width="17"/><circle r="${r + 4}" fill="none" stroke="${seat.colour}" stroke-width="11"/>${ticks}</svg>`
    }),
    h("b", { style: { "max-width": `${2 * Math.min(cx, innerWidth - cx) - 16}px` } }, g.view.names[g.memory.thumb])
  );
}

/** Scroll the map to a chosen place that is not visible. */
function fit() {
  const reach = document.querySelector(".reach");
  const map = reach?.firstChild;
  if (!map || document.querySelector(".lens")) return;
  frame();
  const shape = `${reach.clientWidth} ${reach.clientHeight} ${map.offsetWidth}`;
  if (map.seen === map.dataset.at && map.shape === shape) return;
  const first = map.seen === undefined || map.shape !== shape;
  Object.assign(map, { seen: map.dataset.at, shape });
  const room = [reach.clientWidth, reach.clientHeight];
  const [spot, ...socks] = map.dataset.at
    .split(",")
    .map(one => one.split(" ").map((part, n) => part * [map.offsetWidth, map.offsetHeight][n]));
  // Show the last action with its number. If there is room beside it, also show the second one and the pair in focus.
  const [around, pin] = [map, map.querySelector(".second")].map(one => one?.getBoundingClientRect());
  if (pin?.width) socks.push([pin.x + pin.width / 2 - around.x, pin.y + pin.width / 2 - around.y]);
  let ends = spot.map((part, n) => [part - (n * APART) / 2, part]);
  const away = ([x, y]) => Math.hypot(x - spot[0], y - spot[1]);
  for (const sock of socks.sort((one, other) => away(one) - away(other))) {
    const wider = ends.map(([least, most], n) => [Math.min(least, sock[n]), Math.max(most, sock[n])]);
    if (wider.every(([least, most], n) => most - least < room[n] - APART)) ends = wider;
  }
  const edge = APART / 2;
  const far = ends.some(([least, most], n) => {
    const at = [reach.scrollLeft, reach.scrollTop][n];
    return least < at + edge || most > at + room[n] - edge;
  });
  const [left, top_] = ends.map(([least, most], n) => {
    // They may be this far from the middle, so that more of the city is visible.
    const free = Math.max(0, (room[n] - most + least) / 2 - 1.4 * APART);
    const off = [map.offsetWidth, map.offsetHeight][n] / 2 - (least + most) / 2;
    return (least + most - room[n]) / 2 + Math.max(-free, Math.min(off, free));
  });
  if (first || far)
    reach.scrollTo({
      left,
      top: top_,
      behavior: first || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth"
    });
}

/**
 * Choose a station, then a neighbour; another tap cancels the choice. A station under a moving finger is chosen at
 * once.
 */
function choose(g, can, id, finger) {
  if (finger === "lifted") return;
  const { chosen } = g.memory;
  Object.assign(g.memory, { goal: undefined, picked: true });
  if (chosen && can.links[link(chosen, id)]) g.memory.target = g.memory.target === id && !finger ? "" : id;
  else Object.assign(g.memory, { chosen: id, target: "" });
  g.draw();
}

/** The neighbour of a station in each of the six directions. */
function neighbours(g, id) {
  const [q, r] = turned(g, g.observation.stations[id]);
  const stops = new Map(
    Object.entries(g.observation.stations).map(([other, cell]) => [String(turned(g, cell)), other])
  );
  return WAYS.map(side => stops.get(`${q + SIDES[side][0]},${r + SIDES[side][1]}`));
}

const spoken = (g, id) => {
  const pair = Object.entries(g.observation.socks).find(([, ids]) => ids.includes(id));
  return `${g.view.names[id]}, ${id}${pair ? `, ${t("{colour} sock", { colour: NAMES[pair[0]] })}` : ""}`;
};

/** The link between two neighbours in words. */
function between(g, one, other) {
  const owner = g.observation.tracks.findIndex(tracks =>
    tracks.some(track => link(...track.split("-")) === link(one, other))
  );
  if (owner >= 0) return t("track laid by {name}", { name: g.name(owner) });
  return g.observation.printed.some(pair => link(...pair) === link(one, other)) ? t("printed track") : "";
}

/** The neighbours of what is chosen, as buttons on the map. */
const around = (g, can) =>
  neighbours(g, g.memory.chosen).flatMap((id, way) =>
    !id
      ? []
      : [
          {
            id,
            act: () => choose(g, can, id),
            label: `${TOWARDS[way]}: ${[spoken(g, id), between(g, g.memory.chosen, id)].filter(Boolean).join(", ")}`,
            off: g.observation.phase === "play" && !can.links[link(g.memory.chosen, id)]
          }
        ]
  );

/** List of stations, for people who cannot see the map. */
const stations = (g, id, label, ids, value, act) =>
  h(
    "label.pick",
    {},
    h("span.unseen", {}, label),
    h(
      "select",
      { id, value: value || "", onchange: event => act(event.target.value) },
      !value && h("option", { key: "", value: "" }, label),
      ids.map(one => h("option", { key: one, value: one }, g.observation.stations[one] ? spoken(g, one) : one))
    )
  );

function pairs(g) {
  const s = g.observation;
  return h(
    "ul.pairs",
    { "aria-label": t("Pairs") },
    Object.keys(s.socks).map(colour => {
      const owner = s.claimed.findIndex(claimed => claimed.includes(colour));
      const on = g.view.way?.pair === colour;
      return h(
        "li",
        { key: colour, class: owner < 0 ? (on ? "on" : "") : `done${owner}` },
        owner < 0 &&
          g.seat !== null &&
          !g.lesson?.puzzle &&
          h("button.way", {
            key: "way",
            type: "button",
            "aria-pressed": String(on),
            "aria-label": `${t("Show routes")}: ${NAMES[colour]}`,
            onclick: () => {
              g.memory.goal = on ? undefined : halfway(...s.socks[colour].map(id => middle(g, s.stations[id])));
              g.do("look", { pair: colour });
            }
          }),
        picture(SOCK_BOX, sock(colour), { class: "sock" }),
        h(
          "span.unseen",
          {},
          `${NAMES[colour]}: ${s.socks[colour].map(id => `${g.view.names[id]}, ${id}`).join("; ")}; ${pointsOf(s.worth[colour])}`
        ),
        h(
          "span.worth",
          { key: "worth" },
          h("b", { "aria-hidden": "true" }, s.worth[colour]),
          owner >= 0 && face(g.look(owner), "open", t("joined by {name}", { name: g.name(owner) }))
        )
      );
    })
  );
}

/** A piece of track of a seat: laid, to be laid now, or missing. */
const PIECES = {
  0: `<rect x="1" y="1" width="20" height="18" rx="4" fill="${WOOL}" stroke="${INK}" stroke-width="2.4"/><path d="M8 2V18M14 2V18" stroke="${INK}" stroke-width="2.4"/>`,
  1: `<rect x="1" y="1" width="20" height="18" rx="8" fill="#120E1F" stroke="${INK}" stroke-width="1"/><circle cx="7" cy="10" r="2.4" fill="${WOOL}"/><circle cx="15" cy="10" r="2.4" fill="${WOOL}"/>`,
  printed: `<rect x="1" y="1" width="20" height="18" rx="6" fill="#62577F" stroke="${INK}" stroke-width="2"/><path d="M5 4V16M11 4V16M17 4V16" stroke="#E2A868" stroke-width="3"/>`,
  now: `<rect x="1" y="1" width="20" height="18" rx="4" fill="#1B6FD0" stroke="${INK}" stroke-width="2"/><rect x="4" y="4.5" width="14" height="11" rx="2" fill="${WOOL}"/><path d="M8 5V15M14 5V15" stroke="${INK}" stroke-width="2.2"/>`,
  missing: `<rect x="1.5" y="1.5" width="19" height="17" rx="4" fill="#FFE9A8" stroke="#7A4F00" stroke-width="2.6"/>`
};
const piece = kind => picture("0 0 22 20", PIECES[kind], { class: "bit" });

/** A longer piece for a tab or a button. */
const swatch = seat =>
  picture(
    "0 0 52 20",
    seat
      ? `<rect x="1" y="1" width="50" height="18" rx="9" fill="#120E1F" stroke="${WOOL}" stroke-width="2"/>${[10, 20.7, 31.4, 42].map(x => `<circle cx="${x}" cy="10" r="2.8" fill="${WOOL}"/>`).join("")}`
      : `<rect x="1" y="1" width="50" height="18" rx="4" fill="${WOOL}" stroke="${INK}" stroke-width="2.6"/><path d="M11 2V18M21 2V18M31 2V18M41 2V18" stroke="${INK}" stroke-width="2.6"/>`,
    { class: "swatch" }
  );

/** The pair in focus: its worth, and a cell for each piece of its route. */
function card(g, words) {
  const { way } = g.view;
  if (!way || g.memory.said) return line(g, words);
  const s = g.observation;
  const now = g.memory.target && link(g.memory.chosen, g.memory.target);
  const kind = ([one, other]) =>
    link(one, other) === now
      ? "now"
      : way.gaps.some(gap => link(...gap) === link(one, other))
        ? "missing"
        : s.printed.some(pair => link(...pair) === link(one, other))
          ? "printed"
          : g.seat;
  return h(
    "div.pair",
    { key: "pair" },
    h("span.two", { "aria-hidden": "true" }, picture(SOCK_BOX, sock(way.pair)), picture(SOCK_BOX, sock(way.pair))),
    h(
      "div",
      {},
      h("p", { role: "status", class: way.missing === null ? "" : "unseen" }, wayWords(g)),
      way.missing !== null &&
        h(
          "p.named",
          { key: "named", "aria-hidden": "true" },
          h("b", {}, NAMES[way.pair]),
          h("span", {}, t("{n} more", { n: way.missing }))
        ),
      h(
        "span.bits",
        { "aria-hidden": "true" },
        (way.links || []).map(pair => piece(kind(pair)))
      )
    ),
    h("b.coin", { "aria-hidden": "true" }, s.worth[way.pair])
  );
}

/** Words about the shown route. */
const wayWords = ({ view: { way } }) =>
  way &&
  (way.missing === null
    ? t("{pair}: no route left", { pair: NAMES[way.pair] })
    : t("{pair}, pieces needed: {n}", { pair: NAMES[way.pair], n: way.missing }));

// The set-up by hand.

const SHAPE = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1]
];
const JOINED = [
  [0, 1],
  [0, 2],
  [1, 2],
  [1, 3],
  [2, 3]
];
const cellOf = text => axial(text.charCodeAt(0) - 97, Number(text.slice(1)));
const textOf = ([q, r]) => `${String.fromCharCode(97 + q + (r - (r & 1)) / 2)}${r + 1}`;
const tileCells = (rotation, [q, r]) =>
  SHAPE.map(([u, v]) => {
    for (let n = 0; n < rotation; n++) [u, v] = [-v, u + v];
    return [q + u, r + v];
  });
const centre = cells => [0, 1].map(n => cells.reduce((sum, cell) => sum + point(...cell)[n], 0) / 4);

/** A tile in its place: four hexagons, and the track between two of them. */
function tileArt(design, cells, fill) {
  const [one, other] = JOINED[design].map(n => point(...cells[n]));
  return (
    cells
      .map(cell => `<path d="${hexagon(...point(...cell), R - 1)}" fill="${fill}" stroke="${INK}" stroke-width="2.4"/>`)
      .join("") + along("printed", one, other)
  );
}

/** Number of vacant hexagons in the play area with these cells covered. */
function vacancies(cells) {
  const range = of => [Math.min(...cells.map(of)), Math.max(...cells.map(of))];
  const [[ql, qh], [rl, rh], [sl, sh]] = [range(([q]) => q), range(([, r]) => r), range(([q, r]) => q + r)];
  let area = 0;
  for (let q = ql; q <= qh; q++) for (let r = rl; r <= rh; r++) area += q + r >= sl && q + r <= sh;
  return area - cells.length;
}

const rest = g =>
  button(t("Finish for me"), () => g.do("auto_finish"), { key: "rest", off: g.mine ? "" : t("It's not your turn.") });

/** Instruction, or words of a computer player. */
const line = (g, words) => h("div.hint.aloud", { key: "hint" }, bubble(g) || h("p", { role: "status" }, words));

/** The page during a set-up by hand: instruction, pieces, and the button that places them. */
const setUp = (g, board, words, side, label, move, off) => ({
  board,
  side: [line(g, words), side],
  bar: [
    undoButton(g),
    hintButton(g),
    eyeButton(g),
    label && button(label, () => g.play(move), { key: "lay", kind: "go wide", off })
  ]
});

const chips = (label, all) =>
  h(
    "div.chips",
    { role: "group", "aria-label": label },
    all.map(({ key, name, on, off, act, inside }) =>
      h(
        "button.chip",
        {
          key,
          type: "button",
          "aria-pressed": String(on),
          "aria-disabled": off ? "true" : undefined,
          "aria-label": name,
          onclick: () => off || act()
        },
        inside
      )
    )
  );

function looking(g) {
  const words = g.view.rest ? t("The computer does the rest.") : t("{name} sets up.", { name: g.name(g.turn) });
  return setUp(g, town(g, { rim: g.observation.phase === "tiles" ? 2 : 0 }), words);
}

function tiles(g, m, go) {
  const { left, spots } = g.view;
  if (!left[m.design]) m.design = left.findIndex(Boolean);
  m.rotation ??= 0;
  while (!spots[m.rotation % 3].length) m.rotation = (m.rotation + 1) % 6; // it does not fit anywhere in this rotation
  const flat = m.rotation % 3;
  const all = spots[flat].map(cell => [cell, centre(tileCells(flat, cellOf(cell)))]);
  if (!spots[flat].includes(m.spot)) m.spot = nearest(all, m.near || point(...axial(13, 13)))[0];
  const low = tileCells(flat, cellOf(m.spot));
  m.near = centre(low);
  const cells = m.rotation < 3 ? low : [...low].reverse();
  const vacant = vacancies([
    ...Object.values(g.observation.stations).map(([column, row]) => axial(column, row)),
    ...cells
  ]);
  const kinds = left.map((count, design) => ({
    key: `design${design}`,
    name: t("Tile {design}, {n} left", { design: design + 1, n: count }),
    on: design === m.design,
    off: !count,
    act: () => go({ design }),
    inside: [picture("-18 8 88 78", tileArt(design, SHAPE, "#41507F")), h("b", { "aria-hidden": "true" }, count)]
  }));
  return setUp(
    g,
    town(g, {
      rim: 3.4,
      spots: all,
      pick: spot => go({ spot }),
      over: `<g class="ghost">${tileArt(m.design, cells, "#FFD98A")}</g>`
    }),
    t("Gaps with this tile: {n} (aim for {least}–{most} at the end).", {
      n: vacant,
      least: g.options.vacant_min,
      most: g.options.vacant_max
    }),
    [
      chips(t("Tiles"), kinds),
      h(
        "div.row",
        {},
        button(t("Rotate"), () => go({ rotation: (m.rotation + 1) % 6, spot: "" }), { key: "turn", icon: icon("turn") }),
        rest(g)
      ),
      h(
        "div.blind",
        {},
        stations(g, "place", t("Tile position"), spots[flat], m.spot, spot => go({ spot }))
      )
    ],
    t("Lay tile"),
    `tile ${m.design} ${m.rotation} ${textOf(cells[0])}`
  );
}

function socks(g, m, go) {
  const names = Object.keys(g.observation.stations);
  const { pairs: may } = g.view;
  const done = g.observation.socks;
  if (!m.colour || done[m.colour]) m.colour = COLOURS.find(colour => !done[colour]);
  if (!may[m.first]) m.first = "";
  const seconds = m.first ? may[m.first].map(n => names[n]) : [];
  if (!seconds.includes(m.second)) m.second = "";
  const open = new Set(m.first ? seconds : Object.keys(may));
  const pick = id => {
    if (id === m.first) go({ first: m.second, second: "" });
    else if (open.has(id)) go(m.first ? { second: m.second === id ? "" : id } : { first: id });
    else if (may[id]) go({ first: id, second: "" });
    else warn(t("You can't put a sock there."));
  };
  const kinds = COLOURS.map(colour => ({
    key: colour,
    name: NAMES[colour],
    on: colour === m.colour,
    off: done[colour],
    act: () => go({ colour }),
    inside: picture(SOCK_BOX, sock(colour))
  }));
  return setUp(
    g,
    town(g, {
      pick: (id, finger) => (finger === "over" ? 0 : pick(id)),
      chosen: m.second || m.first,
      open: id => open.has(id),
      over: where =>
        [m.first, m.second]
          .filter(Boolean)
          .map(id => sign(where[id], m.colour, "focus"))
          .join("")
    }),
    !m.first
      ? t("Tap a station for the first sock.")
      : !m.second
        ? t("Tap a station for the second sock.")
        : t("Tap elsewhere to change it."),
    [
      chips(t("Colours"), kinds),
      h(
        "div.row.blind",
        {},
        stations(g, "first", t("Place first sock"), Object.keys(may), m.first, first => go({ first })),
        m.first && stations(g, "second", t("Place second sock"), seconds, m.second, second => go({ second }))
      ),
      h("div.row", {}, rest(g))
    ],
    t("Place socks"),
    `sock ${m.colour} ${m.first} ${m.second}`,
    m.second ? "" : t("Choose two stations.")
  );
}

// The match.

function show(g) {
  const s = g.observation;
  const m = g.memory;
  if (g.mine && g.hint) follow(g);
  if (s.phase === "tiles" || s.phase === "socks") {
    return (!g.mine ? looking : s.phase === "tiles" ? tiles : socks)(g, m, changes => {
      Object.assign(m, changes);
      g.draw();
    });
  }
  if (g.lesson && !g.view.way?.asked) g.view.way = null; // a lesson shows no route to the nearest pair
  const can = choices(g);
  const blocking = s.phase === "blockers";
  if (m.ply !== g.ply) Object.assign(m, { ply: g.ply, target: "" });
  if (!s.stations[m.chosen])
    m.chosen =
      (g.mine && !blocking && g.view.way?.gaps[0]?.[0]) ||
      (Object.values(s.socks)[0]?.[0] ?? Object.keys(s.stations)[0]);
  const move = blocking ? can.spots[m.chosen] : m.target && can.links[link(m.chosen, m.target)];
  const words = blocking ? t("Blocker here") : can.passing ? t("Pass") : t("Lay track");
  const off = !g.mine
    ? t("It's not your turn.")
    : move || can.passing
      ? ""
      : blocking
        ? t("Choose a free station.")
        : t("Choose a station, then a neighbour.");
  const fresh = off && s.supply[g.seat] === 40;
  const news =
    // Until the player acts.
    g.mine && !fresh && m.deeds?.find(({ seat, link: both }) => both && seat !== g.seat && m.last === both.join("-"));
  const near = id => (blocking ? can.spots[id] : can.links[link(m.chosen, id)]);
  return {
    info: !g.over && tabs(g, s.scores, seat => h("span.supply", {}, swatch(seat), s.supply[seat])),
    queue:
      progressDots(g, [0, 1]) ||
      (news
        ? taskStatus(`${g.name(news.seat)}: ${news.words}`, "shown news")
        : taskStatus(
            g.mine && (fresh ? off : !blocking && t("{left} left to lay", { left: s.left })),
            fresh ? "" : "shown"
          )),
    left: g.mine && !blocking && Array.from({ length: s.left }, (_, n) => piece(n || !m.target ? "missing" : "now")),
    board: town(g, {
      open: near,
      pick: (id, finger) => choose(g, can, id, finger),
      chosen: waits(g) && !m.picked ? "" : m.chosen,
      target: m.target,
      ways: around(g, can)
    }),
    side: [
      (!g.memory.said && recentMoves(g)) ||
        card(
          g,
          blocking
            ? t("Blockers left to place: {left}", { left: g.options.blockers - s.blockers.length })
            : counted("{n} piece of track left", "{n} pieces of track left", s.supply[g.seat])
        ),
      !blocking && pairs(g),
      blocking && h("div.row", {}, rest(g)),
      h(
        "div.blind",
        {},
        stations(g, "station", t("Station"), Object.keys(s.stations), m.chosen, id => choose(g, { links: {} }, id))
      )
    ],
    bar: [
      undoButton(g),
      hintButton(g),
      eyeButton(g),
      button(words, () => g.play(move || "pass"), {
        key: "lay",
        kind: "go wide",
        off,
        icon: blocking || can.passing ? "" : swatch(g.seat).props.html
      })
    ]
  };
}

/** One sentence on how to play now. */
const how = g =>
  ({
    tiles: t("Tap where the tile goes, then place it"),
    socks: t("Tap two stations for the pair of socks"),
    blockers: t("Tap a station for your blocker")
  })[g.observation.phase] || t("Tap two stations side by side, then Lay track");

/** Choose what a hint points at, once. */
function follow(g) {
  const m = g.memory;
  if (m.followed === g.ply) return;
  m.followed = g.ply;
  const [verb, one, other, third] = g.hint.move.split(" ");
  m.goal = undefined;
  if (verb === "lay") Object.assign(m, { chosen: other, target: one, ply: g.ply });
  else if (verb === "block") m.chosen = one;
  else if (verb === "sock") Object.assign(m, { colour: one, first: other, second: third });
  else if (verb === "tile") {
    const cells = tileCells(Number(other), cellOf(third));
    Object.assign(m, { design: Number(one), rotation: Number(other), spot: textOf(other < 3 ? cells[0] : cells[3]) });
  }
}

/** Words of a hint; read aloud, they name the shown tile. */
function advice(g, aloud) {
  const [verb, design, , cell] = g.hint.move.split(" ");
  const tile = aloud && verb === "tile" ? `${t("Tile {design}", { design: Number(design) + 1 })}: ${cell}.` : "";
  return [g.hint.why || t("Pass"), tile].filter(Boolean).join(" ");
}

function told(event, g) {
  const { data, kind, seat } = event;
  const station = id => g.view.names[id] ?? id;
  const name = seat === null ? "" : g.name(seat);
  if (kind === "lay") {
    g.memory.last = data.link.join("-");
    Object.assign(g.memory, {
      goal: halfway(...data.link.map(id => middle(g, g.observation.stations[id]))),
      picked: false
    });
    remember(g, {
      seat,
      sign: swatch(seat).props.html,
      link: data.link,
      words: data.link.map(id => station(id).replace(/ (?=\S+$)/, "\u00a0")).join("\u00a0– ")
    });
    return seat === g.seat
      ? ""
      : t("{name} lays track from {one} to {other}.", {
          name,
          one: station(data.link[0]),
          other: station(data.link[1])
        });
  }
  if (kind === "join") {
    const words = `${t("{name} joins a pair!", { name })} ${NAMES[data.colour]}.`;
    remember(g, { seat, sign: `<svg viewBox="${SOCK_BOX}">${sock(data.colour)}</svg>`, words });
    return words;
  }
  if (seat === g.seat) return "";
  switch (kind) {
    case "tile":
      return t("{name} laid a tile.", { name });
    case "sock":
      return `${name}: ${NAMES[data.colour]}, ${data.stations.map(station).join(", ")}.`;
    case "block":
      return t("{name} puts a blocker on {station}.", { name, station: station(data.station) });
    default:
      return "";
  }
}

/** The map for spectators. If there is no room for all of it, the part with the last action. */
const watch = g => town(g, { rim: g.observation.phase === "tiles" ? 2 : 0, pick: () => {} });

const css = `
@layer games {
  .night-room { background: radial-gradient(circle at 40% 46%, #2C2A5C, #1C1A40 60%, #100E28); }
  .town { position: relative; --apart: clamp(${APART}px, 3rem, 66px); }
  .reach {
    container-type: size; height: 100%; overflow: auto; overscroll-behavior: contain; scrollbar-width: none;
    display: grid; place-items: safe center; -webkit-touch-callout: none; touch-action: pan-x pan-y;
  }
  .reach:focus-visible { outline-offset: -4px; }
  .map {
    position: relative; flex: none; width: max(min(100cqw, 100cqh * var(--shape)), var(--across) * var(--apart));
    aspect-ratio: var(--shape); line-height: 0; cursor: pointer;
  }
  .map svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
  .streets { stroke: #8D8BC4; stroke-opacity: .27; stroke-width: 3.1; stroke-linecap: round; }
  .map .stop {
    position: absolute; width: 2.75rem; height: 2.75rem; max-width: var(--apart); max-height: var(--apart);
    translate: -50% -50%; border: 0; border-radius: 50%; background: none; padding: 0; cursor: pointer;
  }
  .whole .reach { overflow: clip; }
  .overview {
    position: absolute; right: .6rem; bottom: .6rem; padding: 5px 6px; border: 2.5px solid #fffaf2; border-radius: 14px;
    background: #1c1a40; box-shadow: 0 3px 8px #0008; line-height: 0; touch-action: none; overflow: hidden;
  }
  .overview.left { right: auto; left: .6rem; }
  .overview.top { bottom: auto; top: .6rem; }
  .overview svg { display: block; width: min(var(--o), var(--o) * var(--shape)); aspect-ratio: var(--shape); }
  .overview .frame {
    position: absolute; border: 3px solid var(--gold); border-radius: 5px;
    box-shadow: 0 0 0 1.5px #2b2440, inset 0 0 0 1.5px #2b2440;
  }
  .lens { position: fixed; z-index: 20; pointer-events: none; line-height: 0; }
  .lens > span { position: absolute; }
  .lens svg { position: absolute; }
  .stalk { position: fixed; inset: 0; width: 100vw; height: 100dvh; fill: none; }
  .glass { left: -84px; top: -84px; width: 168px; height: 168px; border-radius: 50%; background: #1c1a40; }
  .ring { left: -106px; top: -106px; width: 212px; height: 212px; filter: drop-shadow(0 6px 6px #0009); }
  .lens b {
    position: absolute; top: 66px; translate: -50% 0; background: #fffaf2; color: #2b2440; border: 2.5px solid #2b2440;
    border-radius: 1.1rem; padding: .3rem .9rem; font: 700 1.25rem/1.1 var(--names); width: max-content;
    text-align: center;
  }
  label.pick { min-width: 0; border: 0; padding: 0; background: none; display: block; }
  .row .pick { flex: 1 1 8rem; }
  select {
    font: 700 1.05rem/1.2 var(--names); width: 100%; min-height: 2.75rem; padding: .3rem .7rem;
    border: 2.5px solid #2b2440; border-radius: .8rem; background: #fffaf2; color: #2b2440; text-overflow: ellipsis;
  }
  .pair {
    display: flex; gap: .7rem; align-items: center; position: relative; flex-wrap: wrap; min-height: 4.6rem;
    padding: .4rem 3.1rem .4rem .8rem; border: 2.5px solid #2b2440; border-radius: 1.1rem; background: #fffaf2;
    color: #2b2440; box-shadow: 0 4px 9px #0006;
  }
  .pair > div { flex: 1 1 9rem; display: grid; gap: .3rem; min-width: 0; }
  .pair p { font: 700 1.2rem/1.15 var(--names); overflow-wrap: normal; }
  .named { display: flex; flex-wrap: wrap; gap: 0 .8rem; align-items: baseline; }
  .named span { font-size: 1.05rem; color: #7a4f00; }
  .two { display: flex; flex: none; }
  .two .art { width: min(2.5rem, 9.5vw); }
  .two .art:first-child { scale: -1 1; margin-right: -.3rem; }
  .errand.news { font-size: .96rem; }
  .bits { display: flex; flex-wrap: wrap; gap: 2px; }
  .bit { width: min(1.32rem, 5vw); }
  .left .bit { width: 1.7rem; }
  .coin {
    position: absolute; right: .6rem; top: calc(50% - 1.05rem); width: 2.1rem; height: 2.1rem; display: grid;
    place-items: center; border: 2.5px solid #2b2440; border-radius: 50%; background: var(--gold);
    font: 700 1.2rem/1 var(--names);
  }
  .night-room .hint {
    text-align: center; text-wrap: balance; min-height: 4.6rem; display: grid; place-items: center;
    padding: .4rem .8rem; border: 2.5px solid #2b2440; border-radius: 1.1rem; background: #fffaf2; color: #2b2440;
    font: 700 1.2rem/1.2 var(--names);
  }
  .night-room .hint p.chatter { border: 0; background: none; font-size: 1rem; }
  .pairs {
    list-style: none; padding: 4px; display: grid; grid: auto / auto-flow minmax(0, 1fr); gap: .35rem;
  }
  .pairs li {
    position: relative; display: grid; justify-items: center; align-content: center; gap: .1rem; min-height: 66px;
    background: #fffaf2; color: #2b2440; border: 2.5px solid #2b2440; border-radius: 14px; padding: .15rem;
    min-width: 0;
  }
  .pairs .sock { width: 2rem; }
  .worth { display: flex; align-items: center; gap: 2px; max-width: 100%; }
  .pairs b { font: 700 1.2rem/1 var(--names); white-space: nowrap; }
  .pairs .puppet { width: 1.15rem; min-width: 0; }
  .pairs .done0 { background: #ffe2a0; }
  .pairs .done1 { background: #cfe4e2; }
  .pairs .on { background: #fff6d8; box-shadow: 0 0 0 4px var(--gold); }
  .way {
    position: absolute; inset: -2px; z-index: 1; border: 0; border-radius: 14px; background: none; cursor: pointer;
  }
  .chips { display: flex; flex-wrap: wrap; gap: .35rem; justify-content: center; padding: 3px; }
  .chip {
    flex: 1 1 2.75rem; min-width: 0; max-width: 5rem; min-height: 66px; padding: .2rem; border: 2.5px solid #2b2440;
    border-radius: 14px; background: #fffaf2; color: #2b2440; display: grid; justify-items: center;
    align-content: center; cursor: pointer;
  }
  .chip .art { width: 2.4rem; max-width: 100%; }
  .chip b { font: 700 1rem/1 var(--names); }
  .chip[aria-pressed="true"] { box-shadow: 0 0 0 4px var(--gold); background: #fff3c4; }
  .chip[aria-disabled] { opacity: .45; }
  .blind:not(:focus-within) { position: absolute; inset: auto 0 0; clip-path: inset(50%); }
  .supply { display: flex; align-items: center; gap: .2rem; font: 700 1rem/1 var(--names); }
  .tab .swatch { width: 2.2rem; min-width: 0; }
  .side .row .big { min-height: 2.75rem; font-size: 1.1rem; padding-block: .2rem .4rem; }
  .mine footer .wide .icon { width: 2.6rem; }
  .ghost { filter: drop-shadow(0 2px 3px #0008); }
}
@layer shapes {
  :root:not([data-shape="wide"]) .town:not(.whole) .reach {
    mask: linear-gradient(#0000, #000 8px calc(100% - 8px), #0000);
  }
  /* none is laid yet, so all are left */
  :root:not([data-shape="wide"]) header:has(.errand:not(.shown)) .left, :root:not([data-large], [data-shape="wide"])
  header:has(.news) .left {
    display: none;
  }
  [data-shape="tall"] .town { margin-inline: calc(-1 * var(--left)) calc(-1 * var(--right)); }
  [data-shape="tall"] .watching .town { min-height: min(14rem, 40dvh); }
  [data-shape="wide"] {
    & .pair, & .night-room .hint { min-height: 3.4rem; padding-block: .2rem; font-size: 1.05rem; }
    & .pairs li { min-height: 3.4rem; }
    & .pairs .sock { width: 1.6rem; }
  }
}
@layer rooms {
  @media (min-width: 700px) {
    [data-shape="tall"] .pairs {
      & li { min-height: 8rem; }
      & .sock { width: 3.8rem; }
    }
  }
  @media (max-height: 46rem) {
    .errand.news { font-size: .86rem; }
    .night-room main:has(.lesson) .hint { display: none; }
    [data-shape="tall"] .watching .town { min-height: min(11rem, 30dvh); }
  }
  @media (max-height: 42rem) {
    [data-shape="tall"] {
      & .tab .disc { width: 1.7rem; height: 1.7rem; }
      & .pair, & .night-room .hint { min-height: 3.6rem; padding-block: .2rem; font-size: 1.05rem; }
      & .pairs li { min-height: 3.4rem; }
      & .pairs .sock { width: 1.6rem; }
    }
  }
  @media (max-width: 46rem) {
    [data-shape="wide"] {
      & .tab .score { font-size: 1.3rem; }
      & :is(footer .wide, .lately) .icon { display: none; }
    }
  }
  @media (max-width: 43rem) {
    [data-shape="tall"] .map {
      width: max(min(100cqw, 100cqh * var(--shape)), var(--across) * var(--apart), min(100cqh * var(--shape),
        var(--across) * 66px));
    }
  }
  @media (max-width: 24rem), (max-height: 21rem) { footer .wide .icon { display: none; } }
  @media (max-width: 22rem), (max-height: 24rem) { :root:not([data-large]) .worth:has(.puppet) { zoom: .85; } }
  @media (max-width: 22rem) {
    .lately .icon { display: none; }
    .lately li { gap: .8rem; }
  }
}
@layer flat {
  [data-flat] {
    & .tab .disc { width: clamp(1.3rem, 3.2vw, 1.7rem); height: auto; aspect-ratio: 1; }
    & .errand.news { flex: 1 0 100%; }
    & .tip ~ .pairs li { min-height: 2.75rem; }
    & .tip ~ .pair { min-height: 2.9rem; padding-block: .1rem; }
    & .bits .bit { width: min(1.15rem, 2.15vw); }
  }
  @media (max-width: 40rem) {
    [data-flat] {
      & .fit.night-room:has(.tabs) { grid-template-columns: minmax(0, 1fr) 17.5rem; }
      & .fit.night-room.watching { grid-template-columns: minmax(0, 1fr) 17rem; }
    }
  }
  @media (max-width: 24rem), (max-height: 21rem) {
    [data-flat] {
      & .two { display: none; }
      & .pairs { gap: .2rem; }
    }
  }
}
@layer letters {
  [data-large] {
    & .town { flex: 1 0 120px; min-height: 0; margin-inline: calc(-1 * var(--right)); }
    & .tab .swatch { width: .6rem; }
    & .supply { gap: 3px; font-size: .8rem; }
    & .left .bit { width: .9rem; }
    & .pair {
      min-height: 0; padding: .1rem 1.7rem .15rem .4rem; border-radius: .6rem;
      & > div { gap: .05rem; }
      & :is(p, .named span) { font-size: .7rem; }
    }
    & .pairs { gap: .1rem; }
    & .pairs :is(.sock, .puppet) { width: .8rem; }
    & .pairs li { min-height: 44px; padding: .05rem; gap: 0; }
    & .pairs b { font-size: .75rem; }
    & .pairs .puppet { width: .55rem; }
    & .worth:has(.puppet) b { font-size: .6rem; }
    & .bits .bit { width: .6rem; }
    & .coin { width: 1.4rem; height: 1.4rem; top: calc(50% - .7rem); right: .2rem; font-size: .8rem; }
    & .two { display: none; }
    & .lately {
      & .disc { display: block; width: 1.25rem; height: 1.25rem; }
      & .doer b { position: absolute; }
    }
    & .night-room:not(.watching) footer .wide {
      padding-inline: 0; font-size: .7rem;
      & .icon { width: 1.6rem; }
    }
    & .night-room .hint { min-height: 0; padding: .15rem .4rem; font-size: .75rem; }
  }
  [data-large][data-shape="wide"] {
    & .lately .icon { display: none; }
    & .watching .pairs { display: none; }
    & .lesson ~ .pairs li { display: flex; justify-content: center; }
    & .fit.night-room:has(.tabs) { grid-template-columns: minmax(0, 1fr) 48vw; }
    & .pairs .sock { width: .8rem; }
    & .fit.night-room footer .wide { padding-inline: 0; font-size: .54rem; }
    & .pair :is(p, .named span) { font-size: .66rem; }
    & .tip { order: -2; }
    & .tab .swatch { width: .8rem; }
    & .tab .supply { font-size: .62rem; }
  }
  @media (min-height: 34.1rem) {
    [data-shape="wide"] .pair .bit { width: 1.15rem; }
    [data-shape="wide"] .pairs {
      flex: 1 0 0; grid: auto-flow minmax(5rem, 10rem) / 1fr 1fr; align-content: center; gap: .7rem;
      & .sock { width: 4.2rem; }
      & b { font-size: 1.6rem; }
    }
  }
  @media (min-width: 700px) {
    [data-shape="long"] .pairs {
      & li { min-height: 5rem; }
      & .sock { width: 2.4rem; }
      & b { font-size: 1.1rem; }
    }
  }
  @media (max-height: 46rem) {
    [data-shape="long"] .tip {
      font-size: .56rem;
      & ~ .pair { display: none; }
    }
    :root:not([data-large]) .watching .pairs {
      & li { min-height: 2.5rem; gap: 0; }
      & .sock { width: 1.2rem; }
      & b { font-size: 1rem; }
    }
  }
}
@layer always {
  @media (min-height: 23rem) {
    [data-shape="wide"] .night-room :is(.lately li, .second) { display: flex; }
  }
  .town.whole .map { width: min(100cqw, 100cqh * var(--shape)); }
}
@layer tones {
  @media (prefers-color-scheme: dark) { .night-room :is(.label, .tab, .lately, .info) { border-color: #6f6194; } }
  @media (prefers-contrast: more) { .streets { stroke: #C8C8E8; stroke-opacity: .75; } }
}
`;

export default {
  kind: "fit night-room",
  beside: true,
  css,
  show,
  how,
  quiet: ["tile", "sock", "block"],
  told,
  advice,
  fit,
  talks: true,
  watch,
  worth: pairs,
  keepsake: g => town(g, {})
};
