// Layout of the piles of a table: each stays in place until something needs its room. Only lengths go in and come
// out, in pixels.

export const LEAST = 27; // narrowest card; if even these do not fit, the table scrolls
export const READ = 32; // the same with large letters, when the page scrolls
export const REPACK_GAIN = 1.3; // gain in card width for which all piles are laid out again

/** Distance of the cards of a pile, as a share of their width. */
export const step = (count, card, w) => Math.min(0.54, Math.min(5.4, (w - 4) / card - 1.2) / Math.max(1, count - 1));

/** Place of each pile: that of the earlier pile with which it shares most cards. */
export function known(spots, piles) {
  const found = new Map();
  const taken = new Set();
  const pairs = piles.flatMap(pile =>
    spots.map(spot => {
      const left = [...spot.cards];
      const shared = pile.cards.filter(card => left.includes(card) && left.splice(left.indexOf(card), 1)).length;
      return {
        pile,
        spot,
        weight: shared && 100 * shared + (spot.key === pile.key ? 50 : 0) - left.length - pile.cards.length
      };
    })
  );
  for (const { pile, spot, weight } of pairs.sort((one, other) => other.weight - one.weight)) {
    if (weight <= 0 || found.has(pile) || taken.has(spot)) continue;
    found.set(pile, spot);
    taken.add(spot);
  }
  return found;
}

/** Place for a pile in a row that moves the others the least; nothing if they fill it. */
function way(row, pile, wish, { w, gap }) {
  let best = null;
  const long = piles => piles.reduce((sum, one) => sum + one.w + gap, 0);
  for (let at = 0; at <= row.length; at++) {
    const [least, most] = [long(row.slice(0, at)), w - pile.w - long(row.slice(at))];
    if (least > most) continue;
    for (const there of [wish.x, at ? row[at - 1].x + row[at - 1].w + gap : 0, (row[at]?.x ?? w) - gap - pile.w]) {
      const x = Math.max(least, Math.min(there, most));
      const xs = row.map(one => one.x);
      for (let n = at - 1, end = x; n >= 0; n--) end = xs[n] = Math.min(xs[n], end - gap - row[n].w);
      for (let n = at, end = x + pile.w; n < row.length; n++) end = (xs[n] = Math.max(xs[n], end + gap)) + row[n].w;
      const cost = xs.reduce((sum, one, n) => sum + Math.abs(one - row[n].x), 0) + wish.weight * Math.abs(x - wish.x);
      if (!best || cost < best.cost) best = { cost, x, xs, at };
    }
  }
  return best;
}

/** All piles with cards of this width, in rows that fill this height; nothing if there is no room. */
function laid(before, kept, piles, room, card, h) {
  const gap = 0.11 * card;
  const high = Math.max(room.finger, 1.56 * card + 4);
  const endless = room.endless || card <= LEAST;
  const full = Math.floor((h + 1 + gap) / (high + gap));
  if (!full && !endless) return null;
  const count = endless ? Math.max(1, full, ...[...kept.values()].map(spot => spot.row + 1)) : full;
  const pitch = endless ? high + gap : Math.max(Math.min(high + gap, h / count), (h - room.spare) / count);
  const rows = Array.from({ length: count }, () => []);
  const middle = endless ? 0 : (count - 1) / 2 - 0.2; // of two equally near rows the upper one
  const usual = Math.min(room.w, 2.28 * card + 4); // width of three cards
  const columns = Math.max(1, Math.floor((room.w + gap) / (usual + gap)));
  const many = piles.length > 2 * columns; // then rows are centred; a few piles leave space next to them
  const place = (column, w) => ((column + 0.5) / columns) * room.w - w / 2;

  /** Preferred place of a pile in a row: its last one, else the free place nearest to the middle. */
  function wished(spot, w) {
    if (spot)
      return [
        {
          x: spot.x + (card === before.card ? 0 : (spot.w - w) / 2),
          row: ((spot.row + 0.5) * before.pitch) / pitch - 0.5,
          weight: 0.5,
          far: 0.5
        }
      ];
    if (many && kept.size) return [{ x: (room.w - w) / 2, row: middle, weight: 0.5, far: 0.08, cost: 0 }];
    return Array.from({ length: columns }, (_, column) => ({
      x: place(column, w),
      row: middle,
      weight: 0.5,
      far: 0.08,
      cost: 0.01 * place(column, w)
    }));
  }

  function put(pile) {
    const closed = (1.2 + (pile.cards.length - 1) * step(pile.cards.length, card, room.w)) * card + 4;
    const w = Math.min(room.w, pile.w ?? Math.max(room.finger, closed));
    const own = { ...pile, w };
    let best = null;
    for (const wish of wished(kept.get(pile), w))
      rows.forEach((row, number) => {
        const found = way(row, own, wish, { w: room.w, gap });
        if (found) found.cost += wish.far * pitch * Math.abs(number - wish.row) + (wish.cost || 0);
        if (found && (!best || found.cost < best.cost)) best = { ...found, number };
      });
    if (best) {
      const row = rows[best.number];
      row.forEach((one, n) => {
        one.x = best.xs[n];
      });
      row.splice(best.at, 0, Object.assign(own, { x: best.x, row: best.number }));
    } else if (endless || opened) {
      rows.push([]);
      return put(pile);
    }
    return best && own;
  }

  // An open pile takes its room from the others; untouched ones come first.
  const opened = piles.some(pile => pile.w);
  const rank = pile => (pile.w ? 0 : !kept.has(pile) ? 3 : String(kept.get(pile).cards) === String(pile.cards) ? 1 : 2);
  const placed = new Map();
  for (const pile of [...piles].sort((one, other) => rank(one) - rank(other))) {
    const own = put(pile);
    if (!own) return null;
    placed.set(pile, own);
  }
  if (!kept.size && !opened && many)
    for (const row of rows) {
      const spare = room.w - row.reduce((sum, one) => sum + one.w, 0);
      const apart = Math.min(spare / (row.length + 1), 0.6 * card);
      let x = (spare - apart * (row.length - 1)) / 2;
      for (const one of row) {
        one.x = x;
        x += one.w + apart;
      }
    }
  const free = many
    ? []
    : rows
        .flatMap((row, number) =>
          Array.from({ length: columns }, (_, column) => ({ row: number, x: place(column, usual) })).filter(({ x }) =>
            row.every(one => one.x > x + usual || one.x + one.w < x)
          )
        )
        .sort((one, other) => Math.abs(one.row - middle) - Math.abs(other.row - middle));
  return {
    card,
    free,
    usual,
    w: room.w,
    endless: room.endless,
    h,
    pitch,
    high,
    gap,
    spots: piles.map(pile => placed.get(pile))
  };
}

