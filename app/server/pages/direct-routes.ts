import {
  type AppLoadContext,
  createRequestHandler,
  type EntryContext,
  type HeadersFunction,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/node";
import { findEntry } from "../../../machines/registry.ts";
import { thankYouPaths } from "../../site/links.ts";
import type { SurveyPageData } from "../../survey/screen/page-data.ts";
import { urlOf } from "../requests/request-facts.ts";
import { keptPages, type ThanksData } from "./kept-pages.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Handler = NonNullable<Route["module"]["loader"]>;
type Init = { status?: number; headers?: HeadersInit } | null;
type Found = { data: unknown; status: number; headers: Headers };
type Data = Pick<EntryContext["staticHandlerContext"], "loaderData" | "actionData">;

/**
 * Remix's handler, bypassed for the routes of a visit: it would compile and rank the addresses of all routes several
 * times a request, make a request of its own for each handler, and write down the state of a runtime that our pages do
 * not load. The result, and every header, equal what Remix makes of the same routes.
 */
export function directly(build: ServerBuild, mode: string): RequestHandler {
  const remix = remixHandler(withFailures(build), mode);
  const survey = build.routes["survey at survey/:code"]!;
  const endings = new Map(
    thankYouPaths.flatMap((path) => [path, path.slice(0, -1)].map((each) => [each, build.routes[path]!])),
  );
  const actions = resourceActions(build);
  const page = pageMaker(build, survey, endings);
  return async (request, context) => {
    const { method } = request;
    const { pathname } = urlOf(request);
    const action = method === "POST" ? actions.get(pathname) : undefined;
    if (action) return resource(action, request, context!);
    const route = endings.get(pathname) ?? (findEntry(pathname) && survey);
    const handler = method === "GET" ? route?.module.loader : method === "POST" && route?.module.action;
    if (!handler) return remix(request, context);
    try {
      return await page(route!, request, context!);
    } catch (failure) {
      return remix(request, Object.assign(context!, { failure }));
    }
  };
}

/** Remix's own handler, which reads what is posted itself. */
export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): RequestHandler {
  const remix = createRequestHandler(build, mode);
  return (request, context) => {
    const isRead = context!.form !== undefined || context!.failure !== undefined;
    return remix(isRead ? withBody(request, context!) : request, context);
  };
}

/** The same request with a body that was read before, for a handler that reads it itself. */
function withBody({ url, method, headers, signal }: Request, { form: body }: AppLoadContext): Request {
  return new Request(url, { method, headers, body, signal });
}

/** The actions of the routes that have no page, by their address. */
function resourceActions({ routes }: ServerBuild): ReadonlyMap<string, Handler> {
  const resources = Object.values(routes).flatMap((route) => {
    const { path, parentId, module } = route!;
    const isResource = parentId === "root" && path && !/[:*?]/.test(path) && !module.default;
    return isResource && module.action ? [[`/${path}`, module.action] as const] : [];
  });
  return new Map(resources);
}

async function resource(action: Handler, request: Request, context: AppLoadContext): Promise<Response> {
  try {
    const asked = context.form === undefined ? request : withBody(request, context);
    return (await action({ request: asked, context, params: {} })) as Response;
  } catch (error) {
    if (error instanceof Response) return error;
    throw error;
  }
}

