import { track } from "../../machines/context/tracking.ts";
import { deriveLead, variantFacts } from "../../machines/lead/derive.ts";
import { variants } from "../../machines/registry.ts";
import { utcDay } from "../../machines/rules/dates.ts";
import { printable } from "../observe/printable.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import { Refusal } from "../operations/refusal.ts";
import { takesAlarms } from "../providers/destinations/alarm-sinks.ts";
import type { Seen } from "../providers/http.ts";
import { declaredPorts } from "../providers/index.ts";
import type { RoutedLead } from "../providers/routed-lead.ts";
import { namedIn } from "../settings/destinations/destinations.ts";
import { readSettings, type Settings } from "../settings/env.ts";
import { loadEnvFile } from "../settings/load-env.ts";
import { secretName } from "../settings/shown-settings.ts";
import { variableNames } from "../settings/variables.ts";
import { normalPhone } from "../store/engine/address-hash.ts";
import { uuid7 } from "../store/engine/uuid7.ts";
import { type Program, print } from "./program.ts";

const answers = {
  at_Fault: "no",
  physical_injury: "Yes",
  doctor_treatment: "Yes",
  injury_type: "Back or neck pain",
  accident_date_button: "Within 30 Days",
  with_Lawyer: "no",
  police_report: "yes",
  case_description: "This is a test message. No visitor sent it. Please ignore it.",
  firstName: "Test",
  lastName: "Sample",
  email: "test@example.com",
  phone: "2125550142",
  zip_code: "78701",
};

/**
 * A made-up lead of a survey. It is marked as a sample, and receivers are told.
 * @param code of the survey
 * @param at epoch milliseconds
 */
export function sampleLead(code: string, id: string, at: number, phone = answers.phone): RoutedLead {
  const variant = variants.get(code)!;
  const [path = "/survey/c"] = Object.keys(variant.entries);
  const place = { city: "Austin", state: "TX", state_long: "Texas", county: "Travis" };
  const { record, qualified, dqReason } = deriveLead(
    {
      tracking: track({ path, query: { affid: "7", oid: "57" }, referer: "" }, variant.entries[path] ?? {}),
      answers: { ...answers, phone },
      checks: { place, gibberish: "no" },
    },
    {
      today: utcDay(at),
      ip_address: "192.0.2.1",
      user_agent: "claimpath sample",
      page_referer: "",
      landing_page: "https://www.example.com",
      tcpa: "This is a test message: nobody consented to anything.",
      time_on_steps: "",
      random: 0,
      ...variantFacts(variant),
      settings: { forceEarlyTreatment: true, partialFaultStates: [], reservedSurnames: [] },
    },
  );
  const { lp_key, lp_campaign_id, lp_supplier_id, lp_action, ...posted } = record;
  return {
    about: {
      id,
      kind: "survey",
      variant: code,
      qualified,
      dqReason: dqReason || null,
      createdAt: at,
      isOptedOut: false,
      sample: true,
    },
    record: posted,
  };
}

export function addTry(program: Program): void {
  program
    .command("try")
    .description("send a marked sample to a destination of claimpath.yaml, and show request and answer")
    .argument("<destination>")
    .option("--variant <code>", "the survey whose sample is sent", "c")
    .option("--phone <number>", "the sample's number", answers.phone)
    .action(tryOut);
}

async function tryOut(name: string, { variant, phone }: { variant: string; phone: string }): Promise<void> {
  loadEnvFile();
  if (normalPhone(phone) === undefined) throw new Refusal("--phone must be a US number of ten digits.");
  await sendSample(readSettings(process.env), name, { variant: knownVariant(variant), phone });
}

/**
 * Sends a sample regardless of filters, hours and caps, and stores nothing.
 * @param env whose secrets are blanked in the output
 * @throws Refusal when there is no such destination, or it did not accept the sample
 */
export async function sendSample(
  settings: Settings,
  name: string,
  { variant = "c", phone = answers.phone }: { variant?: string; phone?: string } = {},
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const shown: string[] = [];
  const blank = blanked(configuredSecrets(settings, env));
  const ports = declaredPorts(settings, (seen) => shown.push(blank(exchangeText(seen))));
  const names = [
    ...settings.destinations.filter((each) => !takesAlarms(each)).map((each) => each.name),
    ...ports.flatMap((each) => (each.sample ? [each.name] : [])),
  ];
  const destination = ports.find((each) => each.name === name);
  if (!destination) {
    const known = names.length > 0 ? `There are ${names.join(", ")}.` : "claimpath.yaml declares none.";
    throw new Refusal(`There is no destination ${printable(name)}. ${known}`);
  }
  const id = uuid7(Date.now());
  const lead = sampleLead(variant, id, Date.now(), phone);
  const { payload, record } = (await destination.sample?.({
    ...lead.record,
    phone: String(lead.record.phone),
  })) ?? { payload: lead, record: undefined };
  const unwanted = destination.route?.unwanted(lead);
  if (unwanted) {
    const { why, its = "" } = unwanted;
    await print(
      `Its filters would not let this sample through: ${why}${its && `; ${its}`}. It is sent all the same.\n`,
    );
  }
  let ending: string;
  try {
    const {
      outcome,
      detail,
      sale = {},
    } = await destination.deliver({
      id: `${id}.${name}`,
      payload,
      attempt: 1,
      ...(record && { record: async () => record }),
    });
    const { price, buyerId } = sale;
    if (outcome === "unknown") {
      await print(shown.join(""));
      throw new Refusal(
        `Its answer is neither a yes nor a no by the rule of ${name}: ${blank(printable(detail))}.`,
      );
    }
    const paid = price === undefined ? "" : `, price ${price}`;
    ending = `${outcome}: ${detail}${paid}${buyerId === undefined ? "" : `, its id ${buyerId}`}`;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await print(shown.join(""));
    throw new Refusal(`Not delivered (${error.kind}): ${blank(error.message)}.`);
  }
  await print(`${shown.join("")}${blank(printable(ending))}\n`);
}

function knownVariant(code: string): string {
  if (variants.has(code)) return code;
  throw new Refusal(`There is no survey ${printable(code)}.`);
}

/** The environment's values under names of secrets, and all that destinations take from it. */
function configuredSecrets({ file }: Settings, env: NodeJS.ProcessEnv): string[] {
  const named = file === undefined ? [] : namedIn(file);
  const names = [...variableNames.filter((name) => secretName.test(name)), ...named];
  const values = names.flatMap((name) => [env[name] ?? "", ...(env[name] ?? "").split(/[\s,]+/)]);
  // A shorter value is a part of many words, and not a secret.
  return values.map((value) => value.trim()).filter((value) => value.length >= 4);
}

/** Takes secrets out of a text, as they are and as JSON, addresses and basic authentication write them. */
function blanked(secrets: readonly string[]): (text: string) => string {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const forms = secrets.flatMap((secret) => [
    secret,
    inJson(secret),
    // An answer that holds what it got, as text.
    inJson(inJson(secret)),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  ]);
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((all, form) => all.replaceAll(form, "…"), text);
}

/** The exchange without its headers. */
function exchangeText({ sent, status, text }: Seen): string {
  const answer = text === undefined ? "(too long to be read)" : printable(text.slice(0, 2000)) || "(no text)";
  return `Sent\n  ${printable(sent?.replace(/"lp_key":"[^"]*"/, '"lp_key":"…"') ?? "(nothing)")}\nAnswer, status ${status}\n  ${answer}\n`;
}