/** Lower edge of the piles of a layout. */
const foot = ({ spots, pitch, high }) => Math.max(0, ...spots.map(({ row }) => (row + 0.5) * pitch + high / 2));

/**
 * Returns the present layout of the piles.
 *
 * `before` are earlier results, newest first. Each of `piles` has its `cards`, and an open one its width `w`.
 * `room` has its width and height, the height that may soon be gone (`spare`), the widest card (`most`), the smallest
 * size of a pile (`finger`), whether the page scrolls (`endless`), and whether piles are laid out again for a while, to
 * be whole and large (`whole`).
 */
export function stand(before, piles, room) {
  const opened = piles.some(pile => pile.w); // it is closed again soon, and all piles stay as they were
  const alike = before.filter(one => one.w === room.w && one.endless === room.endless);
  const [base] = alike;
  const kept = known(base?.spots || [], piles);
  // Restore the earlier layout after an undo, or when the table has its height again.
  const told = all => JSON.stringify(all.map(({ cards }) => String(cards)).sort());
  const again =
    !opened &&
    alike.find(one => foot(one) <= room.h + 1 && one.h > room.h - 2 * room.spare && told(one.spots) === told(piles));
  if (again) {
    const spots = known(again.spots, piles);
    return { ...again, spots: piles.map(pile => ({ ...spots.get(pile), key: pile.key })) };
  }
  // In their order. If there is no room for that, the longest first, or each of these with two short ones.
  const long = [...piles].sort((one, other) => other.cards.length - one.cards.length);
  const orders = [piles, long, long.map((_, n) => (n % 3 ? long.at(Math.floor(n / 3) - n) : long[n / 3]))];
  const repack = () => {
    for (let card = room.most; ; card -= 2) {
      const found = orders
        .map(order => [order, laid(null, new Map(), order, room, card, room.h)])
        .filter(([, one]) => one);
      const [order, best] =
        found.find(([, one]) => foot(one) <= room.h + 1) ??
        found.sort(([, one], [, other]) => foot(one) - foot(other))[0] ??
        [];
      if (best) return { ...best, spots: piles.map(pile => best.spots[order.indexOf(pile)]) };
    }
  };
  let found = null;
  if (kept.size && !room.whole) {
    if (foot(base) <= room.h + 1) found = laid(base, kept, piles, room, base.card, base.h);
    for (let card = base.card; !found; card -= 2) found = laid(base, kept, piles, room, card, room.h);
  }
  const wider = () => found.card * REPACK_GAIN <= room.most && repack().card >= found.card * REPACK_GAIN;
  return found && (opened || !wider()) ? found : repack();
}
