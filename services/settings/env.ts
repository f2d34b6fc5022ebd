/** All settings: environment variables, checked once at start. `.env.example` says what each is for. */
import * as z from "zod";
import { analystSettings, analystShape } from "./analysts.ts";
import { BadSetting } from "./bad-setting.ts";
import { buyersFile } from "./buyers-file.ts";
import { companySettings, companyShape } from "./company.ts";
import { type DestinationsFile, destinationsFile } from "./destinations/destinations-file.ts";
import { evidenceSettings, evidenceShape, mailFaults } from "./evidence.ts";
import { goneSettings } from "./gone-settings.ts";
import { guardSettings, guardShape } from "./guard.ts";
import { identityProviderFaults } from "./identity-provider.ts";
import { keySettings, keyShape } from "./keys.ts";
import * as is from "./kinds.ts";
import { pageScriptFaults, pageScriptSettings, pageScriptShape } from "./page-scripts.ts";
import { pagesFile } from "./pages-file.ts";
import { phoneCodeContradictions, twilioAccount } from "./phone-code.ts";
import { retentionAges, retentionShape, sightingsAge } from "./retention.ts";
import { scaleFaults, scaleSettings, scaleShape } from "./scale.ts";
import { type StandIns, standInsIn } from "./stand-ins.ts";
import { traceSettings, traceShape } from "./tracing.ts";
import { ownPostSettings, ownPostShape } from "./webhooks.ts";
import { type WordFile, wordFiles } from "./words.ts";

const minute = 60_000;

const schema = z.object({
  PORT: is.wholeNumber(0, 65_535).default(3000),
  HOST: is.listenOn.default("::"),
  SITE_ORIGIN: is.origin.optional(),
  TRUST_PROXY: is.wholeNumber(0, 10).default(0),
  REGION_HEADER: is.headerName.optional(),
  DATABASE_URL: is.databaseUrl.default("file:./data/claimpath.db"),
  ...keyShape,
  ...evidenceShape,
  LOG: is.onOff.default(true),
  ...analystShape,
  ...guardShape,
  ...scaleShape,
  ...traceShape,

  ...companyShape,
  SITE_TIME_ZONE: is.timeZone.default("America/New_York"),

  PARTIAL_FAULT_STATES: is.states.default([]),
  DATE_OF_BIRTH_STATES: is.states.default([]),
  NO_CLICK_WINDOW_STATES: is.states.default([]),
  NO_DEFAULT_BUYERS_STATES: is.states.default([]),
  RESERVED_SURNAMES: is.list(z.string().min(1).max(100), "comma-separated names").default([]),
  FORCE_EARLY_TREATMENT: is.onOff.default(true),
  PAGES_FILE: is.text().transform(pagesFile).optional(),
  VISIT_DAYS: is.wholeNumber(1, 365).default(7),
  ...retentionShape,

  LEADPROSPER_URL: is.httpUrl.default("https://api.leadprosper.io/direct_post"),
  LEADPROSPER_CAMPAIGN_ID: is.key.optional(),
  LEADPROSPER_SUPPLIER_ID: is.key.optional(),
  LEADPROSPER_KEY: is.key.optional(),
  LEADPROSPER_TEST: is.onOff.default(true),
  LEADPROSPER_FIRST_RETRY_MS: is.wholeNumber(1, 24 * 60 * minute).default(minute),
  CONTACT_INGEST_URL: is.httpUrl.optional(),
  CONTACT_INGEST_TEST: is.onOff.default(true),
  OUTBOX_POLL_MS: is.wholeNumber(10, 10 * minute).default(1_000),
  OUTBOX_MAX_ATTEMPTS: is.wholeNumber(1, 100).default(8),

  IPQS_BASE_URL: is.httpUrl.default("https://www.ipqualityscore.com/api/json"),
  IPQS_KEY: is.key.optional(),
  EMAIL_MX_CHECK: is.onOff.default(true),
  TWILIO_BASE_URL: is.httpUrl.default("https://verify.twilio.com/v2"),
  TWILIO_ACCOUNT_SID: is.key.optional(),
  TWILIO_API_KEY: is.key.optional(),
  TWILIO_SECRET: is.key.optional(),
  TWILIO_VERIFY_SERVICE_SID: is.key.optional(),
  SMS_URL: is.httpUrl.optional(),
  ZIP_LOOKUP_URL: is.zipTemplate.optional(),
  ZIP_LOOKUP_HEADERS: is.headers.optional(),
  GIBBERISH_URL: is.httpUrl.optional(),
  LEAD_EXCHANGE_URL: is.httpUrl.optional(),
  BUYERS_URL: is.httpUrl.optional(),
  BUYERS_FILE: is.text().transform(buyersFile).optional(),
  MAPPINGS_URL: is.httpUrl.optional(),
  PREPOP_URL: is.httpUrl.optional(),
  PREPOP_PERCENT: is.wholeNumber(0, 100).default(0),
  COMPENSATION_URL: is.httpUrl.optional(),
  COMPENSATION_TABLE: is.onOff.default(true),
  SLACK_WEBHOOK_URL: is.httpUrl.optional(),

  DESTINATIONS_FILE: is.text().optional(),
  ...ownPostShape,

  AFFILIATE_CLICK_URL: is.httpUrl.optional(),
  VW3_OFFER_URL: is.httpUrl.optional(),
  ...pageScriptShape,
});

