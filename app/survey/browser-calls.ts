import { fromPromise } from "xstate";
import type {
  BuyersAsked,
  CallFailure,
  CallId,
  CallOutputs,
  ExchangeInput,
  ListAsked,
  Outcome,
} from "../../machines/calls.ts";
import { isRefusedForGood } from "../../machines/rules/email.ts";
import { type ProgressQueue, postJson, type VisitFacts } from "./progress-queue.ts";

/**
 * The browser's end of the chart's services. It asks nobody itself: the server makes every call when the
 * answer reaches it, and its word is what the chart is told here.
 * @param record is told each outcome, so that the trail can be replayed
 */
export function browserCalls(queue: ProgressQueue, facts: VisitFacts, record: (outcome: Outcome) => void) {
  let word: Promise<Outcome[]> | undefined;

  const ask = async <Id extends CallId>(call: Id): Promise<CallOutputs[Id]> => {
    word ??= queue.flush().then(({ outcomes = [] }) => [...outcomes]);
    const outcomes = await word;
    const at = outcomes.findIndex((outcome) => outcome.call === call);
    const outcome: Outcome =
      at < 0 ? ({ call, error: { kind: "unavailable" } } as Outcome) : outcomes.splice(at, 1)[0]!;
    record(outcome);
    if (outcome.call === "checkEmail" && "output" in outcome && isRefusedForGood(outcome.output)) {
      // Nobody waits for the operators' chat.
      void postJson("/api/chat-alert", facts).catch(() => {});
    }
    if ("error" in outcome) throw outcome.error satisfies CallFailure;
    return outcome.output as CallOutputs[Id];
  };

  return {
    checkEmail: fromPromise<CallOutputs["checkEmail"], { email: string }>(() => ask("checkEmail")),
    lookUpZip: fromPromise<CallOutputs["lookUpZip"], { zip: string }>(() => ask("lookUpZip")),
    checkPhone: fromPromise<CallOutputs["checkPhone"], { phone: string }>(() => ask("checkPhone")),
    checkGibberish: fromPromise<CallOutputs["checkGibberish"], { text: string }>(() => ask("checkGibberish")),
    exchangeLeadData: fromPromise<null, ExchangeInput>(() => ask("exchangeLeadData")),
    readDescription: fromPromise<CallOutputs["readDescription"], { text: string }>(() =>
      ask("readDescription"),
    ),
    findBuyers: fromPromise<CallOutputs["findBuyers"], BuyersAsked>(() => ask("findBuyers")),
    listBuyers: fromPromise<CallOutputs["listBuyers"], ListAsked>(() => ask("listBuyers")),
    postLead: fromPromise<CallOutputs["postLead"], Record<string, never>>(async () => {
      await queue.flush();
      const response = await postJson("/post-lead", facts);
      if (!response.ok) throw { kind: "unavailable" } satisfies CallFailure;
      const output = (await response.json()) as CallOutputs["postLead"];
      record({ call: "postLead", output });
      return output;
    }),
  };
}
