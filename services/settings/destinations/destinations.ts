import { readFileSync } from "node:fs";
import { type Document, isScalar, visit } from "yaml";
import * as z from "zod";
import { closest } from "../../yaml/closest.ts";
import { checked, type Fault, faultText, type Path, type YamlFile } from "../../yaml/yaml-file.ts";
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

/** The operator's receivers as they were read at the start. */
export type Destinations = {
  destinations: Declared[];
  /** Affiliates' terms, by their ids. */
  affiliates: Record<string, AffiliateTerms>;
  /** The order's buyers are asked for bids, which count within this time; undefined where they are not. */
  bidsWithinMs?: number;
  /** Their faults, a sentence each with line and column; the start then ends with them. */
  faults: string[];
};

const nameForm = /^[a-z][a-z0-9-]{0,39}$/;
/** Receivers that have settings of their own, by which their rows in the outbox are named. */
const taken = [
  "lead-prosper",
  "contact-ingest",
  "distribution",
  "transformed-lead",
  "ticket-lead",
  "bad-words",
  "trustedform-certificate",
  "jornaya-audit",
  "progress-save",
  "deletion",
  bidsName,
];

/** The sections of claimpath.yaml that are about receivers. */
export const destinationKeys = ["destinations", "order", "order-by", "bid-seconds", "affiliates"] as const;

/**
 * Reads who receives leads and messages. Secrets are written as `${NAME}` and come from the environment; no fault ever
 * quotes a value.
 */
export function readDestinations(file: YamlFile, env: Env): Destinations {
  const { faults, ...read } = checkedDestinations(file, env);
  if (faults.length === 0) return { ...read, faults: [] };
  const part = { path: file.path, name: "", given: undefined, place: file.place };
  return { destinations: [], affiliates: {}, faults: faults.map((each) => faultText(part, each)) };
}

type Env = Record<string, string | undefined>;

/** The same with each fault at the keys that lead to it. */
export function checkedDestinations(
  { document }: Pick<YamlFile, "document">,
  env: Env,
): Omit<Destinations, "faults"> & { faults: Fault[] } {
  const faults = secretFaults(document, env, destinationKeys);
  const given = document.toJS() as Record<string, unknown> | null;
  const read = readContent(
    Object.fromEntries(destinationKeys.map((key) => [key, given?.[key] ?? undefined])),
  );
  // A missing variable has no other fault.
  const lacking = new Set(faults.map(({ where }) => where.join(".")));
  return {
    ...read,
    faults: [...faults, ...read.faults.filter(({ where }) => !lacking.has(where.join(".")))],
  };
}

const placeholder = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The variables of the environment that a file names. */
export function namedIn(path: string): string[] {
  return [...readFileSync(path, "utf8").matchAll(placeholder)].map(([, name]) => name!);
}

/**
 * Puts the secrets of these sections into the document. What the environment lacks, and a secret that stands in the file, is a
 * fault.
 */
export function secretFaults(
  document: Document,
  env: Record<string, string | undefined>,
  sections: readonly string[],
): Fault[] {
  return [...fillSecrets(document, env, sections), ...literalSecrets(document, sections)];
}

