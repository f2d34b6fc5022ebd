import { markdownTable } from "../../test/support/markdown-table.ts";
import { count, type Found } from "./count.ts";
import type { Done } from "./series.ts";
import type { Seen } from "./visitors.ts";

const head =
  "fault|times|nothing taken for, s|longest wait, s|503|500 and other|typed again|acknowledged|stored|received|lost|doubled|sent again|remarks";

/** A row for each kind of fault, and one of all. */
export function table(done: Done[], found: Found): string {
  const names = [...new Set(done.map(({ name }) => name))];
  const rows = names.map((name) =>
    row(
      name,
      done.filter((each) => each.name === name),
      found,
    ),
  );
  return markdownTable([head.split("|"), ...rows, ...(rows.length > 1 ? [row("all", done, found)] : [])]);
}

/** What must not be: leads lost, doubled or not whole, visitors not thanked, a form typed again, an answer other than 503. */
export function wrongs(done: Done[], found: Found): number {
  const { lost, doubled, incomplete, unthanked, typedAgain, others } = figuresOf(done, found);
  return lost + doubled + incomplete + unthanked + typedAgain + others;
}

function figuresOf(of: Done[], found: Found) {
  const sum = (number: (seen: Seen) => number) => of.reduce((total, { seen }) => total + number(seen), 0);
  const refused = (is: (status: number) => boolean) =>
    sum((seen) => [...seen.refused].reduce((total, [status, times]) => total + (is(status) ? times : 0), 0));
  return {
    ...count(
      of.flatMap(({ seen }) => seen.acknowledged),
      found,
    ),
    acknowledged: sum((seen) => seen.acknowledged.length),
    unthanked: sum((seen) => seen.unthanked.length),
    typedAgain: sum((seen) => seen.typedAgain),
    held: refused((status) => status === 503),
    others: refused((status) => status !== 503),
  };
}

function row(name: string, of: Done[], found: Found): string[] {
  const { held, others, typedAgain, acknowledged, stored, received, lost, doubled, repeated } = figuresOf(
    of,
    found,
  );
  const spread = (number: (seen: Seen) => number) => {
    const all = of.map(({ seen }) => number(seen)).sort((a, b) => a - b);
    const middle = all[Math.floor(all.length / 2)]!;
    return all.length > 1 ? `${inSeconds(middle)}, at most ${inSeconds(all.at(-1)!)}` : inSeconds(middle);
  };
  const counts = [held, others, typedAgain, acknowledged, stored, received, lost, doubled, repeated];
  const notes = new Set(of.map(({ note }) => note).filter(Boolean));
  return [
    name,
    String(of.length),
    spread((seen) => seen.nothingTakenMs),
    spread((seen) => seen.longestWaitMs),
    ...counts.map(String),
    [...notes].join("; "),
  ];
}

export function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

export function refusals({ refused }: Seen): string {
  return [...refused].map(([status, times]) => `${times} times ${status}`).join(", ") || "nobody refused";
}