type Checked = z.infer<typeof schema>;

/** Names of all settings, in the order of `.env.example`. */
export const settingNames = Object.keys(schema.shape) as (keyof Checked)[];

/** What the program works with; see `.env.example` for meanings. */
export type Settings = ReturnType<typeof arrange> &
  Pick<DestinationsFile, "destinations" | "affiliates" | "bidsWithinMs"> &
  StandIns & { wordPaths: Partial<Record<WordFile, string>> };

/**
 * @param env for example `process.env`; an empty value counts as unset, other variables are ignored
 * @throws BadSetting
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  // First of all, so that an operator who upgrades reads about these alone.
  const gone = goneSettings(env);
  if (gone.length > 0) throw new BadSetting(gone);
  const given = settingNames.map((name) => [name, env[name]?.trim()] as const).filter(([, value]) => value);
  const quoted = given.filter(([, value]) => /^(["'`]).*\1$/s.test(value!)).map(([name]) => name);
  if (quoted.length > 0)
    throw new BadSetting(
      quoted.map(
        (name) => `${name} must be without quotation marks around it: whatever read the file has kept them`,
      ),
    );
  const checked = schema.safeParse(Object.fromEntries(given));
  if (!checked.success) {
    throw new BadSetting(
      checked.error.issues.map(({ path, message }) => `${path[0]?.toString()} must be ${message}`),
    );
  }
  const file = destinationsFile(checked.data.DESTINATIONS_FILE, env);
  const faults = [
    ...contradictions(checked.data),
    ...file.faults,
    ...mailFaults(
      {
        CONSENT_WITNESS_EMAIL: checked.data.CONSENT_WITNESS_EMAIL !== undefined,
        RECEIPTS_PER_DAY: checked.data.RECEIPTS_PER_DAY > 0,
        "report in CAMPAIGNS_FILE": (checked.data.CAMPAIGNS_FILE?.reports.length ?? 0) > 0,
      },
      file,
    ),
  ];
  if (faults.length > 0) throw new BadSetting(faults);
  const { destinations, affiliates, bidsWithinMs } = file;
  const settings = arrange(checked.data, file);
  const { standIns } = standInsIn(given, destinations, settings.postbacks);
  /** Of the files whose words a running site takes up. */
  const wordPaths: Partial<Record<WordFile, string>> = Object.fromEntries(
    given.filter(([name]) => wordFiles.some((each) => each === name)),
  );
  return { ...settings, destinations, affiliates, bidsWithinMs, standIns, wordPaths };
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

