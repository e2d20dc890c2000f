// Dragging a name to a table or onto another name: with the mouse anywhere on a row, with a finger by its grip.

import { act } from "/teacher/teacher.js";

const FAR = 6; // distance in pixels after which a press is a drag
const EDGE = 70; // scroll the page near an edge

let held = null;

/** Listen to all rows, redrawn ones too. */
export function start() {
  document.addEventListener("pointerdown", grab);
  document.addEventListener("pointermove", pull);
  document.addEventListener("pointerup", event => drop(event, true));
  document.addEventListener("pointercancel", event => drop(event, false));
  // A press that became a drag opens no menu.
  document.addEventListener(
    "click",
    event => {
      if (held?.done) {
        event.stopPropagation();
        event.preventDefault();
        held = null;
      }
    },
    true
  );
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && held?.ghost) drop({}, false);
  });
}

function grab(event) {
  const row = event.target.closest?.("[data-person]");
  if (!row || event.button || document.getElementById("main").inert || document.body.matches(".debrief")) return;
  if (event.pointerType !== "mouse" && !event.target.closest(".grip")) return;
  held = { person: Number(row.dataset.person), row, x: event.clientX, y: event.clientY, from: row.dataset.table };
}

function pull(event) {
  if (!held || held.done) return;
  if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
  if (!held.ghost) lift();
  held.ghost.style.transform = `translate(${event.clientX - 30}px, ${event.clientY - 24}px)`;
  const speed = event.clientY < EDGE ? -14 : event.clientY > innerHeight - EDGE ? 14 : 0;
  if (speed) scrollBy(0, speed);
  mark(spot(event));
}

function lift() {
  const ghost = held.row.cloneNode(true);
  ghost.className = "row ghost";
  ghost.style.width = `${held.row.offsetWidth}px`;
  ghost.setAttribute("aria-hidden", "true");
  document.getElementById("over").after(ghost);
  document.body.classList.add("dragging");
  held.ghost = ghost;
}

/** Target of a dragged name: another person's row, a table, or no table. */
const spot = ({ clientX, clientY }) =>
  document.elementFromPoint(clientX, clientY)?.closest("li[data-table], .drop, section[data-table], .unseated");

function mark(place) {
  if (place === held.place) return;
  held.place?.classList.remove("here");
  held.place = place !== held.row ? place : null;
  held.place?.classList.add("here");
}

function drop(event, meant) {
  if (!held || held.done) return;
  const { ghost, person, from } = held;
  if (!ghost) {
    held = null;
    return;
  }
  const place = meant ? spot(event) : null;
  held.place?.classList.remove("here");
  ghost.remove();
  document.body.classList.remove("dragging");
  held.done = true;
  setTimeout(() => {
    held = null;
  });
  if (!place) return;
  const table = Number(place.dataset.table ?? 0);
  if (!table) {
    if (from) act("stand", { person });
  } else if (place.dataset.chair !== undefined && Number(place.dataset.person) !== person) {
    act("seat", { person, table, chair: Number(place.dataset.chair) });
  } else if (String(table) !== from) act("seat", { person, table });
  else act("stay", { person });
}
