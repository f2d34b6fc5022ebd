import type { CallId, Outcome } from "../../machines/context/calls.ts";
import { isBadEmail } from "../../machines/rules/email.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { Budget } from "../guard/budget.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { Providers } from "../providers/index.ts";
import type { Verdicts } from "../store/visits/verdicts.ts";

/** Nobody corrects an answer this often by hand: calls of one kind that are paid for in one request, and in one visit. */
const mostInRequest = 3;
const mostInVisit = 10;

/** The services that may cost money by the call. */
export type Asked = Pick<Providers, "emailCheck" | "phoneCheck" | "zipLookup" | "gibberish" | "leadExchange">;

/** Who causes a call: `overdone` when the visit has had enough of them. */
export type Payer = { ip: string; overdone?: boolean };

export type AskPaid = <Name extends keyof Asked, Answer>(
  name: Name,
  payer: Payer,
  ask: (service: Asked[Name]) => Promise<Answer>,
  /** The subject of the answer, under which it is kept for a day; undefined where nothing is looked up. */
  about?: string,
) => Promise<Answer>;

/** Whether a visit has had all the calls of a kind that it gets. @param before length of its log when the request came */
export function isOverdone(log: readonly LogEntry[], before: number, call: CallId): boolean {
  const made = (entries: readonly LogEntry[]) =>
    entries.filter(({ kind, body }) => kind === "outcome" && (body as Outcome).call === call).length;
  return made(log.slice(before)) >= mostInRequest || made(log) >= mostInVisit;
}

/**
 * Asks a service within its budget. Its verdict is kept for a day, and requests over the budget are left to the
 * built-in checks: using a budget up switches no check off. Live services cost money by the call.
 */
export function askPaidWith(parts: {
  providers: Asked & Pick<Providers, "live" | "embedded">;
  budget: Budget;
  verdicts: Verdicts;
  /** How long a verdict is valid, in milliseconds; 0: not kept. */
  verdictMs: number;
}): AskPaid {
  const { providers, budget, verdicts, verdictMs } = parts;
  const builtIn = standIns(providers.embedded);
  return async (name, { ip, overdone }, ask, about) => {
    if (!providers.live.has(name)) return ask(providers[name]);
    const isKept = about !== undefined && verdictMs > 0;
    const known = isKept ? await verdicts.find(name, about, verdictMs) : undefined;
    if (known !== undefined) return known as Awaited<ReturnType<typeof ask>>;
    if (overdone || !(await budget.take(ip))) return ask(builtIn[name]);
    const answer = await ask(providers[name]);
    if (isKept) await verdicts.keep(name, about, answer);
    return answer;
  };
}

/** The built-in checks in place of paid ones: they refuse what they know to be bad, and otherwise nothing is known. */
function standIns(embedded: Omit<Asked, "leadExchange">): Asked {
  const unknown = (): never => {
    throw new ProviderFailure("unavailable", "over the budget");
  };
  return {
    ...embedded,
    emailCheck: {
      async check(email) {
        const report = await embedded.emailCheck.check(email);
        return isBadEmail(report) ? report : unknown();
      },
    },
    phoneCheck: {
      async check(digits) {
        const report = await embedded.phoneCheck.check(digits);
        return report.valid ? unknown() : report;
      },
    },
    leadExchange: { announce: async () => unknown() },
  };
}
