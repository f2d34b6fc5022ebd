import { dayCounter, dayInWords } from "../../calendar/days.ts";
import { allFeatures } from "../../features.ts";
import { type Finding, note, ok, wrong } from "../../observe/finding.ts";
import { whoIsNamed } from "../../providers/buyers.ts";
import { receivers } from "../../providers/index.ts";
import { endsSoonMs, keyEnds } from "../../providers/key-ends.ts";
import type { Destination } from "../../providers/ports.ts";
import { isBuyer, qualifiedOf, takesText } from "../../providers/route.ts";
import { fictitiousFacts } from "../../settings/company.ts";
import type { Settings } from "../../settings/env.ts";
import type { EnvFile } from "../../settings/load-env.ts";
import { isLoopback } from "../../settings/near-addresses.ts";
import {
  guessableSecrets,
  isOpenUnnamed,
  openFaults,
  openWaysOf,
  standInsOf,
} from "../../settings/public-site.ts";
import { variableNames } from "../../settings/variables.ts";
import { closest, didYouMean } from "../../yaml/closest.ts";

/** The setting that switches a receiver between test and real leads. */
const switches: Record<string, string> = {
  "lead-prosper": "delivery.lead-prosper-test",
  "contact-ingest": "delivery.contact-ingest-test",
  distribution: "delivery.distribution-test",
  "transformed-lead": "delivery.transformed-lead-test",
  "ticket-lead": "delivery.ticket-lead-test",
};

/** Lists the receivers that still get test messages, and the setting that would send them real leads. */
export function lookAtReceivers(receivers: readonly Destination[]): Finding[] {
  return receivers
    .filter(({ configured, isTest }) => configured && isTest)
    .map(({ name }) => {
      const by = switches[name] ? `${switches[name]} is on` : `${name} has no mode: live in destinations`;
      return note(`${by}: leads sent to ${name} are marked as tests.`);
    });
}

/**
 * Parts of the settings file that are read differently than meant: names that are almost settings', lone quotation
 * marks.
 */
export function lookAtFile(file: EnvFile | undefined): Finding[] {
  if (!file) return [];
  const { path, text, values } = file;
  const names = Object.keys(values).flatMap((name) => {
    if (variableNames.some((known) => known === name)) return [];
    const meant = closest(name, variableNames);
    const isNear = meant !== undefined && Math.abs(meant.length - name.length) <= 2;
    return isNear ? [note(`${name} in ${path} is no setting${didYouMean(meant)}`)] : [];
  });
  const quotes = [...text.matchAll(/^\s*(\w+)=[^\s"'\\][^"'\\\n]*["'][^"'\\\n]*$/gm)].map(([, name]) =>
    note(`${name} in ${path} loses its quotation mark: put the value into double quotes.`),
  );
  return [...names, ...quotes];
}

/** Lists valid settings that are probably mistakes: facts of a fictitious company, and settings unsafe on a public site. */
export function lookAtSettings(settings: Settings, now = Date.now): Finding[] {
  const { siteOrigin, trustProxy, company, hashKey, consentLogKey, witnesses, databaseUrl } = settings;
  const isPublic = !isLoopback(siteOrigin) || isOpenUnnamed(settings);
  const known = receivers(settings);
  const hasBuyer = known.some(
    ({ name, configured, route }) => (route || name === "lead-prosper") && configured,
  );
  const odd: [boolean, string][] = [
    [!siteOrigin.startsWith("https:"), "SITE_ORIGIN is not https: cookies and answers are sent unencrypted."],
    [trustProxy === 0, "TRUST_PROXY is 0: behind a proxy all visitors would share its address."],
    [!hasBuyer, "Neither a LeadProsper account nor destinations: leads are stored and not sent."],
    [
      hashKey === undefined,
      "HASH_KEY is not set: the key of the suppression list is stored beside the list.",
    ],
    [
      consentLogKey === undefined,
      `CONSENT_LOG_KEY is not set: the log of consents is signed by ${databaseUrl.startsWith("file:") ? "the key file beside the database; keep a copy elsewhere" : "the first of SESSION_SECRETS, and gets another name with it"}.`,
    ],
    [
      !witnesses.file && !witnesses.url && !witnesses.email && !witnesses.timestampUrl,
      "No witness gets the consent log's heads: somebody who has database and key could rewrite the past unseen (CONSENT_WITNESS_FILE).",
    ],
  ];
  odd.push(...unsafe(settings));
  odd.push(...openWaysOf(settings).map((text): [boolean, string] => [true, text]));
  for (const { setting, host, where } of settings.standIns)
    odd.push([where === "a private network", `${setting} leads to ${host}, which is in a private network.`]);
  const notes = isPublic ? odd.filter(([is]) => is).map(([, text]) => note(text)) : [];
  return [
    ok("The settings are valid."),
    ...allFeatures.flatMap(({ findings }) => findings?.(settings) ?? []),
    ...lookAtBuyersTakes(settings),
    ...lookAtKeyEnds(settings, now()),
    ...notes,
    ...openFaults(settings).map(note),
    ...[...guessableSecrets(settings), ...standInsOf(settings)].map(wrong),
    ...fictitiousFacts(company).map(note),
    ...(isPublic ? lookAtReceivers(known) : []),
  ];
}

/** The leads that paying receivers take: one that pays for a disqualified lead asks for the money back. */
function lookAtBuyersTakes({ destinations }: Settings): Finding[] {
  return destinations.filter(isBuyer).map((declared) => {
    const text = `${declared.name} buys ${takesText(declared)}`;
    const isUsual = [true, "not disqualified"].includes(qualifiedOf(declared));
    return isUsual ? ok(`${text}.`) : note(`${text}, because destinations says so (only: qualified).`);
  });
}

/** Receivers whose keys end soon: with an expired key leads are refused. */
function lookAtKeyEnds(settings: Settings, at: number): Finding[] {
  return [...keyEnds(settings)].map(([name, end]) => {
    const day = dayInWords(dayCounter(settings.siteTimeZone)(end));
    if (end <= at) return wrong(`The key of ${name} has ended, on ${day}.`);
    return end - at < endsSoonMs
      ? wrong(`The key of ${name} ends on ${day}: ask for a new one.`)
      : ok(`The key of ${name} ends on ${day}.`);
  });
}

/** Settings that are valid but unsafe on a public site. */
function unsafe({ dataKeys, ...settings }: Settings): [boolean, string][] {
  const isOpen = (url: string) => {
    const hostname = URL.canParse(url) && new URL(url).hostname;
    return !!hostname && !isLoopback(`http://${hostname}`) && !/sslmode=(require|verify)/.test(url);
  };
  return [
    [
      dataKeys !== undefined && settings.personKeys === undefined,
      "PERSON_KEYS is not set: who has DATA_KEYS can read people in older backups who were erased since.",
    ],
    [
      isOpen(settings.databaseUrl),
      "DATABASE_URL is another machine without sslmode=verify-full: what is stored goes there unencrypted.",
    ],
  ];
}

/** Reports whom one-to-one consents name: a survey whose consent names nobody works, but wastes its traffic. */
export function lookAtBuyers(settings: Parameters<typeof whoIsNamed>[0]): Finding[] {
  return whoIsNamed(settings).map(({ isSomebody, text }) => (isSomebody ? ok(text) : note(text)));
}
