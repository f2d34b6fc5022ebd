import type { CallFailure } from "../../machines/context/calls.ts";
import { knownFields } from "../../machines/context/known-fields.ts";
import { showsMeter } from "../../machines/lead/thank-you.ts";
import { postedTraffic } from "../../machines/lead/tracking-fields.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import { type Fact, type FactName, type Facts, hasFailed, isNewFact } from "../../machines/visit/facts.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { Providers } from "../providers/index.ts";
import type { Caller } from "./perform.ts";

/**
 * Asks the services that know something about a visit besides its answers (spec 7), all at once.
 * @param moment `arrival`: the visit begins or its traffic source changed; `answer`: any other; `post`: its lead is made
 * @returns what is new; a service that gave no answer is recorded too
 */
export type AskFacts = (
  entry: SurveyEntry,
  state: VisitState,
  moment: "arrival" | "answer" | "post",
  caller: Pick<Caller, "userAgent" | "sessionId">,
) => Promise<Fact[]>;

type Asked = { [Name in FactName]?: () => Promise<Facts[Name] | undefined> };

export function askFactsWith({
  mappings,
  prePopulation,
  compensation,
}: Pick<Providers, "mappings" | "prePopulation" | "compensation">): AskFacts {
  return async (
    { variant },
    { visit: { arrival, facts }, input, replay: { snapshot } },
    moment,
    { userAgent, sessionId },
  ) => {
    const { affid } = input.tracking;
    const isPost = moment === "post";
    const asked: Asked = {};
    // An answer may have moved the lead to another campaign since the arrival; a service that was down may be back.
    const posted = postedTraffic(snapshot.context);
    const source = { affid: posted.affid, oid: posted.oid };
    const isMapped = facts.mapping?.affid === source.affid && facts.mapping.oid === source.oid;
    if (!isMapped && (moment === "arrival" || isPost)) {
      asked.mapping = async () => {
        const found = await mappings.find(source);
        return found && { ...source, ...found };
      };
    }
    // A visit of one form makes its lead with its first post.
    if ((moment === "arrival" || isPost) && facts.prePop?.affid !== affid) {
      asked.prePop = async () => {
        const prePopPii = await prePopulation.ask({ affid, sessionId });
        return prePopPii && { affid, prePopPii };
      };
    }
    // A failed one is not awaited at every further step, but once more for the lead.
    const asksAgain = isPost ? !facts.compensation : !hasFailed(facts, "compensation");
    if (showsMeter(variant, arrival.query) && asksAgain) {
      asked.compensation = () =>
        compensation.estimate({ ...knownFields(snapshot.context), user_agent: userAgent });
    }
    const settled = await Promise.all(
      Object.entries(asked).map(([name, ask]) => settle(name as FactName, ask as () => Promise<unknown>)),
    );
    return settled.filter((fact) => fact !== undefined).filter((fact) => isNewFact(facts, fact));
  };
}

async function settle(fact: FactName, ask: () => Promise<unknown>): Promise<Fact | undefined> {
  try {
    const value = await ask();
    return value === undefined ? undefined : ({ fact, value } as Fact);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { fact, error: { kind: error.kind } satisfies CallFailure } as Fact;
  }
}
