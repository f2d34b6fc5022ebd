/** Settings that are variables of the environment: secrets, addresses and ports, and where files are. */
import * as z from "zod";
import { allFeatures } from "../features.ts";
import { draftLanguages } from "../words/languages.ts";
import * as is from "./kinds.ts";

const secrets = () => is.list(is.secret, "comma-separated values of at least 32 characters").optional();

/** `.env.example` says what each is for. */
const shape = {
  PORT: is.wholeNumber(0, 65_535).default(3000),
  HOST: is.listenOn.default("::"),
  DRAFT_LANGUAGES: is
    .list(is.draftLanguage, `comma-separated names of drafts: ${draftLanguages.join(", ")}`)
    .default([]),
  SITE_ORIGIN: is.origin.optional(),
  TRUST_PROXY: is.wholeNumber(0, 10).default(0),
  CLAIMPATH_FILE: is.text("the path of a file").optional(),
  DATABASE_URL: is.databaseUrl.default("file:./data/claimpath.db"),
  SESSION_SECRETS: secrets(),
  HASH_KEY: is.secret.optional(),
  DATA_KEYS: secrets(),
  PERSON_KEYS: is.text("the path of a file").optional(),
  CONSOLE_PEOPLE_FILE: is.text().optional(),
  OIDC_ISSUER: is.issuer.optional(),
  OIDC_CLIENT_ID: is.key.optional(),
  OIDC_CLIENT_SECRET: is.key.optional(),
  OIDC_ROLE_CLAIM: is.key.default("roles"),
  CONSENT_LOG_KEY: is.secret.optional(),
  CONSENT_WITNESS_FILE: is.text().optional(),
  CONSENT_WITNESS_URL: is.httpUrl.optional(),
  CONSENT_TIMESTAMP_URL: is.httpUrl.optional(),
  ANALYST_TOKEN: is.token.optional(),
  ADMIN_PORT: is.wholeNumber(0, 65_535).optional(),
  ADMIN_HOST: is.listenOn.default("127.0.0.1"),
  DATABASE_DIRECT_URL: is.postgresUrl.optional(),
  REPLICA_URL: is.postgresUrl.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: is.httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: is.headers.optional(),
  OTEL_SERVICE_NAME: is.text().default("claimpath"),
  OTEL_TRACES_SAMPLER_ARG: is.share.default(1),
  TRACEPARENT_ORIGINS: is
    .list(is.origin, "comma-separated http or https addresses without a path")
    .default([]),

  LEADPROSPER_URL: is.httpUrl.default("https://api.leadprosper.io/direct_post"),
  LEADPROSPER_CAMPAIGN_ID: is.key.optional(),
  LEADPROSPER_SUPPLIER_ID: is.key.optional(),
  LEADPROSPER_KEY: is.key.optional(),
  CONTACT_INGEST_URL: is.httpUrl.optional(),

  IPQS_BASE_URL: is.httpUrl.default("https://www.ipqualityscore.com/api/json"),
  IPQS_KEY: is.key.optional(),
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
  MAPPINGS_URL: is.httpUrl.optional(),
  PREPOP_URL: is.httpUrl.optional(),
  COMPENSATION_URL: is.httpUrl.optional(),
  SLACK_WEBHOOK_URL: is.httpUrl.optional(),

  DISTRIBUTION_URL: is.httpUrl.optional(),
  TRANSFORMED_LEAD_URL: is.httpUrl.optional(),
  TICKET_LEAD_URL: is.httpUrl.optional(),
  BAD_WORDS_WEBHOOK_URL: is.httpUrl.optional(),
  PROGRESS_URL: is.httpUrl.optional(),
  WEBHOOK_SECRETS: is
    .list(is.webhookSecret, "comma-separated secrets, each whsec_ followed by 24 to 64 bytes in base64")
    .default([]),
  DELETION_URLS: is.addressesByName.default({}),

  TRUSTEDFORM_API_KEY: is.key.optional(),
  JORNAYA_ACCOUNT_CODE: is.key.optional(),
  JORNAYA_API_URL: is.httpUrl.default("https://api.leadid.com"),
};

const core = z.object(shape);
/** The environment's checked values. */
export type Variables = z.infer<typeof core>;

const ofFeatures: Readonly<Record<string, z.ZodType>> = Object.assign(
  {},
  ...allFeatures.map(({ variables }) => variables),
);
/** Variables of features. */
export const ownNames = Object.keys(ofFeatures);

export const variables = core.extend(ofFeatures) as unknown as z.ZodType<Variables & Record<string, unknown>>;

/** In the order of `.env.example`, those of features at its end. */
export const variableNames: readonly string[] = [...Object.keys(shape), ...ownNames];
