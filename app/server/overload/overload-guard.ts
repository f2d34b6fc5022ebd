import type { IncomingMessage, ServerResponse } from "node:http";
import { alarm } from "../../../services/guard/budget.ts";
import { networkOf } from "../../../services/guard/network-of.ts";
import type { Services } from "../../../services/index.ts";
import { clientAddress } from "../client-address.ts";
import { Admission } from "./admission.ts";
import { busyAnswers } from "./busy-answers.ts";
import { markOverdue } from "./overdue-forms.ts";
import { isUnderWay, type RequestKind, requestKind } from "./request-kind.ts";

/** The site counts as overloaded for so long after each request that it had to refuse. */
const calmAfterMs = 10_000;

/** A page is asked for again by one press; an answer was given, and is worth waiting for. */
const [pagePatienceMs, answerPatienceMs] = [1_000, 3_000];
const patienceMs: Record<RequestKind, number> = {
  page: pagePatienceMs,
  json: answerPatienceMs,
  // They find their turn, however late: a page is nothing without its files, a form is handed back then, and who has
  // given an answer that is stored must not be told to come again.
  file: Number.POSITIVE_INFINITY,
  form: Number.POSITIVE_INFINITY,
  next: Number.POSITIVE_INFINITY,
  health: 0,
};

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Lets requests through in an order that is fair while there are more than the process can answer, and answers some of
 * them that the site is busy, so that nobody waits for seconds (decision "Requests take turns").
 */
export async function overloadGuard({
  settings,
  metrics,
  log,
}: Pick<Services, "settings" | "metrics" | "log">): Promise<Handler> {
  const https = settings.siteOrigin.startsWith("https:");
  const answerBusy = await busyAnswers(settings);
  const overload = alarm("overload", Date.now, log);
  const admission = new Admission();
  metrics.addWaitingGauge(() => admission.waiting);

  return (request, response, next) => {
    const kind = requestKind(request, https);
    if (kind === "health") return next();
    const { headers, socket } = request;
    const forwarded = headers["x-forwarded-for"]?.toString();
    const came = performance.now();
    const refused = () => {
      metrics.requestsRefused.inc({ kind });
      overload.ring(Date.now() + calmAfterMs);
    };
    /** To hand a form back with what it holds costs less than to take it. */
    const handBack = () => {
      refused();
      markOverdue(request);
      next();
    };
    const answerThatBusy = () => {
      refused();
      answerBusy(request, response);
    };
    admission.ask({
      network: networkOf(clientAddress(socket.remoteAddress ?? "", forwarded, settings.trustProxy)),
      connection: socket,
      isUnderWay: isUnderWay(request, https),
      start(done) {
        // Who has hung up meanwhile needs no answer.
        if (socket.destroyed) return done();
        if (kind === "form" && performance.now() - came > answerPatienceMs) handBack();
        else next();
        // Posts have limits of their own, and may wait for others than us.
        if ((kind !== "page" && kind !== "next") || response.writableEnded) return done();
        response.once("close", done);
      },
      refuse: kind === "form" ? handBack : answerThatBusy,
      patienceMs: patienceMs[kind],
    });
  };
}
