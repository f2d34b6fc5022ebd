import { createActor } from "xstate";
import { type CarouselEvent, carouselMachine } from "../../../machines/site/carousel.ts";
import { cardRow } from "./card-row.ts";

/**
 * Has the carousel's chart move a row of quotes, and brings its buttons to life. The section's `data-live` says that
 * there is something to move, `data-moving` that it moves by itself.
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
          // Nobody asked for it, so nothing is announced.
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
  // What has left is not yet out when these are called.
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