/** Puts in what the environment says; values that it does not have are faults. */
function fillSecrets(
  document: Document,
  env: Record<string, string | undefined>,
  sections: readonly string[],
): Fault[] {
  const faults: Fault[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      const where = pathOf(ancestors, node);
      if (!sections.some((each) => each === where[0])) return;
      // Only whole numbers are numbers here; any other is posted as it is written, `45.00` too.
      if (typeof node.value === "number" && String(node.value) !== node.source) node.value = node.source;
      if (key === "key" || typeof node.value !== "string") return;
      node.value = node.value.replaceAll(placeholder, (_, name: string) => {
        const value = env[name]?.trim();
        if (!value) {
          faults.push({
            where,
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

/** A secret in the file itself, from which it would get into backups and versions. */
function literalSecrets(document: Document, sections: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === "key" || !isScalar(node) || node.source?.includes("${")) return;
      const path = pathOf(ancestors, node);
      const isSecret =
        secretKeys.includes(String(path[2])) ||
        (path[2] === "headers" && /auth|key|token|secret/i.test(String(path[3]))) ||
        /^[a-z]+:\/\/[^/@]*:[^/@]*@/i.test(String(node.value));
      if (sections.some((each) => each === path[0]) && isSecret) {
        faults.push({
          where: path,
          text: `must come from the environment: write $\{NAME} and set NAME there`,
        });
      }
    },
  });
  return faults;
}

const whole = z.strictObject(
  {
    destinations: z
      .record(z.string(), z.looseObject({}, "must be a destination"), "must be a list of names")
      .optional(),
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

function readContent(given: unknown): Omit<Destinations, "faults"> & { faults: Fault[] } {
  const outline = checked(whole, given);
  if ("faults" in outline) return { destinations: [], affiliates: {}, faults: outline.faults };
  const {
    destinations = {},
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
      faults.push({ where: path, text: "must be a name of small letters, digits and -" });
    } else if (taken.includes(name)) {
      faults.push({ where: path, text: "is a name that the program uses itself" });
    }
    const kind = Object.hasOwn(kinds, String(body.kind)) ? (body.kind as keyof typeof kinds) : undefined;
    if (!kind) {
      const known = Object.keys(kinds);
      faults.push({
        where: body.kind === undefined ? path : [...path, "kind"],
        text: `must have a kind among ${known.join(", ")}`,
        meant: closest(String(body.kind), known),
      });
      return [];
    }
    const read = checked(kinds[kind], body);
    if ("faults" in read) {
      faults.push(...read.faults.map((fault) => ({ ...fault, where: [...path, ...fault.where] })));
      return [];
    }
    const place = order.indexOf(name);
    const { weight = 1, ...rest } = read.data;
    const isDrawn = by === "weighted" && place >= 0;
    if (body.weight !== undefined && !isDrawn)
      faults.push({
        where: [...path, "weight"],
        text: "needs a place in an order that has order-by: weighted",
      });
    return [{ ...rest, name, ...(place >= 0 && { order: place }), ...(isDrawn && { weight }) } as Declared];
  });
  order.forEach((name, index) => {
    const where = ["order", index];
    if (!names.includes(name))
      faults.push({ where, text: "names no destination", meant: closest(name, names) });
    else if (order.indexOf(name) < index) faults.push({ where, text: "is in the order twice" });
  });
  if (by !== "fixed" && order.length < 2)
    faults.push({ where: ["order-by"], text: "needs an order of two or more" });
  if (bidSeconds !== undefined && by !== "best-price")
    faults.push({ where: ["bid-seconds"], text: "needs order-by: best-price" });
  const bids = declared.some((each) => each.order !== undefined && namesPrice(each));
  if (by === "best-price" && faults.length === 0 && !bids)
    faults.push({
      where: ["order-by"],
      text: "needs a ping whose answer names a price, of one in the order",
    });
  for (const each of declared) {
    const ping = "ping" in each ? each.ping : undefined;
    const personal = ping && namesSomebody(ping.fields);
    if (personal) {
      faults.push({
        where: ["destinations", each.name, "ping", "fields"],
        text: `must not have ${personal}: a ping says nothing about who the person is`,
      });
    }
    const lacking = lackingIn(each);
    if (lacking) {
      faults.push({ where: ["destinations", each.name, lacking.field], text: lacking.text });
    }
  }
  const bidsWithinMs = by === "best-price" ? (bidSeconds ?? usualBidSeconds) * 1_000 : undefined;
  return { destinations: declared, affiliates, bidsWithinMs, faults };
}

/** Whether it names a price before it has the lead. */
export function namesPrice(declared: Declared): boolean {
  return "ping" in declared && declared.ping?.answer.price !== undefined;
}

/**
 * Terms that depend on others: budgets need a price, because money is counted before the buyer answers, and a minimum
 * bid needs a buyer that can be declined before it has the lead.
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
