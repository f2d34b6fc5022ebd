/**
 * Opens and closes the film in the header as the survey's chart says: its `playButton` means that the play control is
 * shown. Every question begins with the film closed, so moving on closes it. The film's `data-live` marks it as
 * controlled.
 * @param press called when the visitor presses the control
 */
export function driveFilm(open: boolean, press: () => void): void {
  const film = document.querySelector<HTMLDetailsElement>("[data-film]")!;
  if (film.dataset.live === undefined) {
    film.dataset.live = "";
    film.querySelector("summary")!.addEventListener("click", (event) => {
      event.preventDefault();
      press();
    });
    // It was opened before the scripts loaded: it stays open, and the chart is told.
    if (film.open) {
      press();
      return;
    }
  }
  show(film, open);
}

function show(film: HTMLDetailsElement, open: boolean): void {
  if (film.open === open) return;
  film.open = open;
  const video = film.querySelector("video")!;
  if (!open) video.pause();
  // Where it may not play by itself, or less motion is wished for, its own controls do it.
  else if (!matchMedia("(prefers-reduced-motion: reduce)").matches) video.play().catch(() => {});
}
