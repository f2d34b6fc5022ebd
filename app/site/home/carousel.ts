import { createActor } from "xstate";
import { type CarouselEvent, carouselMachine } from "../../../machines/site/carousel.ts";

/** How long a row stands still before its scroll counts as ended, in milliseconds. */
const settledMs = 150;

/**
 * A row of cards that is scrolled from card to card.
 * @param onSeen called with the cards that are fully visible, counted from 1, each time the row stops
 */
function cardRow(track: HTMLElement, onSeen: (first: number, last: number) => void) {
  const cards = [...track.children] as HTMLElement[];
  const startOf = (card: HTMLElement) => card.offsetLeft - cards[0]!.offsetLeft;
  const furthest = () => track.scrollWidth - track.clientWidth;
  /** Index of the card that is first in view, or will be when the row stands still. */
  let at = 0;

  function look() {
    const inset = cards[0]!.offsetLeft - track.offsetLeft;
    const isWhole = (card: HTMLElement) => {
      const left = startOf(card) + inset - track.scrollLeft;
      return left >= 0 && left + card.offsetWidth <= track.clientWidth;
    };
    const first = cards.findIndex(isWhole);
    if (first < 0) return;
    at = first;
    onSeen(first + 1, cards.findLastIndex(isWhole) + 1);
  }

  let standing: ReturnType<typeof setTimeout>;
  track.addEventListener("scroll", () => {
    clearTimeout(standing);
    standing = setTimeout(look, settledMs);
  });

  return {
    look,
    /** False where all cards are in view. */
    canMove: () => furthest() > 1,
    isInView() {
      const { top, bottom } = track.getBoundingClientRect();
      return !document.hidden && bottom > 0 && top < innerHeight;
    },
    /** Moves to the next or the previous card; after the last comes the first. */
    move(step: 1 | -1, behavior: ScrollBehavior) {
      const last = cards.findIndex((card) => startOf(card) >= furthest() - 1);
      at = (at + step + last + 1) % (last + 1);
      track.scrollTo({ left: startOf(cards[at]!), behavior });
    },
  };
}

/**
 * Lets the carousel's chart move a row of quotes, and activates its buttons. The section's `data-live` marks that it
 * can move, `data-moving` that it moves automatically.
 */
export function mount(section: HTMLElement): void {
  const part = (name: string) => section.querySelector<HTMLElement>(`[data-carousel="${name}"]`)!;
  const [track, position] = [part("track"), part("position")];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const row = cardRow(track, (first, last) => {
    const shown = first === last ? `${first}` : `${first}–${last}`;
    position.textContent = position.dataset.pattern!.replace("#", shown);
  });
  const behavior = () => (calm.matches ? "instant" : "smooth");
  const actor = createActor(
    carouselMachine.provide({
      actions: {
        moveOn: () => {
          if (!row.isInView()) return;
          // It was not requested, so it is not announced.
          position.ariaLive = "off";
          row.move(1, behavior());
        },
      },
    }),
  );
  actor.subscribe((state) => section.toggleAttribute("data-moving", state.matches("playing")));
  actor.start();
  const send = (type: CarouselEvent["type"]) => () => actor.send({ type });

  section.addEventListener("pointerenter", send("HOLD"));
  section.addEventListener("focusin", send("HOLD"));
  // An element that leaves is still in the page when these are called.
  const release = () =>
    requestAnimationFrame(() => section.matches(":hover, :focus-within") || actor.send({ type: "RELEASE" }));
  section.addEventListener("pointerleave", release);
  section.addEventListener("focusout", release);

  track.addEventListener("pointerdown", send("TAKE_OVER"));
  track.addEventListener("keydown", send("TAKE_OVER"));
  part("toggle").addEventListener("click", send("TOGGLE"));
  const byHand = (step: 1 | -1) => () => {
    actor.send({ type: "TAKE_OVER" });
    position.ariaLive = "polite";
    row.move(step, behavior());
  };
  part("previous").addEventListener("click", byHand(-1));
  part("next").addEventListener("click", byHand(1));

  const takeOver = () => calm.matches && actor.send({ type: "TAKE_OVER" });
  calm.addEventListener("change", takeOver);
  takeOver();

  new ResizeObserver(() => {
    section.toggleAttribute("data-live", row.canMove());
    row.look();
  }).observe(track);
}
