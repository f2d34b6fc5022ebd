import * as z from "zod";
import type { Settings } from "../../settings/env.ts";
import { namedSecrets } from "../../settings/kinds.ts";
import { mailFaults } from "../../settings/receivers.ts";
import { type OwnCampaignKey, ofCampaigns, ownVariables } from "../feature.ts";

/** `OUTCOMES_SECRETS`: with which buyers sign what they report of their leads, by their names; none: nobody can. */
export const variables = { OUTCOMES_SECRETS: namedSecrets.default([]) };

export const outcomesSecrets = (settings: Pick<Settings, "variables">) =>
  ownVariables(settings, variables).OUTCOMES_SECRETS;

export const campaign: OwnCampaignKey<string[]> = {
  key: "report",
  kind: z
    .array(z.email("must be an e-mail address"), "must be a list of e-mail addresses")
    .min(1, "must not be empty")
    .max(5, "must have 5 addresses at most"),
  about: "letters each morning",
  example: "    report: [affiliate@example.com]\n",
};

/** Who of the affiliates has a letter each morning about what they brought, and where. */
export const lettersIn = (settings: Pick<Settings, "ofCampaigns">) =>
  ofCampaigns(settings, campaign).map(({ affiliate, said: to }) => ({ affiliate, to }));

/** What of it does not go together with the rest of the settings, in words. */
export const faultsIn = (settings: Settings): string[] =>
  mailFaults({ "report in campaigns": lettersIn(settings).length > 0 }, settings.destinations);
