/** What files say: claimpath.yaml, and those of earlier releases, which count in this one as long as a variable names them. */
import { type Document, isScalar, visit } from "yaml";
import * as z from "zod";
import type { Testimonial } from "../../machines/messages/testimonials.ts";
import { allFeatures } from "../features.ts";
import { type Buyers, readBuyers } from "./buyers.ts";
import { type CampaignsSaid, readCampaigns } from "./campaigns.ts";
import { type CompanySaid, readCompany, readQuotes } from "./company.ts";
import { type Destinations, destinationKeys, readDestinations } from "./destinations/destinations.ts";
import { goneKeys } from "./gone-settings.ts";
import { type Pages, readPages } from "./pages.ts";
import { type Plain, plainSections, plainSettings } from "./plain-settings.ts";
import { variableNames } from "./variables.ts";
import { checked, type Fault, faultText, type Part, readYaml, type YamlFile } from "./yaml-file.ts";

type Env = Record<string, string | undefined>;

const ownSections = allFeatures.flatMap(({ section }) => section ?? []);

/** Sections with contents of their own, by the variables that named a file of each in releases before this one. */
export const ownFiles: Readonly<Record<string, string>> = {
  DESTINATIONS_FILE: "destinations",
  BUYERS_FILE: "buyers",
  PAGES_FILE: "pages",
  CAMPAIGNS_FILE: "campaigns",
  TESTIMONIALS_FILE: "quotes",
  COMPANY_FILE: "company",
  ...Object.fromEntries(ownSections.flatMap(({ name, was }) => (was ? [[was.variable, name]] : []))),
};

/** What variables of earlier releases are called in claimpath.yaml. */
export const olderNames: ReadonlyMap<string, string> = new Map([
  ...plainSettings.map(({ was, name }) => [was, name] as const),
  ...Object.entries(ownFiles),
]);

/** Keys that were written in another way in files of their own. */
const olderKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(ownSections.flatMap(({ was }) => (was ? [[was.variable, was.keys]] : []))),
  BUYERS_FILE: { dailyCap: "daily-cap" },
  PAGES_FILE: { adTracking: "ad-tracking" },
  COMPANY_FILE: { legalName: "legal-name", registeredIn: "registered-in", barRecord: "bar-record" },
};

export type Said = {
  plain: Plain;
  destinations: Destinations;
  /** Undefined: the operator has named no buyers. */
  buyers: Buyers | undefined;
  pages: Pages;
  /** What features' own sections say, by their names. */
  sections: Readonly<Record<string, unknown>>;
  campaigns: CampaignsSaid;
  quotes: Testimonial[];
  company: CompanySaid;
  /** The files that say it. */
  files: readonly { name: string; path: string }[];
  /** Their contents by sections, as they are written. */
  contents: Readonly<Record<string, unknown>>;
  /** A sentence for each mistake; the program then refuses to start. */
  faults: string[];
};

const plainShapes = Object.keys(plainSections).map((name) => {
  const own = plainSettings.filter(({ section }) => section === name);
  const keys = Object.fromEntries(own.map(({ key }) => [key, z.unknown().optional()]));
  return [name, z.strictObject(keys, "must have settings below it").nullish()] as const;
});
const outline = z
  .strictObject(
    {
      ...Object.fromEntries(plainShapes),
      ...Object.fromEntries(
        [...Object.values(ownFiles), ...ownSections.map(({ name }) => name), ...destinationKeys].map(
          (each) => [each, z.unknown().optional()],
        ),
      ),
    },
    "must have sections, such as company",
  )
  .nullable();

const noDestinations: Destinations = { destinations: [], affiliates: {}, faults: [] };
const noCampaigns: CampaignsSaid = { ids: [], headlines: new Map(), ofFeatures: {}, reports: [] };
const noCompany: CompanySaid = { standing: {}, photos: [] };

