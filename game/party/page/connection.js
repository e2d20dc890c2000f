// The connection to the big screen: one WebSocket. It is retried whenever it is lost, and at once when the phone wakes.
// Short Wi-Fi trouble is not reported, only a long loss.

import { keep, kept } from "/storage.js";

const DEAD = 4; // seconds of silence after which a new connection is tried
const LONG = 6; // seconds after which the page says so; the big screen waits about as long
const LONGER = 30; // seconds after which the address may be wrong
const NO_HOST = 4004; // code with which a relay closes a connection if no host answers behind the link
const KEY = "sockdrawer.seat";

// One clock may be set back, and the other stops in most sleeping phones, so the longer time counts.
const now = () => [performance.now(), Date.now()];
const since = ([steady, told]) => Math.max(performance.now() - steady, Date.now() - told);

export class Connection {
  constructor(onMessage) {
    this.onMessage = onMessage;
    this.heard = now(); // time of the last sign of life
    this.silent = 0; // seconds since then in which this page was awake
    this.tries = 0;
    this.said = Math.floor(Math.random() * 9e8); // last number; this phone used others before a reload
    this.waiting = new Map();
    this.isReportedLost = false; // true if the person was told that the host is gone
    this.unanswered = false; // true if the last connection ended because no host is behind its link
    this.isReplaced = false; // true if another page has the seat
  }

  /** Connect for the first time, and from now on whenever the connection is lost or the phone wakes. */
  start() {
    setInterval(() => this.watch(), 1000);
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.call();
  }

  get token() {
    return kept(KEY);
  }

  set token(token) {
    keep(KEY, token);
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** True if the person was told that the host can't be reached. */
  get isLost() {
    return this.silent >= LONG;
  }

  get isLostForLong() {
    return this.silent >= LONGER;
  }

  call() {
    clearTimeout(this.timer);
    this.detach();
    this.isReplaced = false;
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/line`);
    this.socket = socket;
    this.heard = now();
    socket.onopen = () => {
      this.onMessage({ type: "open" });
      this.before?.close();
      this.before = null;
    };
    socket.onmessage = event => {
      const message = JSON.parse(event.data);
      this.heard = now();
      this.silent = this.tries = 0;
      // Any message, even a heartbeat: the host is back.
      if (this.isReportedLost && message.type !== "closing") {
        this.isReportedLost = false;
        this.onMessage({ type: "reconnected" });
      }
      this.take(message);
    };
    socket.onclose = ({ code }) => {
      const before = this.unanswered;
      this.unanswered = code === NO_HOST;
      this.lost();
      if (this.isReportedLost && this.unanswered !== before) this.onMessage({ type: "disconnected" });
    };
  }

  /**
   * Ignore the connection from now on. If it is still alive, it is closed after the next one has begun, so that the
   * seat is never empty.
   */
  detach() {
    const old = this.socket;
    this.socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    if (this.before) old.close();
    else this.before = old;
  }

  lost() {
    this.detach();
    if (this.isReplaced) return;
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.call(), Math.min(2000, 150 * 2 ** Math.min(this.tries, 4)));
  }

  /** Called every second. Counts the calls, because a suspended page heard nothing meanwhile. */
  watch() {
    if (this.isReplaced) return;
    this.silent += 1;
    if (this.silent === LONG || this.silent === LONGER) {
      this.isReportedLost = true;
      this.forget();
      this.onMessage({ type: "disconnected" });
    }
    if (this.socket && this.silent % DEAD === 0) this.call();
  }

  /** The phone may have slept: do not wait for a silent connection. */
  wake() {
    if (this.isReplaced) return;
    if (!this.socket || since(this.heard) > (this.open ? 2000 : 700)) this.call();
  }

  take(message) {
    if (message.type === "heartbeat") this.send("heartbeat");
    else if (message.type === "answer") {
      this.waiting.get(message.number)?.done(message.refused);
      this.waiting.delete(message.number);
    } else {
      if (message.type === "seat" || message.type === "token_state")
        for (const [number, { words }] of this.waiting) this.send("action", { number, words });
      if (message.type === "closing") {
        this.isReportedLost = true;
        this.forget();
      }
      if (message.type === "closing" && message.why === "elsewhere") this.isReplaced = true;
      this.onMessage(message);
    }
  }

  /** Commands without an answer are not repeated on the next connection, because they may have been done. */
  forget() {
    for (const { done } of this.waiting.values()) done(null);
    this.waiting.clear();
  }

  /** Stop waiting for answers to messages of this kind. */
  drop(kind) {
    for (const [number, { words, done }] of this.waiting)
      if (words.do === kind) {
        this.waiting.delete(number);
        done(null);
      }
  }

  send(type, fields) {
    if (this.open) this.socket.send(JSON.stringify({ type, ...fields }));
  }

  /**
   * Send what the person does. Repeated if the connection is lost, or sent on the next one if there is none. Resolves
   * to the reason of a refusal, "" if it was done, or null without an answer.
   */
  say(words) {
    const number = ++this.said;
    if (words.do === "react") this.drop("react"); // messages that come too fast get no answer
    this.send("action", { number, words });
    return new Promise(done => this.waiting.set(number, { words, done }));
  }
}
