import { readFileSync } from "node:fs";
import * as z from "zod";
import {
  type BuyerList,
  DEFAULT_BUYER_IDS,
  type FixedList,
  fixedLists,
} from "../../machines/rules/buyer-lists.ts";
import type { Buyer } from "../../machines/rules/one-to-one.ts";
import { statutes } from "../../machines/rules/statutes.ts";
import { whichInjury } from "../../machines/steps/injury.ts";

/** A firm that may be selected for `/survey/v4nv-1to1`; what it does not say does not limit it. */
export type ListedBuyer = Buyer & { states?: string[]; injuries?: string[]; dailyCap?: number };

/** The operator's file of buyers as it was read at the start. */
export type BuyersFile = {
  path: string;
  /** Those who may be selected. */
  selectable: ListedBuyer[];
  lists: Record<BuyerList, Buyer[]>;
  /** What is wrong with it, a sentence each; the start then ends with them. */
  faults: string[];
};

const codes = statutes.map(({ code }) => code);
const injuries = whichInjury.options!.flatMap(({ records }) => records.specific_injury ?? []);
const variants = Object.keys(fixedLists) as FixedList[];
const some = <Item extends z.ZodType>(item: Item, expected: string) =>
  z.array(item, expected).min(1, expected);

const entry = z.strictObject({
  name: z
    .string("must be a text")
    .trim()
    .regex(/^[^\p{Cc}{}]{1,200}$/u, "must be 1 to 200 characters on one line, without { and }"),
  ids: some(z.int("must be whole numbers").nonnegative("must not be negative"), "must be a list of numbers"),
  states: some(z.enum(codes, "must be two-letter codes, such as TX"), "must be a list of states").optional(),
  injuries: some(
    z.enum(injuries, `must be among ${injuries.join(", ")}`),
    "must be a list of injuries",
  ).optional(),
  dailyCap: z.int("must be a whole number").min(1, "must be at least 1").optional(),
  variants: some(
    z.enum(variants, `must be among ${variants.join(", ")}`),
    "must be a list of variants",
  ).optional(),
  default: z.boolean("must be true or false").optional(),
});
type Entry = z.infer<typeof entry>;

/** Reads the file of buyers; one that cannot be used has faults, and names nobody. */
export function buyersFile(path: string): BuyersFile {
  const nobody = { path, selectable: [], lists: listsOf([]) };
  const fault = (text: string) => `BUYERS_FILE ${path}${text}`;
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    const { message } = error as Error;
    return {
      ...nobody,
      faults: [
        fault(error instanceof SyntaxError ? ` must be JSON: ${message}` : ` cannot be read: ${message}`),
      ],
    };
  }
  const read = z
    .array(entry, "must be a list of buyers")
    .max(1000, "must have 1000 buyers at most")
    .safeParse(given);
  if (!read.success) {
    const faults = read.error.issues.map(({ path: [index, ...field], message }) =>
      fault(index === undefined ? ` ${message}` : `: ${placeOf(given, Number(index), field)} ${message}`),
    );
    return { ...nobody, faults };
  }
  const entries = read.data;
  const faults = [...roleFaults(entries), ...listFaults(entries)].map((text) => fault(`: ${text}`));
  const selectable = entries
    .filter((each) => isSelectable(each))
    .map(({ variants, default: _, ...buyer }) => buyer);
  return { path, selectable, lists: listsOf(entries), faults };
}

/** For example `buyer 2 (North Law), states`. */
function placeOf(given: unknown, index: number, field: readonly PropertyKey[]): string {
  const name = (given as { name?: unknown }[])[index]?.name;
  const who = `buyer ${index + 1}${typeof name === "string" ? ` (${name})` : ""}`;
  return field[0] === undefined ? who : `${who}, ${String(field[0])}`;
}

function isSelectable({ variants, default: isDefault }: Entry): boolean {
  return !variants && !isDefault;
}

const bare = ({ name, ids }: Entry): Buyer => ({ name, ids });

function listsOf(entries: readonly Entry[]): BuyersFile["lists"] {
  const on = (list: FixedList) => entries.filter(({ variants }) => variants?.includes(list)).map(bare);
  const order = ({ ids }: Buyer) => DEFAULT_BUYER_IDS.indexOf(ids[0]!);
  return {
    "v4nv-d1": on("v4nv-d1"),
    "v4nv-d2": on("v4nv-d2"),
    "v4nv-x1": on("v4nv-x1"),
    default: entries
      .filter((each) => each.default)
      .map(bare)
      .sort((one, other) => order(one) - order(other)),
  };
}

/** A buyer is selected, on a fixed list or a default buyer: only those selected depend on the lead. */
function roleFaults(entries: readonly Entry[]): string[] {
  return entries.flatMap((each, index) => {
    const place = (field: string) => placeOf(entries, index, [field]);
    if (each.variants && each.default) return [`${place("default")} does not go together with variants`];
    if (isSelectable(each)) return [];
    const limits = (["states", "injuries", "dailyCap"] as const).filter((field) => each[field] !== undefined);
    return limits.map(
      (field) => `${place(field)} does not go together with ${each.default ? "default" : "variants"}`,
    );
  });
}

/** A fixed list is complete or empty, and no list has a name or an id twice. */
function listFaults(entries: readonly Entry[]): string[] {
  const lists = listsOf(entries);
  const fixed = variants.flatMap((list) => {
    const { buyers, idsEach, ids } = fixedLists[list];
    const named = lists[list];
    if (named.length === 0) return [];
    if (named.length !== buyers)
      return [`${list} must have ${count(buyers, "buyer")} in all, it has ${named.length}`];
    return named
      .filter((buyer) => (ids ? String(buyer.ids) !== String(ids) : buyer.ids.length !== idsEach))
      .map(
        ({ name }) =>
          `${name} must have ${ids ? `the ids ${ids.join(", ")}` : count(idsEach, "id")} for ${list}`,
      );
  });
  const defaults = lists.default
    .filter(({ ids }) => ids.length !== 1 || !DEFAULT_BUYER_IDS.includes(ids[0]!))
    .map(
      ({ name }) => `${name} must have one of the ids ${DEFAULT_BUYER_IDS.join(" and ")} as a default buyer`,
    );
  const selectable = entries.filter(isSelectable);
  const repeated = Object.entries({ ...lists, "the buyers to be selected": selectable }).flatMap(
    ([list, buyers]) =>
      [...twice(buyers.map(({ name }) => name)), ...twice(buyers.flatMap(({ ids }) => ids))].map(
        (what) => `${what} must not be twice among ${list}`,
      ),
  );
  return [...fixed, ...defaults, ...repeated];
}

function twice<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items.filter((item, index) => items.indexOf(item) !== index))];
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;
