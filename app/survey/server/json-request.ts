import * as z from "zod";
import { longestClickId, longestReferer } from "../../../machines/context/tracking.ts";
import { findEntry } from "../../../machines/registry.ts";
import type { Refusal } from "../../../machines/visit/commands.ts";
import type { Fact } from "../../../machines/visit/facts.ts";
import type { Submitter, VisitCommand } from "../../../services/visits/posts.ts";
import type { NotAsked } from "../../../services/visits/verify-phone.ts";
import type { RequestContext } from "../../server/context.ts";
import { readJson } from "../../server/requests/bodies.ts";
import { callerOf, postedTo, sessionOf } from "./caller.ts";
import { changesFacts, factsFromClient, honeypotFacts, optOutFacts } from "./client-report.ts";

const short = z.string().max(300);

/** The common part of the island's posts: survey, visit and clock. */
const base = z.object({
  path: short,
  /** None until a visit has begun; `first` is then the page's own knowledge of its beginning. */
  visit: z.string().max(8192).optional(),
  first: z.object({ at: z.int(), referer: z.string().max(longestReferer) }).optional(),
  timeZone: z.string().max(64).optional(),
  query: z.record(short, z.string().max(longestClickId)).optional(),
  /** What the page's scripts have found out; see `factsFromClient`. */
  reported: z.unknown().optional(),
});

const answer = z.object({
  step: z.string().max(100),
  fields: z.record(short, z.string().max(20_000)),
  at: z.number().int().optional(),
  until: z.string().max(100).optional(),
});

/** Refusals by the form's own rules in the browser. */
const refused = z.object({ step: z.string().max(100), fields: z.array(short).max(50), at: z.number().int() });

const progressEntry = z.union([
  z.object({ answer }),
  z.object({ back: z.string().max(100) }),
  z.object({ refused }),
]);
type ProgressEntry = z.infer<typeof progressEntry>;
const progressEntries = z.array(progressEntry).max(50);
export const progressBody = base.extend({ entries: progressEntries.min(1) });
export const postLeadBody = base.extend({ shown: z.unknown().optional() });
export const chatAlertBody = base;

const phone = z.string().regex(/^\+1\d{10}$/, "The phone number is not +1 and ten digits.");
export const sendCodeBody = base.extend({ phone });
export const checkCodeBody = base.extend({
  phone,
  /** The browser's claim (spec 7); the server uses its own. */
  sent_status: z.boolean(),
  code: z.string().regex(/^\d{6,10}$/, "The code is not six digits or more."),
});

/** The body of every JSON error; `field` is the path of the fault. */
export function refuse(status: number, error: string, field: string | null = null, more: object = {}) {
  return Response.json({ error, field, ...more }, { status });
}

/**
 * An answer of JSON. Its bytes go past it: to put them into an answer and to read them out again takes longer than most of
 * what an answer is for.
 */
export function reply(context: RequestContext, value: object, headers: Record<string, string>): Response {
  const body = Buffer.from(JSON.stringify(value));
  context.ready = { plain: () => body };
  return new Response(null, { headers: { "Content-Type": "application/json", ...headers } });
}

/** Loader of an address that is there to be posted to. */
export const onlyPost = () => refuse(405, "This address takes POST only.");

/**
 * Reads a post of the island's.
 * @throws Response 400 or 415 that names the field
 */
export async function readIslandPost<Schema extends typeof base>(
  request: Request,
  context: RequestContext,
  schema: Schema,
) {
  const parsed = schema.safeParse(await readJson(request));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuse(400, issue?.message ?? "The body is not as expected.", issue?.path.join(".") || null);
  }
  const { path, visit, first, timeZone, query = {}, reported } = parsed.data;
  const named = findEntry(path);
  if (!named) throw refuse(400, "There is no survey at this path.", "path");
  const known = { visit, first: context.session.first ?? first };
  const { token, entry, arrival } = postedTo(request, context, named, new URLSearchParams(query), known);
  if (!token) throw refuse(400, "This is not a visit of this survey.", "visit");
  const { sessionId, headers } = sessionOf(context, token);
  const common: Submitter = {
    entry,
    token,
    arrival,
    caller: callerOf(request, context, sessionId, timeZone),
  };
  const facts: Fact[] = [
    { fact: "scripts", value: { ran: true } },
    ...factsFromClient(reported, context.services.settings),
    ...optOutFacts(context),
    ...changesFacts(token, common.caller),
  ];
  return { body: parsed.data as z.infer<Schema>, common, reported: facts, headers };
}

/** A refusal in the browser goes with the answers after it: alone it begins no visit. `indexes`: of the entries. */
export function queuedPosts(entries: readonly ProgressEntry[], reported: readonly Fact[]) {
  const posts: VisitCommand[] = [];
  const indexes: number[] = [];
  let refused: Refusal[] = [];
  for (const [index, item] of entries.entries()) {
    const isLast = index === entries.length - 1;
    if ("refused" in item) refused = [...refused, item.refused];
    if ("refused" in item && !isLast) continue;
    const action = "refused" in item ? { tell: true as const } : item;
    const trap = "answer" in item ? honeypotFacts(item.answer.fields) : [];
    posts.push({ action, facts: [...reported, ...trap], refused });
    indexes.push(index);
    refused = [];
  }
  return { posts, indexes };
}

/** What a form carries along because something in the browser blocks scripts' posts. */
export function waitingIn(field: string | undefined): ProgressEntry[] {
  try {
    return progressEntries.safeParse(JSON.parse(field ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

/** The answer to a question about a code that was not passed on. */
export function notAsked({ kind }: NotAsked): Response {
  return kind === "limited"
    ? refuse(429, "Too many codes were asked for or tried. Please wait.", "phone")
    : refuse(409, "This visit has no number to verify.", "visit");
}
