const oneProcess =
  "since a start is one process: start one unit for each processor instead (docs/scaling.md, “Several processes”)";

/** Keys of claimpath.yaml that are gone, by their names, with what to do instead; each completes a sentence. */
export const goneKeys: ReadonlyMap<string, string> = new Map([
  ["server.workers", `must be taken out, ${oneProcess}`],
]);

/**
 * Variables of earlier releases whose values are in claimpath.yaml now, with their names there. Nothing else reads
 * them.
 */
export const moved: Readonly<Record<string, string>> = {
  SITE_NAME: "company.name",
  DEFAULT_PHONE: "company.phone",
  CONTACT_EMAIL: "company.email",
  SITE_ADDRESS: "company.address",
  SITE_TIME_ZONE: "company.time-zone",
  FIRST_CALL_WITHIN: "company.first-call-within",
  CALLS_COME_FROM: "company.calls-come-from",
  ASK_CALL_TIME: "company.ask-call-time",
  REPLY_WITHIN: "company.reply-within",
  PARTIAL_FAULT_STATES: "survey.partial-fault-states",
  DATE_OF_BIRTH_STATES: "survey.date-of-birth-states",
  NO_CLICK_WINDOW_STATES: "survey.no-click-window-states",
  NO_DEFAULT_BUYERS_STATES: "survey.no-default-buyers-states",
  RESERVED_SURNAMES: "survey.reserved-surnames",
  FORCE_EARLY_TREATMENT: "survey.force-early-treatment",
  EMAIL_MX_CHECK: "survey.email-mx-check",
  COMPENSATION_TABLE: "survey.compensation-table",
  PREPOP_PERCENT: "survey.prefill-percent",
  LEADPROSPER_TEST: "delivery.lead-prosper-test",
  CONTACT_INGEST_TEST: "delivery.contact-ingest-test",
  DISTRIBUTION_TEST: "delivery.distribution-test",
  TRANSFORMED_LEAD_TEST: "delivery.transformed-lead-test",
  TRANSFORMED_LEAD_AFFID: "delivery.transformed-lead-affid",
  TICKET_LEAD_TEST: "delivery.ticket-lead-test",
  REPEAT_HOURS: "delivery.repeat-hours",
  REPEATS: "delivery.repeats",
  OUTBOX_AT_ONCE: "delivery.at-once",
  OUTBOX_MAX_ATTEMPTS: "delivery.max-attempts",
  LEADPROSPER_FIRST_RETRY_MS: "delivery.lead-prosper-first-retry-ms",
  OWN_POSTS_FIRST_RETRY_MS: "delivery.own-posts-first-retry-ms",
  OUTBOX_POLL_MS: "delivery.poll-ms",
  VISIT_DAYS: "keep.visit-days",
  LEAD_DAYS: "keep.lead-days",
  UNDELIVERED_LEAD_DAYS: "keep.undelivered-lead-days",
  CONTACT_DAYS: "keep.contact-days",
  PAYLOAD_DAYS: "keep.payload-days",
  PHONE_CODE_DAYS: "keep.phone-code-days",
  REQUEST_DAYS: "keep.request-days",
  SALES_YEARS: "keep.sales-years",
  POSTS_PER_ADDRESS: "limits.posts-per-address",
  MEGABYTES_PER_ADDRESS: "limits.megabytes-per-address",
  POSTS_IN_ALL: "limits.posts-in-all",
  PROOF_OF_WORK_COST: "limits.proof-of-work-cost",
  LOOKUPS_PER_ADDRESS: "limits.lookups-per-address",
  LOOKUPS_PER_HOUR: "limits.lookups-per-hour",
  LOOKUPS_PER_DAY: "limits.lookups-per-day",
  VERDICT_HOURS: "limits.verdict-hours",
  TEXTS_PER_ADDRESS: "limits.texts-per-address",
  TEXTS_PER_EXCHANGE: "limits.texts-per-exchange",
  TEXTS_PER_HOUR: "limits.texts-per-hour",
  TEXTS_PER_DAY: "limits.texts-per-day",
  RECEIPTS_PER_DAY: "limits.receipts-per-day",
  ALERT_SECONDS: "limits.alert-seconds",
  CONSENT_WITNESS_EMAIL: "consents.witness-email",
  CONSENT_WITNESS_MINUTES: "consents.witness-minutes",
  ANALYTICS_SESSIONS: "analytics.sessions",
  ALARM_FALSE_PER_MONTH: "analytics.false-alarms-per-month",
  WHAT_IF_FOLDER: "analytics.what-if-folder",
  LOG: "server.log",
  REGION_HEADER: "server.region-header",
  DATABASE_POOL_SIZE: "server.database-pool-size",
  SHARED_CACHE_SECONDS: "server.shared-cache-seconds",
  MEDIA_SCRIPT_URL: "pixels.media",
  TRACKING_PIXEL_URL: "pixels.tracking",
  AD_TRACKING_SCRIPT_URL: "pixels.ad-tracking",
  META_PIXEL_ID: "pixels.meta",
  META_PIXEL_SCRIPT_URL: "pixels.meta-script",
  META_PIXEL_IMAGE_URL: "pixels.meta-image",
  TIKTOK_PIXEL_ID: "pixels.tiktok",
  TIKTOK_PIXEL_SCRIPT_URL: "pixels.tiktok-script",
  AFFILIATE_CLICK_URL: "scripts.affiliate-click",
  VW3_OFFER_URL: "scripts.vw3-offer",
  EVERFLOW_TRACKING_DOMAIN: "scripts.everflow-domain",
  TRUSTEDFORM_ENABLED: "scripts.trustedform",
  TRUSTEDFORM_SCRIPT_URL: "scripts.trustedform-script",
  TRUSTEDFORM_CERT_ORIGINS: "scripts.trustedform-cert-origins",
  JORNAYA_CAMPAIGN_KEY: "scripts.jornaya-campaign",
  JORNAYA_SCRIPT_URL: "scripts.jornaya-script",
  RETREAVER_CAMPAIGN_KEY: "scripts.retreaver-campaign",
  RETREAVER_SCRIPT_URL: "scripts.retreaver-script",
  RETREAVER_API_HOST: "scripts.retreaver-host",
  RINGBA_TAG_ID: "scripts.ringba-tag",
  RINGBA_SCRIPT_URL: "scripts.ringba-script",
  PUBLIC_IP_URL: "scripts.public-ip",
  PUBLIC_IP_FALLBACK_URL: "scripts.public-ip-fallback",
  DESTINATIONS_FILE: "destinations",
  BUYERS_FILE: "buyers",
  PAGES_FILE: "pages",
  CAMPAIGNS_FILE: "campaigns",
  TESTIMONIALS_FILE: "quotes",
  COMPANY_FILE: "company",
  EXPERIMENTS_FILE: "experiments",
};

