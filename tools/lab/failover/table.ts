import { markdownTable } from "../../../test/support/tables.ts";
import { count, type Found } from "./count.ts";
import type { Done } from "./series.ts";
import type { Seen } from "./visitors.ts";

/** What came of one fault. */
export type Outcome = ReturnType<typeof outcome>;

/** @param found when all messages were delivered */
export function outcome({ name, note, seen }: Done, found: Found) {
  const { nothingTakenMs, longestWaitMs, refused, typedAgain, acknowledged, unthanked } = seen;
  const held = refused.get(503) ?? 0;
  const others = [...refused.values()].reduce((sum, times) => sum + times, 0) - held;
  return {
    ...{ name, note, nothingTakenMs, longestWaitMs, held, others, typedAgain },
    unthanked: unthanked.length,
    acknowledged: acknowledged.length,
    ...count(seen, found),
  };
}

const head =
  "fault|times|nothing taken for, s|longest wait, s|503|500 and other|typed again|acknowledged|stored|received|lost|doubled|not whole|changed|answers lost|answers doubled|sent again|remarks";

/** A row for each kind of fault, and one of all. */
export function table(outcomes: Outcome[]): string {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  const rows = names.map((name) =>
    row(
      name,
      outcomes.filter((each) => each.name === name),
    ),
  );
  return markdownTable([head.split("|"), ...rows, ...(rows.length > 1 ? [row("all", outcomes)] : [])]);
}

/** Leads and answers that are not what was acknowledged. */
export const damage = [
  ...(["lost", "doubled", "incomplete", "changed"] as const),
  ...(["answersLost", "answersDoubled"] as const),
] as const;

/** What must not be: damage, visitors not thanked, a form typed again, an answer other than 503. */
export function wrongs(outcomes: Outcome[]): number {
  return total(outcomes, [...damage, "unthanked", "typedAgain", "others"]);
}

type Counted = Exclude<keyof Outcome, "name" | "note">;

const total = (of: Outcome[], keys: Counted[]) =>
  // A run of an earlier version of the tool has not counted all of it.
  of.reduce((sum, outcome) => keys.reduce((more, key) => more + (outcome[key] ?? 0), sum), 0);

function row(name: string, of: Outcome[]): string[] {
  const spread = (key: Counted) => {
    const all = of.map((outcome) => outcome[key]);
    const [least, most] = [inSeconds(Math.min(...all)), inSeconds(Math.max(...all))];
    return least === most ? most : `${least} to ${most}`;
  };
  const sums = (
    ["held", "others", "typedAgain", "acknowledged", "stored", "received", ...damage, "repeated"] as const
  ).map((key) => String(total(of, [key])));
  return [
    name,
    String(of.length),
    spread("nothingTakenMs"),
    spread("longestWaitMs"),
    ...sums,
    remarks(of.map(({ note }) => note).filter(Boolean)),
  ];
}

/** Each once; of "7 commits" and "12 commits" the sum. */
function remarks(notes: string[]): string {
  const numbers = new Map<string, number>();
  for (const note of notes) {
    const [, number, words] = /^(\d*) ?(.*)$/.exec(note)!;
    numbers.set(words!, (numbers.get(words!) ?? 0) + Number(number));
  }
  return [...numbers].map(([words, number]) => (number > 0 ? `${number} ${words}` : words)).join("; ");
}

export function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

export function refusals({ refused }: Seen): string {
  return [...refused].map(([status, times]) => `${times} times ${status}`).join(", ") || "nobody refused";
}
