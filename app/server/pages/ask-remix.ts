import type { ServerBuild } from "@remix-run/node";
import type { OptOut } from "../../../machines/visit/facts.ts";
import type { Services } from "../../../services/index.ts";
import { errorName } from "../../../services/observe/log.ts";
import { codeOf, rootOf, StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import type { RequestContext, Session } from "../context.ts";
import { directly, remixHandler } from "./direct-routes.ts";

/**
 * The services as routes use them: a failure is logged by its name and becomes an answer, so that no route has to
 * handle it. 503 while the store is in trouble, when nothing was written; 500 for our own mistakes. A page shows its
 * words for the status; the island reads the JSON.
 */
function answerForFailures(services: Services): Services {
  const guarded =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      call(...args).catch((error: unknown) => {
        const passing = error instanceof StoreUnavailable;
        services.log("request.failed", {
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

const nobody: Session = { id: null, first: undefined, cookieFor: () => "" };

/** The requester, as our own server knows it. */
type Asker = {
  requestId: string;
  ip: string;
  session: Session;
  optOut: OptOut | undefined;
  form?: string;
  isProven?: boolean;
  openOrigin?: RequestContext["openOrigin"];
  shared?: RequestContext["shared"];
  /** Instead of the requested page, this page of a survey. */
  page?: SurveyPageData;
};

/**
 * Remix's answer; for a page the hash of its own style sheet; the body, where the answer has none; and the form that was not
 * taken (context.ts).
 */
export type AskRemix = (
  request: Request,
  asker: Asker,
) => Promise<{ answer: Response } & Pick<RequestContext, "styles" | "ready" | "held">>;

/** @param optOutCookie the Set-Cookie header by which a browser opts out of sale and sharing */
export function askRemixWith(
  services: Services,
  build: ServerBuild | (() => Promise<ServerBuild>),
  optOutCookie: string,
  dev: boolean,
): AskRemix {
  const mode = dev ? "development" : "production";
  const answers = typeof build === "function" ? remixHandler(build, mode) : directly(build, mode);
  const answeringFor = answerForFailures(services);
  const ask: AskRemix = async (request, asker) => {
    const context: RequestContext = {
      ...asker,
      services: answeringFor,
      optOutCookie,
      render,
    };
    const answer = await answers(request, context);
    return { answer, styles: context.styles, ready: context.ready, held: context.held };
  };
  const render: RequestContext["render"] = dev
    ? undefined
    : async (address, page) => {
        const url = new URL(address, services.settings.siteOrigin);
        const asker = { requestId: uuid7(Date.now()), ip: "", session: nobody, optOut: undefined };
        const { answer } = await ask(new Request(url), { ...asker, page });
        if (answer.status !== 200) throw new Error("The page could not be rendered.");
        return answer.text();
      };
  return ask;
}
