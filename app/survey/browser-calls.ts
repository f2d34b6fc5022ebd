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

  const byServer = <Id extends CallId, Input>(call: Id) =>
    fromPromise<CallOutputs[Id], Input>(() => ask(call));

  return {
    checkEmail: byServer<"checkEmail", { email: string }>("checkEmail"),
    lookUpZip: byServer<"lookUpZip", { zip: string }>("lookUpZip"),
    checkPhone: byServer<"checkPhone", { phone: string }>("checkPhone"),
    checkGibberish: byServer<"checkGibberish", { text: string }>("checkGibberish"),
    exchangeLeadData: byServer<"exchangeLeadData", ExchangeInput>("exchangeLeadData"),
    readDescription: byServer<"readDescription", { text: string }>("readDescription"),
    findBuyers: byServer<"findBuyers", BuyersAsked>("findBuyers"),
    listBuyers: byServer<"listBuyers", ListAsked>("listBuyers"),
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
