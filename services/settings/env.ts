/** All settings: those of the environment and those of claimpath.yaml, checked once at start. */

import { allFeatures, armsOf } from "../features.ts";
import { noOwnWords, type OwnWords } from "../words/own-words.ts";
import type { Fault, YamlFile } from "../yaml/yaml-file.ts";
import { companySettings } from "./company.ts";
import { checkedDestinations } from "./destinations/destinations.ts";
import { goneSettings } from "./gone-settings.ts";
import { identityProviderFaults, keySettings } from "./keys.ts";
import { BadSetting } from "./kinds.ts";
import { limitSettings, retentionAges, sightingsAge, traceSettings } from "./limits.ts";
import { isLoopback } from "./near-addresses.ts";
import { pageScriptSettings } from "./page-scripts.ts";
import type { Plain } from "./plain-settings.ts";
import {
  evidenceSettings,
  mailFaults,
  ownPostSettings,
  phoneCodeContradictions,
  twilioAccount,
} from "./receivers.ts";
import { readFile, type Said } from "./settings-file.ts";
import { type StandIns, standInsIn } from "./stand-ins.ts";
import { ownNames, type Variables, variableNames, variables } from "./variables.ts";

const minute = 60_000;

/** The single values of the environment and the file. */
type Checked = Variables & Plain;

/** The program's settings; `.env.example` and `claimpath settings` explain each of them. */
export type Settings = ReturnType<typeof arrange> &
  StandIns & {
    /**
     * Reads them again, for what a running site reloads.
     * @param running its sections of features
     * @param text of a file that is to replace claimpath.yaml
     * @throws BadSetting
     */
    again: (running: Said["sections"], text?: string) => Settings;
    /** What is wrong with the receivers in a file, with this environment's secrets. */
    receiverFaults: (file: YamlFile) => readonly Fault[];
  };

/**
 * @param env for example `process.env`; an empty value counts as unset, other variables are ignored
 * @param running the sections of features of a site that takes them up
 * @param text of a file in place of the one that `env` names
 * @throws BadSetting
 */
