// Part of the page itself, so that it is there even if the rest is lost. If a file is missing or fails, it says so and
// reloads the page. Nothing is lost, because the token identifies the seat.
{
  const COUNT = "sockdrawer.mended";
  const QUICK = 6; // number of immediate retries; later ones get ever slower
  const CALM = 30000; // milliseconds after which all is well; or, if the page has not begun, nothing will come
  let mending = false;

  const count = set => {
    try {
      if (set !== undefined) sessionStorage.setItem(COUNT, set);
      return Number(sessionStorage.getItem(COUNT)) || 0;
    } catch {
      return QUICK + 3;
    }
  };

  const say = () => {
    const told = document.createElement("p");
    told.setAttribute("role", "alert");
    told.textContent = window.mendWords || "Part of this page didn't load. Trying again…";
    told.style.cssText =
      "position:fixed;inset:0 0 auto;z-index:99;margin:0;padding:.6rem 1rem;text-align:center;" +
      "font:700 1rem system-ui,sans-serif;background:#ffd25a;color:#2b2440;border-bottom:3px solid #2b2440";
    (document.body || document.documentElement).append(told);
  };

  const mend = () => {
    if (mending) return;
    mending = true;
    say();
    const tries = count(count() + 1);
    const again = () =>
      setTimeout(
        () => fetch("/", { cache: "no-store" }).then(({ ok }) => (ok ? location.reload() : again()), again),
        pause()
      );
    const pause = () => Math.min(15000, 300 * 2 ** Math.max(0, tries - QUICK));
    again();
  };

  // Without an element or an error it is a note of the browser, for example about sizes that change during a
  // measurement.
  addEventListener("error", ({ error, target }) => (error || target !== window) && mend(), true);
  addEventListener("unhandledrejection", mend);
  setTimeout(() => (window.awake ? count(0) : mend()), CALM);
}
