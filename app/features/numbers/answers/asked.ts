import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { nearest } from "../../../../machines/graph/nearest.ts";
import { variants } from "../../../../machines/registry.ts";
import { flagValue, flagValues } from "../../../../machines/rules/page-flags.ts";
import { deviceClasses } from "../../../../services/analytics/device.ts";
import { results } from "../../../../services/analytics/session.ts";
import { AnalyticsUnavailable } from "../../../../services/features/numbers/client.ts";
import {
  type Dimension,
  dataKinds,
  dimensions,
  exceptable,
  type Filters,
  paces,
  type Query,
} from "../../../../services/features/numbers/types.ts";
import { asksForWide, chartOf } from "../../../graphs/chart-of.ts";
import { demandAccess, notHere } from "../../../server/sessions/graph-access.ts";
import { flagPrefix, type Measure, measureNames, shows, typedSuffix } from "../query.ts";
import type { Shown } from "../query-page.tsx";

/** An analysts' question as a page's address asks it. */
export type Asked = {
  query: Query;
  measure: Measure;
  /** Edges that a smaller percentage of the visits to their source takes are drawn faintly. */
  least: number;
};

/** Faults of a question, in words, by field. */
export type FieldErrors = Record<string, string>;

const list = z.array(z.string().max(500)).max(200).optional();
const day = z.iso.date("Write the day like this: 2026-01-31.").optional();
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `Choose one of these: ${values.join(", ")}.`);
const number = (least: number, most: number) => {
  const words = `Write a number from ${least} to ${most}.`;
  return z.coerce.number(words).min(least, words).max(most, words);
};

const measures = Object.keys(measureNames) as [Measure, ...Measure[]];

const address = z
  .object({
    ...(Object.fromEntries(dimensions.map((name) => [name, list])) as Record<Dimension, typeof list>),
    device: z.array(oneOf(deviceClasses)).optional(),
    scripts: z.array(oneOf(["on", "off"])).optional(),
    from: day,
    to: day,
    result: z.array(oneOf(results)).optional(),
    dqReason: list,
    with: list,
    without: list,
    endingAt: list,
    except: list,
    pace: oneOf([...paces, "all"]).default("people"),
    flags: z.record(z.string(), z.array(z.string().max(100))),
    data: oneOf(dataKinds).optional(),
    paths: number(1, 500).default(20),
    measure: oneOf(measures).default("sessions"),
    least: number(0, 100).default(0),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ["to"],
    message: "The last day is before the first.",
  });

const lists = [...dimensions, "result", "dqReason", "with", "without", "endingAt", "except"] as const;
const single = ["from", "to", "data", "pace", "paths", "measure", "least"] as const;

/**
 * Parses a question from an address. An empty field asks nothing; an unknown name is refused: ignored, it would count
 * all sessions as the intended ones.
 * @param variant short code
 */
export function askedBy(variant: string, params: URLSearchParams): { asked?: Asked; wrong: FieldErrors } {
  const given: Record<string, unknown> = { flags: flagsIn(params) };
  for (const name of lists) given[name] = listIn(params, name);
  for (const name of single) given[name] = params.get(name)?.trim() || undefined;
  const read = address.safeParse(given);
  const wrong = {
    ...unknownIn(params),
    ...unknownFlagsIn(params),
    ...unknownExceptIn(params),
    ...unknownShowIn(params),
    ...(read.error ? inWords(read.error) : {}),
  };
  if (!read.success || Object.keys(wrong).length > 0) return { wrong };
  const { data, paths, measure, least, pace, ...others } = read.data;
  const filters = { ...others, ...(pace !== "all" && { pace }) } as Filters;
  return {
    asked: { query: { variant, data, paths, filters }, measure, least },
    wrong: {},
  };
}

/** Parameters of the page rather than of its numbers. */
const ofThePage = [
  "at",
  "find",
  "zoom",
  "layout",
  "variant",
  "sort",
  "order",
  "by",
  "and",
  "against",
  "step",
  "about",
  "show",
  "rows",
  "place",
];

/** No object that is sent to a page can have a property of this name. */
const unusable = "__proto__";

function unknownIn(params: URLSearchParams): FieldErrors {
  const known = [...lists, ...single, ...ofThePage];
  const names = [...new Set(params.keys())].filter((name) => {
    const plain = name.endsWith(typedSuffix) ? name.slice(0, -typedSuffix.length) : name;
    return !isFlag(name) && !/^utm_/.test(name) && !(known as string[]).includes(plain);
  });
  return Object.fromEntries(
    names.map((name) => {
      const near = nearest(name, known);
      return [
        name === unusable ? "name" : name,
        `There is no filter “${name}”.${near ? ` Did you mean “${near}”?` : ""}`,
      ];
    }),
  );
}

