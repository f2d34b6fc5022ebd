import type { Services } from "../../services/index.ts";
import { errorName } from "../../services/observe/log.ts";
import { codeOf, rootOf, StoreUnavailable } from "../../services/store/engine/failures.ts";

/** Seconds after which a browser may ask again. */
export const retryAfter = "5";

/**
 * The services as routes use them: a failure is logged by its name and becomes an answer, so that no
 * route has to know what can fail. 503 while the store is in trouble, when nothing was written; 500 for
 * our own mistakes. A page shows its words for the status; the island reads the JSON.
 */
export function answerForFailures(services: Services, requestId: string): Services {
  const guarded =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      call(...args).catch((error: unknown) => {
        const passing = error instanceof StoreUnavailable;
        services.log("request.failed", {
          requestId,
          error: errorName(error),
          code: codeOf(rootOf(error)) || undefined,
        });
        if (passing) services.metrics.storeUnavailable.inc();
        throw passing
          ? answer(503, "The answer could not be saved just now. Please try again in a moment.")
          : answer(500, "Something went wrong on our side. Please try again.");
      });
  const { openVisit, recordAnswers, prefill, verifyPhone, contact, optOut } = services;
  return {
    ...services,
    openVisit: guarded(openVisit),
    recordAnswers: guarded(recordAnswers),
    prefill: guarded(prefill),
    verifyPhone: { send: guarded(verifyPhone.send), check: guarded(verifyPhone.check) },
    contact: { ...contact, submit: guarded(contact.submit) },
    optOut: { ...optOut, submit: guarded(optOut.submit) },
  };
}

function answer(status: number, error: string): Response {
  return Response.json({ error, field: null }, { status });
}
