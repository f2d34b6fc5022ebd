import type { Actor, Subscription } from "xstate";
import type { SurveyMachine } from "../../machines/variant.ts";

type SurveyActor = Actor<SurveyMachine>;

let driver: SurveyActor | undefined;
let subscription: Subscription | undefined;

/**
 * Has a survey's chart open and close the film of the header: its `playButton` says that the control to play it is
 * shown. Each answer starts an actor of its own, so going on to the next question closes the film. The film's
 * `data-live` says that it is driven.
 */
export function driveFilm(actor: SurveyActor): void {
  const film = document.querySelector<HTMLDetailsElement>("[data-film]")!;
  if (!driver) {
    // Opened before the scripts came: it is taken over as it is.
    if (film.open) actor.send({ type: "TOGGLE_PLAY" });
    film.querySelector("summary")!.addEventListener("click", (event) => {
      event.preventDefault();
      driver?.send({ type: "TOGGLE_PLAY" });
    });
    film.dataset.live = "";
  }
  driver = actor;
  subscription?.unsubscribe();
  subscription = actor.subscribe(({ context }) => show(film, !context.playButton));
  show(film, !actor.getSnapshot().context.playButton);
}

function show(film: HTMLDetailsElement, open: boolean): void {
  if (film.open === open) return;
  film.open = open;
  const video = film.querySelector("video")!;
  if (!open) video.pause();
  // Where it may not play by itself, or less motion is wished for, its own controls do it.
  else if (!matchMedia("(prefers-reduced-motion: reduce)").matches) video.play().catch(() => {});
}
