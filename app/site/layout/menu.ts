import { createActor } from "xstate";
import {
  MENU_MAX_WIDTH,
  type NavigationEvent,
  navigationMachine,
} from "../../../machines/site/navigation.ts";

type Toggle = Extract<NavigationEvent["type"], `TOGGLE_${string}`>;

const regions = { TOGGLE_MENU: "menu", TOGGLE_LAWSUITS: "lawsuits", TOGGLE_LAWS: "laws" } as const;

/**
 * Connects the navigation's chart to the menu and the dropdowns of a header, in their present state. The header's
 * `data-live` marks that.
 */
export function mount(header: HTMLElement): void {
  const toggles = [...header.querySelectorAll<HTMLDetailsElement>("details[data-toggle]")].map((details) => ({
    details,
    summary: details.querySelector("summary")!,
    type: details.dataset.toggle as Toggle,
  }));
  const opened = toggles.filter(({ details }) => details.open);
  const [menu, ...dropdowns] = toggles;
  const narrow = matchMedia(`(max-width: ${MENU_MAX_WIDTH}px)`);
  // Fractions of a pixel: the style sheet's word counts.
  const width = () =>
    narrow.matches ? Math.min(innerWidth, MENU_MAX_WIDTH) : Math.max(innerWidth, MENU_MAX_WIDTH + 1);

  const actor = createActor(
    navigationMachine.provide({
      actions: {
        scrollToTop: () => {
          const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
          scrollTo({ top: 0, behavior: isCalm ? "instant" : "smooth" });
        },
        lockScrolling: () => lock(header, true),
        unlockScrolling: () => lock(header, false),
      },
    }),
  );
  actor.subscribe(({ value }) => {
    for (const { details, summary, type } of toggles) {
      const isOpen = value[regions[type]] === "open";
      if (details.open === isOpen) continue;
      details.open = isOpen;
      const focused = document.activeElement;
      const isLost = header.contains(focused) && focused!.checkVisibility?.() === false;
      if (isLost) summary.focus({ preventScroll: true });
    }
  });
  actor.start();
  const isOpen = (type: Toggle) => actor.getSnapshot().value[regions[type]] === "open";

  // Menus opened before the scripts loaded stay open.
  for (const { type } of opened) actor.send({ type });

  header.addEventListener("click", (event) => {
    const target = event.target as Element;
    const pressed = toggles.find(({ summary }) => summary.contains(target));
    if (pressed) {
      event.preventDefault();
      actor.send({ type: pressed.type });
    } else if (target.closest("a")) actor.send({ type: "FOLLOW_LINK" });
  });

  const closeDropdowns = () => {
    for (const { type } of dropdowns) if (isOpen(type)) actor.send({ type });
  };
  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape") return;
    const around = dropdowns.find(({ details, type }) => isOpen(type) && details.contains(target as Node));
    if (around) actor.send({ type: around.type });
    else if (isOpen("TOGGLE_MENU")) actor.send({ type: "TOGGLE_MENU" });
    else closeDropdowns();
  });

  // On wide windows a list covers the page, so it closes when the visitor turns to the page.
  const turnAway = ({ target }: Event) => {
    if (!narrow.matches && !header.contains(target as Node)) closeDropdowns();
  };
  document.addEventListener("focusin", turnAway);
  document.addEventListener("click", turnAway);

  let isAtHamburger = document.activeElement === menu!.summary;
  document.addEventListener("focusin", ({ target }) => {
    isAtHamburger = target === menu!.summary;
  });
  narrow.addEventListener("change", () => {
    actor.send({ type: "RESIZE", width: width() });
    // The hamburger is gone, and the focus with it: it had left before this event.
    if (isAtHamburger && !narrow.matches) dropdowns[0]!.summary.focus({ preventScroll: true });
  });
  header.dataset.live = "";
}

/** Under the open menu the page does not scroll and cannot be reached. */
function lock(header: HTMLElement, isLocked: boolean): void {
  document.body.toggleAttribute("data-menu-open", isLocked);
  for (const other of header.parentElement!.children) {
    if (other !== header && other instanceof HTMLElement) other.inert = isLocked;
  }
}
