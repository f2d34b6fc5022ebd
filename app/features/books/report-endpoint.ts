import type { Context, MiddlewareHandler } from "hono";
import { every } from "hono/combine";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { takeReports } from "../../../services/features/books/added.ts";
import {
  factFaults,
  faultsOf,
  reportersOf,
  reportIn,
  sentTo,
} from "../../../services/features/books/report.ts";
import { outcomesSecrets } from "../../../services/features/books/settings.ts";
import type { Services } from "../../../services/index.ts";
import { webhookSigner } from "../../../services/providers/webhook-signature.ts";
import type { ServerEnv } from "../../server/context.ts";
import { limitBody, readJson } from "../../server/requests/bodies.ts";
import type { Endpoints } from "../feature.ts";

/** Of one outcome, in bytes, with room to spare. */
const largest = 4 * 1024;

/**
 * Takes one outcome per message, signed by Standard Webhooks with the secret of its buyer, who is known by it. A message
 * that comes again, by its id, changes nothing and is answered like the first. Nobody who cannot sign learns of a lead.
 */
function outcomeReports({
  settings,
  store,
}: Pick<Services, "settings" | "store">): MiddlewareHandler<ServerEnv> {
  const secrets = outcomesSecrets(settings);
  const report = reportIn(settings.siteTimeZone);
  const isThere: MiddlewareHandler<ServerEnv> = async (c, next) => {
    if (secrets.length === 0) return refuse(c, 404, "This site takes no outcomes.");
    if (c.req.method === "POST") return next();
    return refuse(c, 405, "This address takes POST only.", null, { Allow: "POST" });
  };
  const take: MiddlewareHandler<ServerEnv> = async (c) => {
    const text = await c.req.raw.clone().text();
    const signed = webhookSigner(secrets, c.req.raw.headers, text, Date.now());
    if ("wrong" in signed) return refuse(c, 401, "The message is not signed as it must be.", signed.wrong);
    let body: unknown;
    try {
      body = await readJson(c.req.raw);
    } catch (refused) {
      if (refused instanceof Response) return refused;
      throw refused;
    }
    const { data, error } = report.safeParse({ ...(body as object), buyer: signed.name });
    if (error) {
      const [{ field, message }] = faultsOf(error) as [ReturnType<typeof faultsOf>[0]];
      return refuse(c, 400, `The field ${message}.`, field);
    }
    if ("own" in data) {
      const other = await data.own.take({ store, settings, now: Date.now }, data, {
        door: "call",
        person: "",
      });
      if (!("field" in other)) return c.json({ added: Number(other.isNew), booked: 0, why: other.why });
      // Who cannot know of a lead learns no more of another's than of none.
      if (other.field === "lead_id") return refuse(c, 404, "There is no such lead.", "lead_id");
      return refuse(c, 400, `The field ${other.field} ${other.message}.`, other.field);
    }
    const lead = await store.leads.get(data.leadId);
    if (!lead) return refuse(c, 404, "There is no such lead.", "lead_id");
    const messages = await store.outbox.list({ leadId: lead.id });
    const known = { ...reportersOf(settings), lead, sentTo: sentTo(messages) };
    const [fault] = factFaults(data, known, Date.now());
    if (fault) return refuse(c, 400, `The field ${fault.field} ${fault.message}.`, fault.field);
    const [taken] = await takeReports({ store, settings }, [{ id: `${signed.name} ${signed.id}`, ...data }], {
      receivedAt: Date.now(),
      by: { door: "call", person: "" },
    });
    const { isNew, booked, why, contradicts } = taken!;
    if (contradicts)
      return refuse(
        c,
        409,
        "This outcome of that day is known with another amount, id or reason.",
        "outcome",
      );
    return c.json({ added: Number(isNew), booked, ...(why !== null && { why }) });
  };
  const limited = limitBody(largest, (c) => {
    // What is still on its way is not read: the connection ends with the answer.
    c.header("Connection", "close");
    return refuse(c, 413, `The message is longer than ${largest} bytes.`);
  });
  return every(isThere, limited, take);
}

export const endpoints: Endpoints = { "/api/outcomes": outcomeReports };

function refuse(
  c: Context<ServerEnv>,
  status: ContentfulStatusCode,
  error: string,
  field: string | null = null,
  headers: Record<string, string> = {},
): Response {
  return c.json({ error, field }, status, headers);
}
