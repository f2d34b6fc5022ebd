import { readFileSync } from "node:fs";
import { type Document, isScalar, visit } from "yaml";
import * as z from "zod";
import { closest, didYouMean } from "../closest.ts";
import { type Path, readYaml } from "../yaml-file.ts";
import { aboutFields, leadFields } from "./lead-fields.ts";
import {
  type AffiliateTerms,
  affiliateTerms,
  bidsName,
  type Declared,
  kinds,
  namesSomebody,
  usualBidSeconds,
  waysOfOrder,
} from "./shape.ts";

/** The operator's file of receivers as it was read at the start. */
export type DestinationsFile = {
  destinations: Declared[];
  /** What is agreed with affiliates, by their ids. */
  affiliates: Record<string, AffiliateTerms>;
  /** The buyers of the order are asked for bids, which count within this time; undefined where they are not. */
  bidsWithinMs?: number;
  /** What is wrong with it, a sentence each with line and column; the start then ends with them. */
  faults: string[];
};

type Fault = { path: Path; text: string /** What was probably meant. */; meant?: string };

const nameForm = /^[a-z][a-z0-9-]{0,39}$/;
/** Receivers that have settings of their own, by which their rows in the outbox are named. */
const taken = [
  ...["lead-prosper", "contact-ingest", "distribution", "transformed-lead", "ticket-lead", "bad-words"],
  ...["trustedform-certificate", "jornaya-audit", "progress-save", "deletion", bidsName],
];

/**
 * Reads who receives leads and messages. Secrets are written as `${NAME}` and come from the environment; no fault ever
 * quotes a value.
 */
export function destinationsFile(
  path: string | undefined,
  env: Record<string, string | undefined>,
): DestinationsFile {
  if (path === undefined) return none([]);
  const file = readYaml(path, "DESTINATIONS_FILE");
  if ("faults" in file) return none(file.faults);
  const { document, place } = file;
  const faults: Fault[] = [...fillSecrets(document, env), ...literalSecrets(document)];
  const read = readContent(document.toJS());
  // What the environment lacks is wrong in no other way.
  const lacking = new Set(faults.map(({ path: where }) => where.join(".")));
  const others = read.faults.filter(({ path: where }) => !lacking.has(where.join(".")));
  const said = [...faults, ...others].map(
    ({ path: where, text, meant }) =>
      `${place(where)}: ${where.join(".") || "the file"} ${text}${didYouMean(meant)}`,
  );
  return said.length > 0 ? none(said) : { ...read, faults: [] };
}

const none = (faults: string[]): DestinationsFile => ({ destinations: [], affiliates: {}, faults });

const placeholder = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The variables of the environment that a file of destinations names. */
export function namedIn(path: string | undefined): string[] {
  if (path === undefined) return [];
  return [...readFileSync(path, "utf8").matchAll(placeholder)].map(([, name]) => name!);
}

/** Puts in what the environment says; values that it does not have are faults. */
function fillSecrets(document: Document, env: Record<string, string | undefined>): Fault[] {
  const faults: Fault[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      // Only whole numbers count here; any other is posted as it is written, `45.00` too.
      if (typeof node.value === "number" && String(node.value) !== node.source) node.value = node.source;
      if (key === "key" || typeof node.value !== "string") return;
      node.value = node.value.replaceAll(placeholder, (_, name: string) => {
        const value = env[name]?.trim();
        if (!value) {
          faults.push({
            path: pathOf(ancestors, node),
            text: `needs ${name}, which the environment does not have`,
            meant: closest(name, Object.keys(env)),
          });
        }
        return value ?? "";
      });
    },
  });
  return faults;
}

