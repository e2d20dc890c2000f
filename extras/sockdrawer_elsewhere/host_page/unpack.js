// First part of the page that a remote phone gets, sealed. It unpacks the rest as if it had been loaded from the big
// screen, so the page is the same as at home. The loader (far.js) has made the connection.

const KINDS = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png" };
const FACE = /@font-face\{font-family:(\w+);src:url\((.+?)\);[^}]*weight:(.+?)\}/g; // as it is served
const IMPORT = /\b(from|import) "(\/[\w-]+\.js)"/g;
const PICTURE = /\/play\/[\w.-]+\.(svg|png)/g;
const EMPTY = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
const REST = 1500; // milliseconds before typefaces are fetched: what can be used comes first, then the look

const blobs = new Map();
function blob(path, data) {
  if (!blobs.has(path)) blobs.set(path, URL.createObjectURL(new Blob([data], { type: KINDS[path.split(".").pop()] })));
  return blobs.get(path);
}

const tag = (name, props) => document.head.append(Object.assign(document.createElement(name), props));

export default async function begin({ all, code, get, text, wait, call, line }) {
  const due = new Set();

  /** Fetch a picture, and show it in every empty image that waits for it. */
  async function fill(path) {
    if (due.has(path)) return;
    due.add(path);
    const data = await get(path);
    due.delete(path);
    const at = blob(path, data || "");
    for (const name of ["src", "href"])
      for (const node of document.querySelectorAll(`[${name}$="#${path}"]`)) node.setAttribute(name, at);
  }

  const modules = new Map();

  /**
   * Fetch a module and its imports, each once. A blob has no folder, and browsers of 2024 take no import map after the
   * first module, so each module imports others by their blobs, and no two import each other.
   */
  function module(path) {
    if (!modules.has(path)) modules.set(path, fetched(path));
    return modules.get(path);
  }

  async function fetched(path) {
    const script = all[path] ?? text(await get(path));
    const at = {};
    for (const [, , other] of script.matchAll(IMPORT)) at[other] = await module(other);
    return blob(
      path,
      script.replace(IMPORT, (_found, how, other) => `${how} "${at[other]}"`)
    );
  }

  window.far = {
    code,
    module,
    /** Text with the pictures that it names. A picture on its way is an empty one whose address says which it is. */
    drawn: body => String(body).replace(PICTURE, path => blobs.get(path) || (fill(path), `${EMPTY}#${path}`))
  };

  window.fetch = (path, { signal } = {}) =>
    new Promise((done, lost) => {
      signal?.addEventListener("abort", () => lost(signal.reason));
      Promise.resolve(all[path] ?? get(path)).then(
        data => done(new Response(data, { status: data === null ? 404 : 200 })),
        lost
      );
    });

  let taken = false; // the connection that brought all this is the first one of the page
  window.WebSocket = function () {
    if (taken || line().readyState !== 1) return call();
    taken = true;
    const socket = line();
    setTimeout(() => socket.onopen?.());
    return socket;
  };
  window.WebSocket.OPEN = 1;

  const faces = [...all["/page.css"].matchAll(FACE)];
  tag("link", { rel: "stylesheet", href: blob("/page.css", all["/page.css"].replace(FACE, "")) });
  document.querySelector("style").remove(); // the loader's element
  document.body.innerHTML = new DOMParser().parseFromString(all["/index.html"], "text/html").body.innerHTML;
  tag("script", { src: blob("/boot.js", all["/boot.js"]) });
  await import(await module("/main.js"));
  await wait(REST);
  for (const [, name, path, weight] of faces) document.fonts.add(new FontFace(name, await get(path), { weight }));
}
