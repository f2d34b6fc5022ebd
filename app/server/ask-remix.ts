import { type ActionFunctionArgs, createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { OptOut } from "../../machines/visit/facts.ts";
import type { Services } from "../../services/index.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";
import { answerForFailures } from "./answer-for-failures.ts";
import { consentPageKeeper } from "./consent-pages/keep-page.ts";
import type { RequestContext, Session } from "./context.ts";

/** Who asks, as our own server knows it. */
export type Asker = {
  requestId: string;
  ip: string;
  session: Session;
  optOut: OptOut | undefined;
  isProven?: boolean;
  shared?: RequestContext["shared"];
  /** Instead of what is asked for, this page of a survey. */
  page?: SurveyPageData;
};

/** Remix's answer, and the hash of the page's own style sheet where it is a page. */
export type AskRemix = (request: Request, asker: Asker) => Promise<{ answer: Response; styles?: string }>;

/** @param optOutCookie the Set-Cookie header by which a browser refuses that data are sold or shared */
export function askRemixWith(
  services: Services,
  build: ServerBuild | (() => Promise<ServerBuild>),
  optOutCookie: string,
  dev: boolean,
): AskRemix {
  const remix = createRequestHandler(build, dev ? "development" : "production");
  const actions = typeof build === "function" ? undefined : resourceActions(build);
  const ask: AskRemix = async (request, asker) => {
    const { requestId } = asker;
    const context: RequestContext = {
      ...asker,
      services: answerForFailures(services, requestId),
      optOutCookie,
      keepPage,
    };
    const action = request.method === "POST" ? actions?.get(new URL(request.url).pathname) : undefined;
    const answer = action ? await answered(action, request, context) : await remix(request, context);
    return { answer, styles: context.styles };
  };
  const keepPage = dev ? undefined : consentPageKeeper(services, ask);
  return ask;
}

type Action = (args: ActionFunctionArgs) => unknown;

/**
 * The actions of the routes that have no page, by their address. Remix would look for the route among all, twice, and make
 * a request of its own: three times what such an action costs.
 */
function resourceActions({ routes }: ServerBuild): ReadonlyMap<string, Action> {
  const resources = Object.values(routes).flatMap((route) => {
    const { path, parentId, module } = route!;
    const isResource = parentId === "root" && path && !/[:*?]/.test(path) && !module.default;
    return isResource && module.action ? [[`/${path}`, module.action as Action] as const] : [];
  });
  return new Map(resources);
}

async function answered(action: Action, request: Request, context: RequestContext): Promise<Response> {
  try {
    return (await action({ request, context, params: {} })) as Response;
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
}
