import { featureIslands } from "./feature-islands.ts";

/**
 * Loads the islands of a page: on the first touch or key, else when the page is painted and the browser is idle; one
 * with `data-load="near"` when it is also near the screen. Until an island is hydrated its forms post natively; no
 * button is ever dead.
 */
const islands = {
  survey: () => import("./survey/browser/island.tsx"),
  proof: () => import("./proof-of-work/held-form.ts"),
  contact: () => import("./site/contact/contact-island.tsx"),
  menu: () => import("./site/layout/menu.ts"),
  carousel: () => import("./site/home/carousel.ts"),
  calls: () => import("./page-scripts/index.ts"),
  chart: () => import("./graphs/browser/chart-island.ts"),
  ...featureIslands,
  inbox: () => import("./console/browser/inbox-island.ts"),
};

// Some browsers give the signal to scripts only: a cookie tells the server, for this session.
if (navigator.globalPrivacyControl) {
  const [prefix, secure] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some of the browsers that send it
    document.cookie = `${prefix}opt-out=gpc; Path=/; SameSite=Lax${secure}`;
  } catch {
    // A frame that may keep nothing.
  }
}

// The second half of a double click whose first half opened this page is not a press of its own.
let isClicked = false;
addEventListener(
  "click",
  (event) => {
    isClicked ||= event.detail < 2;
    if (isClicked) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// A resized window interrupts the slide between pages, which the browser reports as an error.
addEventListener("unhandledrejection", (event) => {
  if (/^Transition was /.test(event.reason?.message)) event.preventDefault();
});

const places = [...document.querySelectorAll<HTMLElement>("[data-island]")];
if (places.length > 0) {
  const firstUse = ["pointerdown", "keydown", "focusin"];
  const load = () => {
    for (const type of firstUse) removeEventListener(type, load);
    // Each island is hydrated once, even when the browser is idle after the first touch.
    for (const place of places.splice(0)) {
      if (place.dataset.load === "near") whenNear(place, start);
      else start(place);
    }
  };
  const start = (place: HTMLElement) => {
    const island = islands[place.dataset.island as keyof typeof islands]();
    void island
      .then(
        ({ mount }) => mount(place),
        // An island that cannot be loaded is skipped.
        () => {},
      )
      .catch((error) => {
        console.error(error);
        return import("./ui/rescue.ts").then(({ report }) => report("lost", error));
      })
      .catch(() => {});
  };
  for (const type of firstUse) addEventListener(type, load, { once: true, passive: true });
  const whenIdle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(load, { timeout: 3000 }) : setTimeout(load, 200);
  // A short page is loaded before it is on the screen.
  const whenPainted = () =>
    new PerformanceObserver((_paints, observer) => {
      observer.disconnect();
      whenIdle();
    }).observe({ type: "paint", buffered: true });
  if (document.readyState === "complete") whenPainted();
  else addEventListener("load", whenPainted, { once: true });
}

function whenNear(place: HTMLElement, start: (place: HTMLElement) => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start(place);
    },
    { rootMargin: "200px" },
  );
  observer.observe(place);
}