/** True for an address of this machine itself: a stub, never a real service. */
export function isLoopback(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

function arrange(given: Checked, { destinations }: DestinationsFile) {
  return {
    port: given.PORT,
    host: given.HOST,
    /** Scheme, host and port, without a slash at the end. */
    siteOrigin: given.SITE_ORIGIN ?? defaultOrigin(given.PORT),
    /** Number of proxies in front whose X-Forwarded-For entry is believed. */
    trustProxy: given.TRUST_PROXY,
    /** Name of the header in which a proxy tells the visitor's state. */
    regionHeader: given.REGION_HEADER,
    databaseUrl: given.DATABASE_URL,
    ...keySettings(given),
    ...evidenceSettings(given, destinations),
    log: given.LOG,
    ...analystSettings(given),
    ...guardSettings(given),
    ...scaleSettings(given),
    ...traceSettings(given),
    ...companySettings(given),
    siteTimeZone: given.SITE_TIME_ZONE,
    partialFaultStates: given.PARTIAL_FAULT_STATES,
    dateOfBirthStates: given.DATE_OF_BIRTH_STATES,
    noDefaultBuyersStates: given.NO_DEFAULT_BUYERS_STATES,
    reservedSurnames: given.RESERVED_SURNAMES,
    forceEarlyTreatment: given.FORCE_EARLY_TREATMENT,
    /** Page flags of paths that differ from the defaults. */
    pageFlags: given.PAGES_FILE?.flags ?? {},
    visitDays: given.VISIT_DAYS,
    /** How long what is personal is kept, in milliseconds. */
    retention: retentionAges(given),
    /** How long it is kept which receiver had leads of whom. */
    sightingsMs: sightingsAge(given, destinations),
    leadProsperUrl: given.LEADPROSPER_URL,
    leadProsperAccount: account(given),
    leadProsperFirstRetryMs: given.LEADPROSPER_FIRST_RETRY_MS,
    leadProsperTest: given.LEADPROSPER_TEST,
    contactIngestUrl: given.CONTACT_INGEST_URL,
    contactIngestTest: given.CONTACT_INGEST_TEST,
    outboxPollMs: given.OUTBOX_POLL_MS,
    outboxMaxAttempts: given.OUTBOX_MAX_ATTEMPTS,
    ipqs: given.IPQS_KEY ? { baseUrl: given.IPQS_BASE_URL, key: given.IPQS_KEY } : undefined,
    emailMxCheck: given.EMAIL_MX_CHECK,
    twilio: twilioAccount(given),
    smsUrl: given.SMS_URL,
    zipLookupUrl: given.ZIP_LOOKUP_URL,
    /** What it wants besides, such as a key. */
    zipLookupHeaders: given.ZIP_LOOKUP_HEADERS,
    gibberishUrl: given.GIBBERISH_URL,
    leadExchangeUrl: given.LEAD_EXCHANGE_URL,
    buyersUrl: given.BUYERS_URL,
    /** Undefined: the operator has named no buyers. */
    buyersFile: given.BUYERS_FILE,
    mappingsUrl: given.MAPPINGS_URL,
    prePopUrl: given.PREPOP_URL,
    /** Share of visitors that the pre-population service is asked to say yes to; 100 asks nobody. */
    prePopPercent: given.PREPOP_PERCENT,
    compensationUrl: given.COMPENSATION_URL,
    /** Whether the built-in table estimates where no service does. */
    compensationTable: given.COMPENSATION_TABLE,
    slackWebhookUrl: given.SLACK_WEBHOOK_URL,
    ...ownPostSettings(given),
    clickWindow: {
      affiliateClickUrl: given.AFFILIATE_CLICK_URL,
      vw3OfferUrl: given.VW3_OFFER_URL,
      noClickWindowStates: given.NO_CLICK_WINDOW_STATES,
    },
    ...pageScriptSettings(given, given.PAGES_FILE?.pixels ?? {}),
  };
}

/** They name the buyer's account together. */
const accountIds = ["LEADPROSPER_CAMPAIGN_ID", "LEADPROSPER_SUPPLIER_ID", "LEADPROSPER_KEY"] as const;

function account(given: Checked) {
  const [campaignId, supplierId, key] = accountIds.map((name) => given[name]);
  return campaignId && supplierId && key ? { campaignId, supplierId, key } : undefined;
}

function defaultOrigin(port: number): string {
  return new URL(`http://localhost:${port}`).origin;
}

/** Settings that are well-formed each but do not go together. */
function contradictions(given: Checked): string[] {
  const files = [given.BUYERS_FILE, given.PAGES_FILE, given.EXPERIMENTS_FILE].flatMap(
    (file) => file?.faults ?? [],
  );
  const faults = [
    ...pageScriptFaults(given),
    ...scaleFaults(given),
    ...identityProviderFaults(given),
    ...files,
  ];
  if (!given.SESSION_SECRETS && !given.DATABASE_URL.startsWith("file:")) {
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
  faults.push(...phoneCodeContradictions(given));
  const affiliates = given.CAMPAIGNS_FILE?.postbacks.map(({ affiliate }) => affiliate) ?? [];
  const unknown = given.POSTBACK_SECRETS.find(({ name }) => !affiliates.includes(name))?.name;
  if (unknown !== undefined)
    faults.push(
      `POSTBACK_SECRETS has a secret of affiliate ${unknown}, which has no postbacks in CAMPAIGNS_FILE`,
    );
  const buyers = [given.LEADPROSPER_URL, given.CONTACT_INGEST_URL ?? given.LEADPROSPER_URL];
  if (given.LEADPROSPER_FIRST_RETRY_MS < minute && !buyers.every(isLoopback)) {
    faults.push(
      `LEADPROSPER_FIRST_RETRY_MS must be at least ${minute} unless the buyer is a stub on this machine`,
    );
  }
  return faults;
}
