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
import { checked, type Fault, faultText, type Part } from "../yaml/yaml-file.ts";
import { line, webAddress } from "./kinds.ts";

/** A firm that may be selected for `/survey/v4nv-1to1`; what it does not say does not limit it. */
export type ListedBuyer = Buyer & { states?: string[]; injuries?: string[]; dailyCap?: number };

/** The operator's buyers as they were read at the start. */
export type Buyers = {
  /** The buyers that may be selected. */
  selectable: ListedBuyer[];
  lists: Record<BuyerList, Buyer[]>;
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
  "daily-cap": z.int("must be a whole number").min(1, "must be at least 1").optional(),
  variants: some(
    z.enum(variants, `must be among ${variants.join(", ")}`),
    "must be a list of variants",
  ).optional(),
  default: z.boolean("must be true or false").optional(),
  city: line(80).optional(),
  "bar-record": webAddress.optional(),
});
type Entry = z.infer<typeof entry>;

/** Reads the operator's buyers. With any fault in them, they name nobody. */
export function readBuyers(part: Part): { value: Buyers; faults: string[] } {
  const refuse = (faults: Fault[]) => ({
    value: { selectable: [], lists: listsOf([]) },
    faults: faults.map((each) => faultText(part, each)),
  });
  const list = z.array(entry, "must be a list of buyers").max(1000, "must have 1000 buyers at most");
  const read = checked(list, part.given);
  if ("faults" in read) return refuse(read.faults);
  const entries = read.data;
  const faults = [
    ...roleFaults(entries),
    ...listFaults(entries).map((text) => ({ where: [], text: `are not complete: ${text}` })),
  ];
  if (faults.length > 0) return refuse(faults);
  const selectable = entries
    .filter((each) => isSelectable(each))
    .map(({ states, injuries, "daily-cap": dailyCap, ...buyer }) => ({
      ...bare(buyer),
      states,
      injuries,
      dailyCap,
    }));
  return { value: { selectable, lists: listsOf(entries) }, faults: [] };
}

function isSelectable({ variants, default: isDefault }: Entry): boolean {
  return !variants && !isDefault;
}

function bare({ name, ids, city, "bar-record": barRecord }: Entry): Buyer {
  return { name, ids, ...(city && { city }), ...(barRecord && { barRecord }) };
}

function listsOf(entries: readonly Entry[]): Buyers["lists"] {
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
function roleFaults(entries: readonly Entry[]): Fault[] {
  return entries.flatMap((each, index): Fault[] => {
    const fault = (field: string, other: string) => ({
      where: [index, field],
      text: `does not go together with ${other}`,
    });
    if (each.variants && each.default) return [fault("default", "variants")];
    if (isSelectable(each)) return [];
    const limits = (["states", "injuries", "daily-cap"] as const).filter(
      (field) => each[field] !== undefined,
    );
    return limits.map((field) => fault(field, each.default ? "default" : "variants"));
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