/** Reads all that files and variables of earlier releases say. @param env whose variables win over the files */
export function readFiles(env: Env): Said {
  const files: { name: string; path: string }[] = [];
  const faults: string[] = [];
  const open = (variable: string, name: string): YamlFile | undefined => {
    const path = env[variable]?.trim();
    if (!path) return undefined;
    files.push({ name, path });
    const file = readYaml(path, variable);
    if ("faults" in file) faults.push(...file.faults);
    return "faults" in file ? undefined : file;
  };
  const main = open("CLAIMPATH_FILE", "claimpath.yaml");
  const whole = main && { path: main.path, name: "", given: main.document.toJS(), place: main.place };
  if (whole) {
    const read = checked(outline, whole.given);
    if ("faults" in read) faults.push(...read.faults.map((fault) => faultText(whole, better(fault))));
  }
  const given = mapping(whole?.given);
  const contents: Record<string, unknown> = { ...given };

  const plain = readPlain(env, given, (fault) =>
    faults.push(whole && fault.where.length > 0 ? faultText(whole, fault) : fault.text),
  );
  /** Reads the file of its own, if there is one, and the section, which has to be right although the file wins. */
  const read = <Value>(
    variable: string | undefined,
    by: (part: Part) => { value: Value; faults: string[] },
    name = ownFiles[variable ?? ""]!,
  ): Value | undefined => {
    const parts: Part[] = [];
    const own = variable === undefined ? undefined : open(variable, variable);
    if (own) {
      renamed(own.document, olderKeys[variable!] ?? {});
      const content: unknown = own.document.toJS();
      contents[name] = name === "company" ? { ...mapping(given[name]), ...mapping(content) } : content;
      parts.push({ path: own.path, name, given: content, place: own.place });
    }
    if (main && given[name] != null)
      parts.push({ path: main.path, name, given: given[name], place: (path) => main.place([name, ...path]) });
    const [first, ...others] = parts.map(by);
    for (const each of [first, ...others]) faults.push(...(each?.faults ?? []));
    return first?.value;
  };

  const receivers = open("DESTINATIONS_FILE", "DESTINATIONS_FILE");
  if (receivers) Object.assign(contents, mapping(receivers.document.toJS()));
  const [destinations = noDestinations, ...overruled] = [receivers, main].flatMap((file) =>
    file ? [readDestinations(file, env, file === receivers)] : [],
  );
  for (const each of [destinations, ...overruled]) faults.push(...each.faults);
  return {
    plain,
    destinations,
    buyers: read("BUYERS_FILE", readBuyers),
    pages: read("PAGES_FILE", readPages) ?? { flags: {}, pixels: {} },
    sections: Object.fromEntries(
      ownSections.map((each) => [each.name, read(each.was?.variable, each.read, each.name) ?? each.none]),
    ),
    campaigns: read("CAMPAIGNS_FILE", readCampaigns) ?? noCampaigns,
    quotes: read("TESTIMONIALS_FILE", readQuotes) ?? [],
    company: read("COMPANY_FILE", (part) => readCompany(part, part.path !== main?.path)) ?? noCompany,
    files,
    contents,
    faults,
  };
}

const mapping = (given: unknown): Record<string, unknown> =>
  typeof given === "object" && given !== null && !Array.isArray(given) ? { ...given } : {};

/** A variable's name is no key of the file; that of an earlier release has one. */
function better(fault: Fault): Fault {
  const gone = goneKeys.get(fault.where.join("."));
  if (gone !== undefined) return { ...fault, text: gone, meant: undefined };
  const key = String(fault.where.at(-1));
  const name = olderNames.get(key);
  if (name !== undefined) return { ...fault, text: `is called ${name} here`, meant: undefined };
  return variableNames.some((each) => each === key)
    ? { ...fault, text: "is a variable of the environment and stands in no file", meant: undefined }
    : fault;
}

/** Each from its variable of earlier releases, else from the file, else its default. */
function readPlain(env: Env, given: Record<string, unknown>, refuse: (fault: Fault) => void): Plain {
  const plain: Record<string, Record<string, unknown>> = {};
  for (const { section, key, was, kind } of plainSettings) {
    const variable = env[was]?.trim();
    const where = variable ? [] : [section, key];
    const said = mapping(given[section])[key];
    const isOne = [said].flat().every((each) => typeof each !== "object" || each === null);
    if (!isOne) refuse({ where: [section, key], text: "must be a single value, or a list of them" });
    const read = kind.safeParse(variable || (isOne ? textOf(said) : undefined));
    plain[section] = { ...plain[section], [key]: read.data };
    for (const { message } of read.error?.issues ?? [])
      refuse({ where, text: `${variable ? `${was} ` : ""}must be ${message}` });
  }
  return plain as Plain;
}

/** A value of the file as a variable would have it. */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "boolean") return value ? "on" : "off";
  return (Array.isArray(value) ? value.map(String).join(",") : String(value)).trim() || undefined;
}

function renamed(document: Document, names: Readonly<Record<string, string>>): void {
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && Object.hasOwn(names, String(key.value))) key.value = names[String(key.value)];
    },
  });
}

/** What is said in the environment by a name of earlier releases, in a sentence; undefined for nothing. */
export function olderNamesIn(env: Env): string | undefined {
  const given = [...olderNames].filter(([name]) => env[name]?.trim());
  if (given.length === 0) return undefined;
  const list = given.map(([was, name]) => `${was} is ${name} there`).join(", ");
  return `these variables count in this release for the last time, and over claimpath.yaml, where they belong (npm run claimpath -- settings prints it): ${list}.`;
}
