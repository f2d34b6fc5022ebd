import * as z from "zod";
import type { Settings } from "../../settings/env.ts";
import { namedSecrets } from "../../settings/kinds.ts";
import { mailFaults } from "../../settings/receivers.ts";
import { type OwnCampaignKey, ofCampaigns, ownVariables } from "../feature.ts";

/** `OUTCOMES_SECRETS`: the secrets with which buyers sign reports on their leads, by name; without any, nobody can. */
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

/** The affiliates that get a letter each morning with their figures, and their addresses. */
export const lettersIn = (settings: Pick<Settings, "ofCampaigns">) =>
  ofCampaigns(settings, campaign).map(({ affiliate, said: to }) => ({ affiliate, to }));

/** Settings that contradict others, in words. */
export const faultsIn = (settings: Settings): string[] =>
  mailFaults({ "report in campaigns": lettersIn(settings).length > 0 }, settings.destinations);