function pageMaker(build: ServerBuild, survey: Route, endings: ReadonlyMap<string, Route>) {
  const show = (
    route: Route,
    request: Request,
    {
      status,
      headers,
      context,
      ...data
    }: Data & { status: number; headers: Headers; context: AppLoadContext },
  ) =>
    build.entry.module.default(
      request,
      status,
      headers,
      entryContext(build, route, request.url, data),
      context,
    );
  const shownBy =
    (routeOf: (path: string) => Route) =>
    async (url: URL, data: unknown, root: unknown, asked: AppLoadContext) => {
      const context = { ...asked };
      const route = routeOf(url.pathname);
      const shown = { loaderData: { root, [route.id]: data }, actionData: null };
      const answer = await show(route, new Request(url), {
        status: 200,
        headers: new Headers(),
        context,
        ...shown,
      });
      return { html: await answer.text(), styles: context.styles };
    };
  const kept = keptPages(
    shownBy(() => survey),
    shownBy((path) => endings.get(path)!),
  );
  return async (route: Route, request: Request, context: AppLoadContext): Promise<Response> => {
    const { action, loader, headers: headersOf } = route.module;
    const posted = request.method === "POST" ? await found(action!, request, context) : undefined;
    if (posted instanceof Response) return posted;
    const asked = posted ? new Request(request.url, { headers: request.headers }) : request;
    const [root, loaded] = await Promise.all([
      found(build.routes.root!.module.loader!, asked, context),
      found(loader!, asked, context),
    ]);
    if (loaded instanceof Response) return loaded;
    const parentHeaders = new Headers();
    const [actionHeaders, loaderHeaders] = [posted?.headers ?? parentHeaders, loaded.headers];
    const said = { parentHeaders, actionHeaders, loaderHeaders, errorHeaders: undefined };
    const headers = new Headers((headersOf as HeadersFunction | undefined)?.(said));
    for (const cookie of [...actionHeaders.getSetCookie(), ...loaderHeaders.getSetCookie()])
      headers.append("Set-Cookie", cookie);
    const rootData = (root as Found).data;
    if (!posted) {
      const url = urlOf(request);
      const found =
        route === survey
          ? await kept.survey(url, loaded.data as SurveyPageData, rootData, context)
          : await kept.thanks(url, loaded.data as ThanksData, rootData, context);
      if (found) {
        const { body: plain, gzip, styles } = found;
        Object.assign(context, { styles, ready: { plain, gzip } });
        headers.set("Content-Type", "text/html; charset=utf-8");
        return new Response(null, { headers });
      }
    }
    return show(route, request, {
      status: posted?.status ?? loaded.status,
      headers,
      context,
      loaderData: { root: rootData, [route.id]: loaded.data },
      actionData: posted ? { [route.id]: posted.data } : null,
    });
  };
}

/** A handler's result: a redirect, or the page's data. */
async function found(handler: Handler, request: Request, context: AppLoadContext): Promise<Response | Found> {
  const said = await handler({ request, context, params: {} });
  if (said instanceof Response) return said;
  const isWithInit = (said as { type?: unknown } | null)?.type === "DataWithResponseInit";
  const { data, init } = isWithInit ? (said as { data: unknown; init: Init }) : { data: said, init: null };
  return { data, status: init?.status ?? 200, headers: new Headers(init?.headers) };
}

/** As Remix makes it for a site of these two routes. */
function entryContext(
  { routes, assets, future, isSpaMode }: ServerBuild,
  { id, module }: Route,
  url: string,
  data: Data,
): EntryContext {
  const { pathname, search, hash } = new URL(url);
  const matches = ["root", id].map((each) => ({
    params: {},
    pathname: each === "root" ? "/" : pathname,
    pathnameBase: each === "root" ? "/" : pathname,
    route: { id: each },
  }));
  return {
    manifest: {
      ...assets,
      routes: { root: assets.routes.root!, [id]: { ...assets.routes[id]!, path: "*" } },
    },
    routeModules: { root: routes.root!.module, [id]: module } as EntryContext["routeModules"],
    staticHandlerContext: {
      ...data,
      basename: "/",
      location: { pathname, search, hash, state: null, key: "default" },
      matches: matches as EntryContext["staticHandlerContext"]["matches"],
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    },
    renderMeta: {},
    future,
    isSpaMode,
    serializeError: ({ message }) => ({ message }),
  };
}

/**
 * The routes for Remix, where it has to show a failure in one of them: its handler throws the context's error, instead
 * of repeating its work.
 */
function withFailures(build: ServerBuild): ServerBuild {
  const failing = (handler: Handler | undefined): Handler | undefined =>
    handler &&
    ((args) => {
      if ("failure" in args.context) throw args.context.failure;
      return handler(args);
    });
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { action, loader } = route!.module;
    const module = {
      ...route!.module,
      ...(id !== "root" && { action: failing(action), loader: failing(loader) }),
    };
    return [id, { ...route!, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
