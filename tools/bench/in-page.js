/**
 * Put into every measured page before its own scripts. `benchPaints` is what was painted when (ms since
 * the navigation began); `benchDone`, where the page has it, gets the time from a click on an answer
 * to the next question painted, also when that question comes with the next document.
 */
globalThis.benchPaints = { fcp: 0, lcp: 0, blocked: 0, shifted: 0 };

function watch(type, take) {
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
}
watch("paint", ({ name, startTime }) => {
  if (name === "first-contentful-paint") benchPaints.fcp = startTime;
});
watch("largest-contentful-paint", ({ startTime }) => {
  benchPaints.lcp = startTime;
});
watch("longtask", ({ duration }) => {
  benchPaints.blocked += Math.max(0, duration - 50);
});
watch("layout-shift", ({ value, hadRecentInput }) => {
  if (!hadRecentInput) benchPaints.shifted += value;
});

const key = "bench-click";
let clicked = JSON.parse(sessionStorage.getItem(key) ?? "null");
const question = () => document.querySelector("main:not([hidden])")?.dataset.step;

addEventListener(
  "click",
  ({ target, timeStamp }) => {
    if (!target.closest("[name=option]")) return;
    clicked = { at: performance.timeOrigin + timeStamp, from: question() };
    sessionStorage.setItem(key, JSON.stringify(clicked));
    look();
  },
  true,
);

// A frame's callbacks come before its paint, and a message after it.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  const { at } = clicked;
  clicked = null;
  sessionStorage.removeItem(key);
  globalThis.benchDone?.(performance.timeOrigin + performance.now() - at);
};

/** Looks at every frame, and before the page does anything in it, whether the next question is in it. */
function look() {
  requestAnimationFrame(() => {
    const shown = question();
    if (shown && shown !== clicked.from) port2.postMessage("painted");
    else look();
  });
}
if (clicked) look();
