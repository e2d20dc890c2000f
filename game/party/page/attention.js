// Keeps the screen on and signals turns. Over plain http browsers give no wake lock, but a screen stays on while a
// video plays: ours is a stream of one dark pixel.

import { keep, kept } from "/storage.js";
import { t } from "/dom.js";

const KEY = "sockdrawer.sound";
const APPLE =
  /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
let context = null;
let video = null;
let begun = false;

/** Audio context, which can be heard only after the page was touched. */
function sounds() {
  const Kind = window.AudioContext || window.webkitAudioContext;
  if (!context && Kind) context = new Kind();
  context?.resume?.();
  return context;
}

/** Stream of one pixel that changes every second, with a silent voice, which Apple's phones need. */
function pixel() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pen = canvas.getContext("2d");
  let dark = false;
  const paint = () => {
    pen.fillStyle = (dark = !dark) ? "#2b2440" : "#2b2441";
    pen.fillRect(0, 0, 2, 2);
  };
  paint();
  const stream = canvas.captureStream(1);
  setInterval(() => document.hidden || paint(), 1000);
  if (APPLE && sounds()) {
    if (navigator.audioSession) navigator.audioSession.type = "ambient"; // music on the phone keeps playing
    const end = context.createMediaStreamDestination();
    const still = context.createGain();
    still.gain.value = 0;
    const tone = context.createOscillator();
    tone.connect(still).connect(end);
    tone.start();
    for (const track of end.stream.getAudioTracks()) stream.addTrack(track);
  }
  return stream;
}

/** Request the wake lock, which only pages over https or from the same machine get. */
async function locked() {
  try {
    return Boolean(navigator.wakeLock && (await navigator.wakeLock.request("screen")));
  } catch {
    return false;
  }
}

async function stay() {
  begun = true;
  if (document.hidden || (await locked())) return;
  try {
    if (!video) {
      video = document.createElement("video");
      video.setAttribute("playsinline", "");
      video.setAttribute("aria-hidden", "true");
      video.tabIndex = -1;
      video.id = "awake";
      video.muted = !APPLE;
      video.srcObject = pixel();
      document.body.append(video);
    }
    await video.play();
  } catch {
    // This browser lets the screen go dark. Nothing is lost, because the seat is found again.
  }
}

/** Start at the first touch, because browsers wait for one, and again whenever the page becomes visible. */
export function stayAwake() {
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, stay, { once: true });
  document.addEventListener("visibilitychange", () => begun && stay());
}

/** True if a turn makes a sound. */
export const isHeard = () => kept(KEY) === "on";

export function hear(yes) {
  keep(KEY, yes ? "on" : "");
  if (yes) chime();
}

/** Two soft notes. */
function chime() {
  const maker = sounds();
  if (!maker) return;
  [523, 784].forEach((pitch, n) => {
    const at = maker.currentTime + n * 0.16;
    const tone = maker.createOscillator();
    const loud = maker.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(0.2, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(loud).connect(maker.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  });
}

/** Signal the turn of this person: the phone vibrates, and plays a sound if that is on. */
export function call() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([70, 60, 70]);
  if (isHeard()) chime();
}

/** Frame around the whole page for a moment; it fades unless motion is reduced. */
export function flash() {
  const frame = document.createElement("i");
  frame.className = "flash";
  document.body.append(frame);
  setTimeout(() => frame.remove(), 1500);
}

/** The match is over: a buzz, a longer one for the winner. */
export const cheer = won => {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(won ? [90, 60, 90, 60, 260] : [60]);
};

/** Title of the browser's tab. */
export function entitle(mine, game) {
  document.title = mine ? `● ${t("Your turn")}` : game || t("Sock Drawer");
}
