import type { Explored, Passage, Whereabouts } from "./explored.ts";

/** From everywhere the next step of the shortest way to an end; of equally short ones what happens every day. */
export function waysOn({ passages }: Pick<Explored, "passages">): Map<Whereabouts, Passage> {
  const left = new Map<Whereabouts, number>();
  for (const { to, visit } of passages) if (visit.replay.snapshot.status === "done") left.set(to, 0);
  const backwards = new Map<Whereabouts, Passage[]>();
  for (const passage of passages) backwards.set(passage.to, [...(backwards.get(passage.to) ?? []), passage]);
  // A Map goes on over what is added while it is walked.
  for (const [place, count] of left) {
    for (const { from } of backwards.get(place) ?? []) if (!left.has(from)) left.set(from, count + 1);
  }
  const on = new Map<Whereabouts, Passage>();
  for (const passage of passages) {
    const known = on.get(passage.from);
    const of = ({ to }: Passage) => left.get(to) ?? Number.POSITIVE_INFINITY;
    if (!known || of(passage) < of(known)) on.set(passage.from, passage);
  }
  return on;
}