/** The keys that lead to a node. */
function pathOf(ancestors: readonly unknown[], node: unknown): Path {
  const path: PropertyKey[] = [];
  [...ancestors, node].forEach((each, index, all) => {
    const parent = all[index - 1] as { items?: unknown[] } | undefined;
    const pair = each as { key?: { value?: unknown } };
    if (pair?.key && typeof pair.key === "object") path.push(String(pair.key.value));
    else if (Array.isArray(parent?.items) && !(parent.items[0] as { key?: unknown })?.key) {
      path.push(parent.items.indexOf(each));
    }
  });
  return path;
}

const secretKeys = ["secrets", "key", "password"];

/** A secret that stands in the file itself, from where it would get into backups and versions. */
function literalSecrets(document: Document): Fault[] {
  const faults: Fault[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === "key" || !isScalar(node) || node.source?.includes("${")) return;
      const path = pathOf(ancestors, node);
      const isSecret =
        secretKeys.includes(String(path[2])) ||
        (path[2] === "headers" && /auth|key|token|secret/i.test(String(path[3]))) ||
        /^[a-z]+:\/\/[^/@]*:[^/@]*@/i.test(String(node.value));
      if (path[0] === "destinations" && isSecret) {
        faults.push({ path, text: `must come from the environment: write $\{NAME} and set NAME there` });
      }
    },
  });
  return faults;
}

const whole = z.strictObject(
  {
    destinations: z.record(z.string(), z.looseObject({}, "must be a destination"), "must be a list of names"),
    order: z.array(z.string("must be the name of a destination")).optional(),
    "order-by": z.enum(waysOfOrder, `must be among ${waysOfOrder.join(", ")}`).default("fixed"),
    "bid-seconds": z
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(30, "must be 30 at most")
      .optional(),
    affiliates: z
      .record(z.string().regex(/^[\w.-]{1,64}$/, "must be the id of an affiliate"), affiliateTerms)
      .optional(),
  },
  "must have destinations",
);

function readContent(given: unknown): Omit<DestinationsFile, "faults"> & { faults: Fault[] } {
  const outline = whole.safeParse(given, { reportInput: true });
  if (!outline.success) {
    return {
      destinations: [],
      affiliates: {},
      faults: outline.error.issues.map((issue) => faultOf(issue, [], whole.shape)),
    };
  }
  const {
    destinations,
    order = [],
    affiliates = {},
    "order-by": by,
    "bid-seconds": bidSeconds,
  } = outline.data;
  const names = Object.keys(destinations);
  const faults: Fault[] = [];
  const declared = Object.entries(destinations).flatMap(([name, body]): Declared[] => {
    const path = ["destinations", name];
    if (!nameForm.test(name)) {
      faults.push({ path, text: "must be a name of small letters, digits and -" });
    } else if (taken.includes(name)) {
      faults.push({ path, text: "is a name that the program uses itself" });
    }
    const kind = Object.hasOwn(kinds, String(body.kind)) ? (body.kind as keyof typeof kinds) : undefined;
    if (!kind) {
      const known = Object.keys(kinds);
      faults.push({
        path: body.kind === undefined ? path : [...path, "kind"],
        text: `must have a kind among ${known.join(", ")}`,
        meant: closest(String(body.kind), known),
      });
      return [];
    }
    const checked = kinds[kind].safeParse(body, { reportInput: true });
    if (!checked.success) {
      faults.push(...checked.error.issues.map((issue) => faultOf(issue, path, kinds[kind].shape)));
      return [];
    }
    const place = order.indexOf(name);
    const { weight = 1, ...rest } = checked.data;
    const isDrawn = by === "weighted" && place >= 0;
    if (body.weight !== undefined && !isDrawn)
      faults.push({
        path: [...path, "weight"],
        text: "needs a place in an order that has order-by: weighted",
      });
    return [{ ...rest, name, ...(place >= 0 && { order: place }), ...(isDrawn && { weight }) } as Declared];
  });
  order.forEach((name, index) => {
    const path = ["order", index];
    if (!names.includes(name))
      faults.push({ path, text: "names no destination", meant: closest(name, names) });
    else if (order.indexOf(name) < index) faults.push({ path, text: "is in the order twice" });
  });
  if (by !== "fixed" && order.length < 2)
    faults.push({ path: ["order-by"], text: "needs an order of two or more" });
  if (bidSeconds !== undefined && by !== "best-price")
    faults.push({ path: ["bid-seconds"], text: "needs order-by: best-price" });
  const bids = declared.some((each) => each.order !== undefined && namesPrice(each));
  if (by === "best-price" && faults.length === 0 && !bids)
    faults.push({ path: ["order-by"], text: "needs a ping whose answer names a price, of one in the order" });
  for (const each of declared) {
    const ping = "ping" in each ? each.ping : undefined;
    const personal = ping && namesSomebody(ping.fields);
    if (personal) {
      faults.push({
        path: ["destinations", each.name, "ping", "fields"],
        text: `must not have ${personal}: a ping says nothing about who the person is`,
      });
    }
    const lacking = lackingIn(each);
    if (lacking) {
      faults.push({ path: ["destinations", each.name, lacking.field], text: lacking.text });
    }
  }
  const bidsWithinMs = by === "best-price" ? (bidSeconds ?? usualBidSeconds) * 1_000 : undefined;
  return { destinations: declared, affiliates, bidsWithinMs, faults };
}

