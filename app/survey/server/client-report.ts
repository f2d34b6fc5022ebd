import * as z from "zod";
import type { Answers } from "../../../machines/rules/answers.ts";
import type { ClientReport } from "../../../machines/site/page-scripts.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { Fact } from "../../../machines/visit/facts.ts";
import type { Settings } from "../../../services/settings/env.ts";
import type { Caller } from "../../../services/visits/perform.ts";
import { changesSince, type VisitToken } from "../../../services/visits/token.ts";
import type { RequestContext } from "../../server/context.ts";
import { honeypotField } from "../../ui/honeypot.tsx";

/** Name of the hidden input that Jornaya's script fills in. */
const leadidField = "universal_leadid";

const certificatePath = /^\/[0-9a-f]{40}$/;
const guid = z.guid();
const ip = z.union([z.ipv4(), z.ipv6()]);

/** What a page may report, by the settings: a service that is not configured has nothing to report. */
type ReportSettings = Pick<Settings, "pageScripts" | "certificates">;

/**
 * Parses the report of a page's scripts. Third parties wrote it: unconfigured or malformed parts are dropped, and never
 * cost the visitor an answer.
 */
export function factsFromClient(report: unknown, settings: ReportSettings): Fact[] {
  const { trustedFormUrl, leadidToken, publicIp } = (report ?? {}) as {
    [name in keyof ClientReport]: unknown;
  };
  const { pageScripts, certificates } = settings;
  const value = {
    trustedFormUrl: (pageScripts.trustedForm && certificateUrl(trustedFormUrl, certificates.origins)) || "",
    leadidToken: (pageScripts.jornaya && leadidToken !== undefined && guid.safeParse(leadidToken).data) || "",
  };
  const facts: Fact[] = [];
  if (value.trustedFormUrl || value.leadidToken) facts.push({ fact: "certificates", value });
  const reported = pageScripts.publicIp && publicIp !== undefined && ip.safeParse(publicIp).data;
  if (reported) facts.push({ fact: "publicIp", value: { ip: reported } });
  return facts;
}

/** The same from a form that the browser posted by itself, with the inputs that scripts added. */
export function factsFromForm(form: Record<string, string | undefined>, settings: ReportSettings): Fact[] {
  const { trustedForm } = settings.pageScripts;
  const byScripts = factsFromClient(
    { trustedFormUrl: trustedForm && form[trustedForm.field], leadidToken: form[leadidField] },
    settings,
  );
  return [...byScripts, ...honeypotFacts(form)];
}

/** The fact that a program seems to have filled in the form. */
export function honeypotFacts(fields: Record<string, string | undefined>): Fact[] {
  return fields[honeypotField] ? [{ fact: "trap", value: { filled: true } }] : [];
}

/** What has changed about the visitor since the form or page was shown. */
export function changesFacts(token: VisitToken, caller: Pick<Caller, "ip" | "userAgent">): Fact[] {
  const changes = changesSince(token, caller);
  if (changes.length === 0) return [];
  return [{ fact: "changes", value: Object.fromEntries(changes.map((what) => [what, true])) }];
}

/** The visitor's opt-out of sale and sharing, from the request itself. */
export function optOutFacts({ optOut }: Pick<RequestContext, "optOut">): Fact[] {
  return optOut ? [{ fact: "optOut", value: { by: optOut } }] : [];
}

function certificateUrl(given: unknown, origins: string[]): string | undefined {
  if (typeof given !== "string" || !URL.canParse(given)) return undefined;
  const { origin, pathname, href } = new URL(given);
  const isPlain = href === given && href === origin + pathname;
  return isPlain && origins.includes(origin) && certificatePath.test(pathname) ? given : undefined;
}

const shape = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(z.record(z.string(), z.string()));

/** What the forms of a visit that no longer exists have carried along since it was typed. */
export function typedBefore(field: string | undefined): Answers | undefined {
  try {
    return shape.parse(field) as Answers;
  } catch {
    return undefined;
  }
}

/** The text typed into a step's form, valid or not. */
export function typedFields(
  { machine }: Variant,
  step: string,
  form: Record<string, string | undefined>,
): Answers {
  const fields = stepNamed(step, machine)?.fields ?? [];
  return Object.fromEntries(fields.flatMap(({ name }) => (form[name] ? [[name, form[name]]] : [])));
}
