import * as z from "zod";
import type { Buyer } from "../../../machines/rules/one-to-one.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../http.ts";
import type { Buyers } from "../ports.ts";

const mostIds = 100;
const mostSelected = 100;
const mostPossible = 1000;

/** A number, or its digits as text. */
const id = z
  .union([
    z.int(),
    z
      .string()
      .trim()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().nonnegative());
const name = z.string().trim().min(1).max(200);
/** Our own form, or one id by itself. */
const buyer = z.union([
  z.object({ name, ids: z.array(z.unknown()) }),
  z.object({ name, ids: id }),
  z.object({ name, id }),
]);
const list = z.array(z.unknown()).default([]);
const answer = z.object({ selectedBuyers: list, allPossibleBuyers: list });

/**
 * Asks the buyers service who may be named in a one-to-one consent: our own contract (spec 7). A buyer that
 * cannot be read is left out; an answer that selects buyers of whom none can be read is none.
 */
export function liveBuyers(callJson: CallJson, url: string, timeoutMs: number): Buyers {
  return {
    async find(fields) {
      const found = await callJson({
        provider: "buyers",
        url: `${url}/get-available`,
        body: { fields },
        timeoutMs,
        schema: answer,
      });
      const selected = readable(found.selectedBuyers).slice(0, mostSelected);
      if (selected.length === 0 && found.selectedBuyers.length > 0) {
        throw new ProviderFailure("garbage", "buyers named nobody in a form that is understood");
      }
      return { selected, possible: readable(found.allPossibleBuyers).slice(0, mostPossible) };
    },
  };
}

function readable(given: readonly unknown[]): Buyer[] {
  return given.flatMap((one) => {
    const { data } = buyer.safeParse(one);
    if (!data) return [];
    const all: unknown[] = "id" in data ? [data.id] : [data.ids].flat();
    const ids = all.flatMap((each) => id.safeParse(each).data ?? []).slice(0, mostIds);
    return ids.length > 0 ? [{ name: data.name, ids }] : [];
  });
}