/** Settings of older releases whose operators would otherwise rely on something that has no effect any more. */
const gone = [
  {
    names: ["ARCHIVE_DIR", "ARCHIVE_RECIPIENT", "ARCHIVE_KEEP_DAYS", "ARCHIVE_METRICS", "ARCHIVE_IDENTITY"],
    why: "since the log of a SQLite store is no longer shipped: run Litestream beside the site instead (docs/backups.md)",
  },
  {
    names: ["SHARED_DATABASE_URL"],
    why: "since a site has one database, and without what the groups of visitors shared it could sell a lead twice (docs/scaling.md says under “Groups of earlier releases” how to bring it there)",
  },
  { names: ["WORKERS"], why: oneProcess },
  {
    names: ["TRUSTEDFORM_FIELD"],
    why: "since TrustedForm's script always puts the certificate's address into xxTrustedFormCertUrl",
  },
];

/** Keys that an earlier release took as Vault's transit engine had sealed them (`vault:v1:8SDd3WHD…`). */
const sealable = ["SESSION_SECRETS", "HASH_KEY", "DATA_KEYS", "CONSENT_LOG_KEY"];

/** @returns a fault for each that is still given */
export function goneSettings(env: Record<string, string | undefined>): string[] {
  return [...unsetFaults(env), ...movedFaults(env)];
}

function movedFaults(env: Record<string, string | undefined>): string[] {
  const given = Object.keys(moved).filter((name) => env[name]?.trim());
  if (given.length === 0) return [];
  const list = given.map((name) => `${name} is ${moved[name]} there`).join(", ");
  return [
    `${given.join(", ")} must be unset, since claimpath.yaml says that now (npm run claimpath -- settings prints the whole file): ${list}`,
  ];
}

function unsetFaults(env: Record<string, string | undefined>): string[] {
  const unset = gone.flatMap(({ names, why }) => {
    const given = names.filter((name) => env[name]?.trim());
    return given.length > 0 ? [`${given.join(", ")} must be unset, ${why}`] : [];
  });
  // Vault's own variables may stay: what fills the environment may need them.
  const sealed = sealable.filter((name) => /(?:^|,)\s*vault:v\d+:/.test(env[name] ?? ""));
  if (sealed.length === 0) return unset;
  const why =
    "since the site asks no Vault for keys any more: take the environment from your secret store (docs/backups.md says how under “Keys from a secret store”)";
  return [...unset, `${sealed.join(", ")} must not be sealed, ${why}`];
}