function unknownShowIn(params: URLSearchParams): FieldErrors {
  const show = params.get("show") ?? "";
  if (show === "" || Object.hasOwn(shows, show)) return {};
  return { show: `Choose one of these: ${Object.keys(shows).join(", ")}.` };
}

/** Only filters with values can be inverted. */
function unknownExceptIn(params: URLSearchParams): FieldErrors {
  const known: readonly string[] = exceptable;
  const wrong = params.getAll("except").find((name) => name && !known.includes(name) && !isFlag(name));
  if (wrong === undefined) return {};
  const near = nearest(wrong, known);
  return { except: `“${wrong}” cannot be turned round.${near ? ` Did you mean “${near}”?` : ""}` };
}

/** Experiments and their arms are stored like flags. */
const flagNames = [...Object.keys(flagValues), "experiment", "drawn"];

/** An impossible flag or value would silently leave nothing. */
function unknownFlagsIn(params: URLSearchParams): FieldErrors {
  return Object.fromEntries(
    Object.entries(flagsIn(params)).flatMap(([name, asked]) => {
      const near = nearest(name, flagNames);
      if (!flagNames.includes(name))
        return [[flagPrefix + name, `There is no flag “${name}”.${near ? ` Did you mean “${near}”?` : ""}`]];
      const taken = (flagValues as Record<string, readonly (string | boolean)[]>)[name]?.map(flagValue);
      const wrong = asked.find((value) => taken && !taken.includes(value));
      if (wrong === undefined) return [];
      return [[flagPrefix + name, `${name} is never “${wrong}”. It is one of ${taken!.join(", ")}.`]];
    }),
  );
}

function listIn(params: URLSearchParams, name: string): string[] | undefined {
  const typed = (params.get(name + typedSuffix) ?? "").split(",").map((value) => value.trim());
  const values = [...params.getAll(name), ...typed.filter(Boolean)];
  return values.length > 0 ? [...new Set(values)] : undefined;
}

function isFlag(name: string): boolean {
  return name.startsWith(flagPrefix) && name !== flagPrefix + unusable;
}

function flagsIn(params: URLSearchParams): Record<string, string[]> {
  const names = [...new Set(params.keys())].filter(isFlag);
  return Object.fromEntries(names.map((name) => [name.slice(flagPrefix.length), params.getAll(name)]));
}

function inWords({ issues }: z.ZodError): FieldErrors {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

/** The survey in an address. @throws Response 404 for viewers without access, and for an unknown survey */
export async function demandSurvey(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const code = args.params.code!;
  const params = new URL(args.request.url).searchParams;
  const chart = variants.has(code) ? await chartOf(code, asksForWide(params)) : undefined;
  if (!chart) throw notHere();
  return { chart, view: chart.view, params };
}

/**
 * The answer to a question on any page of numbers: 422 with the faults of the question, 503 while there are no numbers.
 * @param shown without an answer
 * @throws what else `count` throws
 */
export async function answered<Page extends Pick<Shown, "wrong" | "unavailable">, Question>(
  shown: Page,
  asked: Question | undefined,
  count: (asked: Question) => Promise<Partial<Page>>,
) {
  if (asked === undefined || Object.keys(shown.wrong).length > 0) return data(shown, { status: 422 });
  try {
    return data({ ...shown, ...(await count(asked)) });
  } catch (error) {
    if (!(error instanceof AnalyticsUnavailable)) throw error;
    return data({ ...shown, unavailable: error.message }, { status: 503 });
  }
}

/** Starts a page of the list: visits older than this one. */
const olderName = "older";

/**
 * Reads from the URL which visits are requested; the filters are those of the numbers page.
 * @param code short code of the variant
 */
export function askedVisits(
  code: string,
  params: URLSearchParams,
): { asked?: Query; older?: number; wrong: FieldErrors } {
  const filters = new URLSearchParams([...params].filter(([name]) => name !== olderName));
  const { asked, wrong } = askedBy(code, filters);
  const given = params.get(olderName);
  if (given !== null && !/^\d{1,16}$/.test(given))
    return { wrong: { ...wrong, [olderName]: "There is no such page of the list." } };
  return { asked: asked?.query, wrong, ...(given !== null && { older: Number(given) }) };
}
