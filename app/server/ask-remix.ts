import type { ServerBuild } from "@remix-run/node";
import type { OptOut } from "../../machines/visit/facts.ts";
import type { Services } from "../../services/index.ts";
import { uuid7 } from "../../services/store/engine/uuid7.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";
import { answerForFailures } from "./answer-for-failures.ts";
import type { RequestContext, Session } from "./context.ts";
import { directly, remixHandler } from "./direct-routes.ts";

const nobody: Session = { id: null, first: undefined, cookieFor: () => "" };

/** Who asks, as our own server knows it. */
export type Asker = {
  requestId: string;
  ip: string;
  session: Session;
  optOut: OptOut | undefined;
  /** The body of the form that was posted. */
  form?: string;
  isProven?: boolean;
  hidesOrigin?: boolean;
  shared?: RequestContext["shared"];
  /** Instead of what is asked for, this page of a survey. */
  page?: SurveyPageData;
};

/**
 * Remix's answer; where it is a page the hash of its own style sheet, and what packs it if it is of kept pieces; and the form
 * that was not taken (context.ts).
 */
export type AskRemix = (
  request: Request,
  asker: Asker,
) => Promise<{ answer: Response } & Pick<RequestContext, "styles" | "gzip" | "held">>;

/** @param optOutCookie the Set-Cookie header by which a browser refuses that data are sold or shared */
export function askRemixWith(
  services: Services,
  build: ServerBuild | (() => Promise<ServerBuild>),
  optOutCookie: string,
  dev: boolean,
): AskRemix {
  const mode = dev ? "development" : "production";
  const answers = typeof build === "function" ? remixHandler(build, mode) : directly(build, mode);
  const ask: AskRemix = async (request, asker) => {
    const { requestId } = asker;
    const context: RequestContext = {
      ...asker,
      services: answerForFailures(services, requestId),
      optOutCookie,
      render,
    };
    const answer = await answers(request, context);
    return { answer, styles: context.styles, gzip: context.gzip, held: context.held };
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