export function readSettings(
  env: Record<string, string | undefined>,
  running?: Said["sections"],
  text?: string,
): Settings {
  // Checked first, so that an operator who upgrades reads about these alone.
  const gone = goneSettings(env);
  if (gone.length > 0) throw new BadSetting(gone);
  const given = variableNames.map((name) => [name, env[name]?.trim()] as const).filter(([, value]) => value);
  const quoted = given.filter(([, value]) => /^(["'`]).*\1$/s.test(value!)).map(([name]) => name);
  if (quoted.length > 0)
    throw new BadSetting(
      quoted.map(
        (name) => `${name} must be without quotation marks around it: whatever read the file has kept them`,
      ),
    );
  const checked = variables.safeParse(Object.fromEntries(given));
  const said = readFile(env, running, text);
  const wrong = (checked.error?.issues ?? []).map(
    ({ path, message }) => `${path[0]?.toString()} must be ${message}`,
  );
  if (!checked.success || said.faults.length > 0) throw new BadSetting([...wrong, ...said.faults]);
  const all = { ...checked.data, ...said.plain };
  const faults = contradictions(all, said);
  const arranged = arrange(all, said);
  const settings = {
    ...arranged,
    standIns: [],
    again: (sections: Said["sections"], own?: string) => readSettings(env, sections, own),
    receiverFaults: (file: YamlFile) => checkedDestinations(file, env).faults,
  };
  faults.push(...allFeatures.flatMap((each) => each.faults?.(settings) ?? []));
  if (faults.length > 0) throw new BadSetting(faults);
  const ofFeatures = allFeatures.flatMap(({ addresses }) => addresses?.(settings) ?? []);
  return { ...settings, ...standInsIn(given, said.contents, ofFeatures, settings.destinations) };
}

/** The settings once the real port is known, which with PORT=0 is only after listening. */
export function listeningOn(settings: Settings, port: number): Settings {
  return {
    ...settings,
    port,
    siteOrigin: hasOwnOrigin(settings) ? settings.siteOrigin : defaultOrigin(port),
  };
}

/** True where SITE_ORIGIN was given, and not only guessed from the port. */
export function hasOwnOrigin({ siteOrigin, port }: Pick<Settings, "siteOrigin" | "port">): boolean {
  return siteOrigin !== defaultOrigin(port);
}

/** The sub ids that name a campaign, its ad set and an ad, and what else may say each in a link. */
function sourceSettings({ campaign, set, ad }: Checked["sources"]) {
  const levels = [campaign, set, ad].filter((level) => level !== undefined);
  return { sourceLevels: levels.map(([subId]) => subId), sourceParameters: levels };
}

function arrange(given: Checked, said: Said) {
  const { destinations, affiliates, bidsWithinMs } = said.destinations;
  return {
    destinations,
    /** Affiliates' terms, by their ids. */
    affiliates,
    /** Undefined: the order's buyers are not asked for bids. */
    bidsWithinMs,
    /** The settings' source besides the environment: the path of claimpath.yaml. */
    file: said.file,
    contents: said.contents,
    port: given.PORT,
    host: given.HOST,
    /** Scheme, host and port, without a slash at the end. */
    siteOrigin: given.SITE_ORIGIN ?? defaultOrigin(given.PORT),
    /** Number of proxies in front whose X-Forwarded-For entry is believed. */
    trustProxy: given.TRUST_PROXY,
    /** Languages to be shown although nobody has reviewed them. */
    draftLanguages: given.DRAFT_LANGUAGES,
    /** Name of the header in which a proxy tells the visitor's state. */
    regionHeader: given.server["region-header"],
    databaseUrl: given.DATABASE_URL,
    ...keySettings(given),
    ...evidenceSettings(given, destinations),
    log: given.server.log,
    ...limitSettings(given),
    ...traceSettings(given),
    ...companySettings(given, said.company),
    /** Where metrics are served; without a port they are not served. */
    admin: { port: given.ADMIN_PORT, host: given.ADMIN_HOST },
    /** Connections to PostgreSQL that one process opens at most. */
    databasePoolSize: given.server["database-pool-size"],
    /** Messages that one process sends to one destination at the same time. */
    outboxAtOnce: given.delivery["at-once"],
    /** The database itself, where DATABASE_URL is a connection pooler in front of it. */
    databaseDirectUrl: given.DATABASE_DIRECT_URL,
    /** Where the analysts' numbers are read; undefined: in the lead store itself. */
    replicaUrl: given.REPLICA_URL,
    /** For how long a cache in front may keep what is the same for everybody; 0: not at all. */
    sharedCacheSeconds: given.server["shared-cache-seconds"],
    sections: said.sections,
    /** Which version of a survey's page is shown to whom. */
    arms: armsOf(said),
    /** The owner's own words of questions; a running site learns them from its store. */
    ownWords: noOwnWords as OwnWords,
    /** Variables of features, by their names; `ownVariables` reads those of one. */
    variables: Object.fromEntries(ownNames.map((name) => [name, given[name as keyof Variables]])),
    /** Single values as the file gives them, by its sections; `ownSettings` reads those of a feature. */
    plain: said.plain,
    /** People's statements about the service. */
    testimonials: said.quotes,
    /** Headlines of ads, by affiliate id. */
    campaigns: said.campaigns.headlines,
    ...sourceSettings(given.sources),
    /** Affiliates' other settings, by the keys of features; `ofCampaigns` reads those of one. */
    ofCampaigns: said.campaigns.ofFeatures,
    /** Ids of affiliates that the file names anywhere: these are the operator's own, whatever their visitors are called. */
    knownAffiliates: new Set([
      ...Object.keys(affiliates),
      ...said.campaigns.ids,
      ...destinations.flatMap(({ only }) => only?.affiliates ?? []),
    ]),
    partialFaultStates: given.survey["partial-fault-states"],
    dateOfBirthStates: given.survey["date-of-birth-states"],
    noDefaultBuyersStates: given.survey["no-default-buyers-states"],
    reservedSurnames: given.survey["reserved-surnames"],
    forceEarlyTreatment: given.survey["force-early-treatment"],
    /** Page flags of paths that differ from the defaults. */
    pageFlags: said.pages.flags,
    visitDays: given.keep["visit-days"],
    /** How long what is personal is kept, in milliseconds. */
    retention: retentionAges(given),
    /** How long the store remembers which receiver had leads of whom, in milliseconds. */
    sightingsMs: sightingsAge(given, destinations),
    leadProsperUrl: given.LEADPROSPER_URL,
    leadProsperAccount: account(given),
    contactIngestUrl: given.CONTACT_INGEST_URL,
    outboxPollMs: given.delivery["poll-ms"],
    outboxMaxAttempts: given.delivery["max-attempts"],
    ipqs: given.IPQS_KEY ? { baseUrl: given.IPQS_BASE_URL, key: given.IPQS_KEY } : undefined,
    twilio: twilioAccount(given),
    smsUrl: given.SMS_URL,
    zipLookupUrl: given.ZIP_LOOKUP_URL,
    /** Its required headers, such as a key. */
    zipLookupHeaders: given.ZIP_LOOKUP_HEADERS,
    gibberishUrl: given.GIBBERISH_URL,
    leadExchangeUrl: given.LEAD_EXCHANGE_URL,
    buyersUrl: given.BUYERS_URL,
    /** Undefined: the operator has named no buyers. */
    buyers: said.buyers,
    mappingsUrl: given.MAPPINGS_URL,
    prePopUrl: given.PREPOP_URL,
    compensationUrl: given.COMPENSATION_URL,
    slackWebhookUrl: given.SLACK_WEBHOOK_URL,
    ...ownPostSettings(given),
    clickWindow: {
      affiliateClickUrl: given.scripts["affiliate-click"],
      vw3OfferUrl: given.scripts["vw3-offer"],
      noClickWindowStates: given.survey["no-click-window-states"],
    },
    ...pageScriptSettings(given, said.pages.pixels),
  };
}

/** They name the buyer's account together. */
const accountIds = ["LEADPROSPER_CAMPAIGN_ID", "LEADPROSPER_SUPPLIER_ID", "LEADPROSPER_KEY"] as const;

function account(given: Variables) {
  const [campaignId, supplierId, key] = accountIds.map((name) => given[name]);
  return campaignId && supplierId && key ? { campaignId, supplierId, key } : undefined;
}

function defaultOrigin(port: number): string {
  return new URL(`http://localhost:${port}`).origin;
}

/** Settings that are well-formed each but do not go together. */
function contradictions(given: Checked, said: Said): string[] {
  const { scripts, delivery } = given;
  const faults = [
    ...identityProviderFaults(given),
    ...phoneCodeContradictions(given),
    ...mailFaults(
      {
        "consents.witness-email": given.consents["witness-email"] !== undefined,
        "limits.receipts-per-day": given.limits["receipts-per-day"] > 0,
      },
      said.destinations.destinations,
    ),
  ];
  if (scripts["retreaver-campaign"] && scripts["ringba-tag"]) {
    faults.push(
      "scripts.retreaver-campaign and scripts.ringba-tag must not both be set: one of them gives the number",
    );
  }
  if (scripts["public-ip-fallback"] && !scripts["public-ip"]) {
    faults.push("scripts.public-ip must be set too, since scripts.public-ip-fallback is only asked after it");
  }
  const { sourceLevels } = sourceSettings(given.sources);
  if (given.sources.ad && !given.sources.set)
    faults.push("sources.set must be set too, since an ad of sources.ad belongs to an ad set");
  if (new Set(sourceLevels).size < sourceLevels.length)
    faults.push("sources.campaign, sources.set and sources.ad must each begin with another sub id");
  if (given.DATABASE_URL.startsWith("file:")) {
    const isFile = "while DATABASE_URL is a file";
    for (const name of ["DATABASE_DIRECT_URL", "REPLICA_URL"] as const)
      if (given[name]) faults.push(`${name} must not be set ${isFile}`);
  } else if (!given.SESSION_SECRETS) {
    faults.push(
      "SESSION_SECRETS must be set when DATABASE_URL is not a file, so that all processes share it",
    );
  }
  const missing = accountIds.filter((name) => given[name] === undefined);
  if (missing.length > 0 && (missing.length < accountIds.length || given.CONTACT_INGEST_URL)) {
    faults.push(
      `${missing.join(", ")} must be set too, since ${accountIds.join(", ")} and CONTACT_INGEST_URL belong together`,
    );
  }
  const buyers = [given.LEADPROSPER_URL, given.CONTACT_INGEST_URL ?? given.LEADPROSPER_URL];
  if (delivery["lead-prosper-first-retry-ms"] < minute && !buyers.every(isLoopback)) {
    faults.push(
      `delivery.lead-prosper-first-retry-ms must be at least ${minute} unless the buyer is a stub on this machine`,
    );
  }
  return faults;
}
