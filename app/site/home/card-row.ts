/** A row that has stood still for so long was scrolled to its end, in milliseconds. */
const settledMs = 150;

/**
 * A row of cards that is scrolled from card to card.
 * @param onSeen called with the cards that are fully visible, counted from 1, each time the row stops
 */
export function cardRow(track: HTMLElement, onSeen: (first: number, last: number) => void) {
  const cards = [...track.children] as HTMLElement[];
  const startOf = (card: HTMLElement) => card.offsetLeft - cards[0]!.offsetLeft;
  const furthest = () => track.scrollWidth - track.clientWidth;
  /** Index of the card that is first in view, or will be when the row stands still again. */
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
    /** To the next card or the one before; after the end comes the beginning. */
    move(step: 1 | -1, behavior: ScrollBehavior) {
      const last = cards.findIndex((card) => startOf(card) >= furthest() - 1);
      at = (at + step + last + 1) % (last + 1);
      track.scrollTo({ left: startOf(cards[at]!), behavior });
    },
  };
}
