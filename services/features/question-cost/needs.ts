import type { Question } from "../../../machines/features/question-cost/questions.ts";
import type { Declared, FieldMap } from "../../settings/destinations/shape.ts";
import { termsIn } from "../../settings/destinations/takes.ts";
import { type Changes, receiverInForce } from "../../settings/destinations/terms.ts";

/** What a receiver reads of a lead: its fields, each with what for. */
type Reader = { receiver: string; reads: ReadonlyMap<string, string> };

/** Why a question has to be asked for a receiver's sake, as a clause: `north reads police_report as report`. */
export type Need = { receiver: string; why: string };

/**
 * What receivers read by name: fields of their mapping and ping, and what they filter by. One without a mapping gets every
 * field, and what it does with them is not known here.
 */
export function readersOf(destinations: readonly Declared[], changes: Changes): Reader[] {
  return destinations.map((declared) => {
    const reads = new Map<string, string>();
    const { only, ping, fields } = {
      ping: undefined,
      fields: undefined,
      ...receiverInForce(declared, changes),
    };
    const note = (map: FieldMap | undefined, why: (to: string) => string) => {
      for (const [to, source] of Object.entries(map ?? {}))
        if ("from" in source) reads.set(source.from, why(to));
    };
    note(fields, (to) => `as ${to}`);
    note(ping?.fields, (to) => `as ${to} in its ping`);
    for (const { field } of termsIn(only))
      reads.set(field, `to take some ${field === "state" ? "states" : "leads"} only`);
    return { receiver: declared.name, reads };
  });
}

/** What of a question receivers read. */
export function needsOf({ fields }: Pick<Question, "fields">, readers: readonly Reader[]): Need[] {
  return readers.flatMap(({ receiver, reads }) => {
    const field = fields.find((each) => reads.has(each));
    return field === undefined ? [] : [{ receiver, why: `${receiver} reads ${field} ${reads.get(field)}` }];
  });
}
