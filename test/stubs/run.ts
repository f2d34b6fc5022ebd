import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { environmentOf } from "../support/files.ts";
import { ipqsKey, startIpqs } from "./ipqs.ts";
import { startLeadProsper } from "./lead-prosper.ts";
import {
  startBuyers,
  startChat,
  startCompensation,
  startGibberish,
  startLeadExchange,
  startMappings,
  startOwnPosts,
  startPrePopulation,
  startProgress,
  startSms,
  startZipLookup,
} from "./own-contracts.ts";
import { pageScriptsEnv, startPageScripts } from "./page-scripts.ts";
import type { Arrival } from "./stub-server.ts";
import { startTwilio, twilioAccount } from "./twilio.ts";

/** Firms that do not exist, for the surveys whose buyers no service selects; their names say so. */
export const sampleBuyers = fileURLToPath(new URL("./sample-buyers.json", import.meta.url));

/** Ports of the stubs while developing. */
const fixed = {
  leadProsper: 4501,
  ipqs: 4502,
  zipLookup: 4503,
  gibberish: 4504,
  leadExchange: 4505,
  buyers: 4506,
  ownPosts: 4507,
  chat: 4508,
  pageScripts: 4512,
  twilio: 4510,
  sms: 4511,
  mappings: 4520,
  prePopulation: 4521,
  compensation: 4522,
  progress: 4509,
};

type Options = {
  ports?: "fixed" | "any";
  print?: (line: string) => void;
  /** Has pages load the vendors' scripts too. */
  pageScripts?: boolean;
};

/**
 * Starts a stub of every outside service.
 * @returns the settings that point the program at them, the stubs themselves and a way to stop them
 */
export async function startStubs({ ports = "fixed", print, pageScripts = false }: Options = {}) {
  const port = (name: keyof typeof fixed) => (ports === "fixed" ? fixed[name] : 0);
  const onLead = print && ((arrival: Arrival, status: string) => print(describe(arrival, status)));
  const stubs = {
    leadProsper: await startLeadProsper({ port: port("leadProsper"), onLead }),
    ipqs: await startIpqs(port("ipqs")),
    zipLookup: await startZipLookup(port("zipLookup")),
    gibberish: await startGibberish(port("gibberish")),
    leadExchange: await startLeadExchange(port("leadExchange")),
    buyers: await startBuyers(port("buyers")),
    ownPosts: await startOwnPosts(port("ownPosts")),
    chat: await startChat(port("chat")),
    twilio: await startTwilio({
      port: port("twilio"),
      onCode: print && ((to, code) => print(`stub Twilio: ${code} to ${to}`)),
    }),
    // In reach, but not set: codes are sent by one of the two.
    sms: await startSms({
      port: port("sms"),
      onText: print && (({ to, text }) => print(`stub text message to ${to}: ${text}`)),
    }),
    mappings: await startMappings(port("mappings")),
    prePopulation: await startPrePopulation(port("prePopulation")),
    compensation: await startCompensation(port("compensation")),
    pageScripts: await startPageScripts(port("pageScripts")),
    progress: await startProgress(port("progress")),
  };
  const env = {
    LEADPROSPER_URL: `${stubs.leadProsper.origin}/direct_post`,
    LEADPROSPER_CAMPAIGN_ID: "1",
    LEADPROSPER_SUPPLIER_ID: "2",
    LEADPROSPER_KEY: "stub-key",
    "delivery.lead-prosper-first-retry-ms": "1000",
    CONTACT_INGEST_URL: `${stubs.leadProsper.origin}/contact`,
    IPQS_BASE_URL: `${stubs.ipqs.origin}/api/json`,
    IPQS_KEY: ipqsKey,
    TWILIO_BASE_URL: `${stubs.twilio.origin}/v2`,
    TWILIO_API_KEY: twilioAccount.user,
    TWILIO_SECRET: twilioAccount.secret,
    TWILIO_VERIFY_SERVICE_SID: twilioAccount.service,
    ZIP_LOOKUP_URL: `${stubs.zipLookup.origin}/{zip}`,
    GIBBERISH_URL: `${stubs.gibberish.origin}/judge`,
    LEAD_EXCHANGE_URL: `${stubs.leadExchange.origin}/announce`,
    BUYERS_URL: stubs.buyers.origin,
    buyers: readFileSync(sampleBuyers, "utf8"),
    MAPPINGS_URL: stubs.mappings.origin,
    PREPOP_URL: stubs.prePopulation.origin,
    "survey.prefill-percent": "50",
    COMPENSATION_URL: stubs.compensation.origin,
    SLACK_WEBHOOK_URL: `${stubs.chat.origin}/hook`,
    DISTRIBUTION_URL: `${stubs.ownPosts.origin}/distribution`,
    TRANSFORMED_LEAD_URL: `${stubs.ownPosts.origin}/transformed`,
    TICKET_LEAD_URL: `${stubs.ownPosts.origin}/ticket`,
    BAD_WORDS_WEBHOOK_URL: `${stubs.ownPosts.origin}/bad-words`,
    PROGRESS_URL: stubs.progress.origin,
    "delivery.own-posts-first-retry-ms": "1000",
    // Stubs cost nothing.
    "limits.lookups-per-address": "0",
    "limits.lookups-per-hour": "0",
    "limits.lookups-per-day": "0",
    "limits.verdict-hours": "0",
    "limits.alert-seconds": "0",
    "limits.texts-per-address": "0",
    "limits.texts-per-exchange": "0",
    "limits.texts-per-hour": "0",
    "limits.texts-per-day": "0",
    ...(pageScripts && pageScriptsEnv(stubs.pageScripts)),
  };
  const stop = async () => void (await Promise.all(Object.values(stubs).map((stub) => stub.stop())));
  return { ...stubs, env, stop };
}

/** A line per lead; names, e-mail and phone are masked. */
function describe({ times, path, fields }: Arrival, status: string): string {
  const name = [fields.first_name, fields.last_name]
    .map((part) => `${String(part ?? "").slice(0, 1)}***`)
    .join(" ");
  const about = [fields.state, fields.incident_date, fields.type_of_accident].filter(Boolean).join(", ");
  const id = String(fields.message_id).slice(0, 13);
  return `stub buyer: ${path.slice(1)} ${id} ${name} (${about || "no details"}): ${status}${times > 1 ? `, ${times} times` : ""}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { env } = await startStubs({ pageScripts: true, print: (line) => console.log(line) });
  for (const [name, value] of Object.entries(environmentOf(env))) console.log(`${name}=${value}`);
}
