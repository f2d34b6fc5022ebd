import { timeOnSteps } from "../../machines/lead/derive.ts";
import { surveyConsent } from "../../machines/messages/survey-consent.ts";
import { openVisit } from "../../machines/visit/open-visit.ts";
import type { Settings } from "../../services/settings/env.ts";
import { leadOf } from "./lead-of.ts";
import type { Suite } from "./model/suite.ts";
import type { walkLog } from "./pure-layer.ts";

/** The lead the server has to store for a walk, none where the survey makes none, and where it has to lead. */
export function servedLeadOf(
  suite: Suite,
  { context, log }: Pick<ReturnType<typeof walkLog>, "context" | "log">,
  settings: Settings,
) {
  const { entry } = suite.world;
  const { variant, defaults } = entry;
  if (variant.flow === "benefits") return { lead: undefined, location: { page: "", query: {} } };
  const buyers = context.checks.buyers?.selected.map(({ name }) => name);
  const { path: steps } = openVisit(entry, suite.world.settings, log);
  const { record, changes, qualified, dqReason } = leadOf(variant, context, {
    settings,
    landing_page: settings.siteOrigin,
    landing_page_url: variant.distribution ? `${settings.siteOrigin}${entry.path}` : undefined,
    tcpa: surveyConsent(variant, settings.company, { steps, buyers }).text,
    time_on_steps: timeOnSteps(log.filter(({ kind, at }) => kind !== "answer" || at <= postedAt(log))),
  });
  const { email, phone, zip_code = "", city, state, state_long } = record;
  const query = { email, phone, zip_code, city, state, state_long, q: qualified ? "y" : "n" };
  return {
    lead: { variant: variant.code, record, derived: changes, qualified, dqReason: dqReason || null },
    location: {
      page: defaults.thankYou ?? variant.thankYou,
      query: dqReason ? { ...query, dq_reason: dqReason } : query,
    },
  };
}

/** When the lead was posted: what a survey's own last screen adds comes after it. */
function postedAt(log: ReturnType<typeof walkLog>["log"]): number {
  return log.findLast(({ kind, body }) => kind === "outcome" && "call" in body && body.call === "postLead")!
    .at;
}
