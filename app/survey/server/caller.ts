import { statutes } from "../../../machines/rules/statutes.ts";
import type { Caller } from "../../../services/visits/perform.ts";
import type { RequestContext } from "../../server/context.ts";

/** Longest User-Agent kept, in UTF-16 units. */
const longestAgent = 500;

/** Who is answering, from the request itself. @param timeZone as the browser named it, if it did */
export function callerOf(
  request: Request,
  { ip, services }: Pick<RequestContext, "ip" | "services">,
  sessionId: string,
  timeZone?: string,
): Caller & { timeZone: string } {
  return {
    sessionId,
    ip,
    userAgent: (request.headers.get("User-Agent") ?? "").slice(0, longestAgent),
    timeZone: timeZone ?? services.settings.siteTimeZone,
  };
}

/** The visitor's state as the proxy in front of us tells it; undefined when none does, or it is no state. */
export function regionOf(request: Request, header: string | undefined): string | undefined {
  const region = header && request.headers.get(header)?.trim().toUpperCase();
  return statutes.find(({ code }) => code === region)?.code;
}
