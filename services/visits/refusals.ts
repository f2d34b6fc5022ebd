import { stepNamed } from "../../machines/steps/index.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { Stand } from "./stand.ts";
import type { VisitToken } from "./token.ts";

/** An answer that a form's own rules refused, and for which fields; `at` is UTC milliseconds. */
export type Refusal = { step: string; fields: string[]; at: number };

/** More of one visit tell nothing new, and others could fill its log with them. */
const most = 20;
/** A token travels in a form, and must stay short. */
const mostInToken = 5;

/**
 * Refusals as they are added to a visit's log: those of questions on its way and of fields these have, each once.
 * @param code short code of the variant
 */
export function refusalEntries(
  log: readonly LogEntry[],
  { path }: Pick<Stand, "path">,
  code: string,
  told: readonly Refusal[],
): LogEntry[] {
  const known = log.filter(({ kind }) => kind === "refused");
  const news = told.flatMap(({ step: name, fields, at }): LogEntry[] => {
    const step = path.includes(name) ? stepNamed(name, code) : undefined;
    const own = ["option", ...(step?.fields ?? []).map((field) => field.name as string)];
    const refused = own.filter((field) => fields.includes(field));
    const isTold = known.some((entry) => entry.at === at);
    return step && refused.length > 0 && !isTold
      ? [{ kind: "refused", at, body: { step: name, fields: refused } }]
      : [];
  });
  return news.slice(0, Math.max(0, most - known.length));
}

/** A visit's token that also tells what a form refused while there was no visit to keep it. */
export function withRefusal(token: VisitToken, refusal: Refusal): VisitToken {
  return { ...token, refused: [...(token.refused ?? []), refusal].slice(0, mostInToken) };
}