/** Whether it names a price before it has the lead. */
function namesPrice(declared: Declared): boolean {
  return "ping" in declared && declared.ping?.answer.price !== undefined;
}

/**
 * What terms need besides themselves: money is counted before the buyer answers, and a bid can be declined only as long
 * as the buyer does not have the lead.
 */
export function lackingIn(
  declared: Declared,
): { field: "daily-budget" | "weekly-budget" | "monthly-budget" | "min-price"; text: string } | undefined {
  const budgets = ["daily-budget", "weekly-budget", "monthly-budget"] as const;
  const field = budgets.find((each) => declared[each] !== undefined);
  if (field && !declared.price) return { field, text: "needs a price, by which money is counted" };
  if (declared["min-price"] !== undefined && !namesPrice(declared))
    return { field: "min-price", text: "needs a ping whose answer names a price" };
  return undefined;
}

/** What is wrong, with the words that are possible there and the one that was probably meant. */
function faultOf(issue: z.core.$ZodIssue, above: Path, shape: object): Fault {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0]!;
    const known = issue.path.length === 0 ? Object.keys(shape) : nested;
    return { path: [...path, key], text: "is not known here", meant: closest(key, known) };
  }
  if (issue.code === "invalid_union") {
    // The branch that got furthest knows best.
    const inner = issue.errors
      .flat()
      .sort((one, other) => other.path.length - one.path.length || rank(other) - rank(one))[0];
    if (inner) return faultOf({ ...inner, path: [...issue.path, ...inner.path] }, above, shape);
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    const word = typeof issue.input === "string" ? issue.input : "";
    const isLong = values.length > 12;
    const text = isLong
      ? values.includes(leadFields[aboutFields.length]!)
        ? "must be a field of the lead (docs/receivers.md)"
        : `must be one of ${values.slice(0, 3).join(", ")} and so on`
      : `must be ${values.length === 1 ? values[0] : `among ${values.join(", ")}`}`;
    return { path, text, meant: closest(word, values) };
  }
  if (issue.code === "invalid_type" && issue.input === undefined) return { path, text: "is missing" };
  return { path, text: issue.message.startsWith("must") ? issue.message : `must be ${issue.message}` };
}

const rank = ({ code }: z.core.$ZodIssue) => Number(code === "invalid_value");

/** Keys of what stands within a destination. */
const nested = [
  ...["variants", "states", "affiliates", "qualified", "dq-reasons"],
  ...[
    "url",
    "fields",
    "answer",
    "accepted",
    "rejected",
    "contains",
    "price",
    "id",
    "from",
    "values",
    "otherwise",
    "value",
    "field",
    "is",
  ],
];
