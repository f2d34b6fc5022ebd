/** The contents of claimpath.yaml. */
import * as z from "zod";
import { allFeatures } from "../features.ts";
import {
  checked,
  type Fault,
  faultText,
  type Part,
  readYaml,
  type YamlFile,
  yamlIn,
} from "../yaml/yaml-file.ts";
import { type Buyers, readBuyers } from "./buyers.ts";
import { type CampaignsSaid, readCampaigns } from "./campaigns.ts";
import { type CompanySaid, readCompany, readQuotes, type Testimonial } from "./company.ts";
import {
  type Destinations,
  destinationKeys,
  readDestinations,
  secretFaults,
} from "./destinations/destinations.ts";
import { goneKeys, moved } from "./gone-settings.ts";
import { type Pages, readPages } from "./pages.ts";
import { type Plain, plainSections, plainSettings } from "./plain-settings.ts";
import { variableNames } from "./variables.ts";

type Env = Record<string, string | undefined>;

const ofFeatures = allFeatures.flatMap(({ section }) => section ?? []);
/** Sections with contents of their own. */
export const ownSections: readonly string[] = [
  "buyers",
  "pages",
  "campaigns",
  "quotes",
  "company",
  ...ofFeatures.map(({ name }) => name),
];

export type Said = {
  plain: Plain;
  destinations: Destinations;
  /** Undefined: the operator has named no buyers. */
  buyers: Buyers | undefined;
  pages: Pages;
  /** The contents of features' own sections, by name. */
  sections: Readonly<Record<string, unknown>>;
  campaigns: CampaignsSaid;
  quotes: Testimonial[];
  company: CompanySaid;
  /** The path of the file; undefined without one. */
  file: string | undefined;
  /** Its content by sections, as it is written. */
  contents: Readonly<Record<string, unknown>>;
  /** A sentence for each mistake; the program then refuses to start. */
  faults: string[];
};

/** Whatever a later look at the section or setting has to say of it. */
const anything = z.unknown().optional();
const plainShapes = Object.keys(plainSections).map((name) => {
  const own = plainSettings.filter(({ section }) => section === name);
  const keys = Object.fromEntries(own.map(({ key }) => [key, anything]));
  return [name, z.strictObject(keys, "must have settings below it").nullish()] as const;
});
const outline = z
  .strictObject(
    {
      ...Object.fromEntries(plainShapes),
      ...Object.fromEntries([...ownSections, ...destinationKeys].map((each) => [each, anything])),
    },
    "must have sections, such as company",
  )
  .nullable();

const noDestinations: Destinations = { destinations: [], affiliates: {}, faults: [] };
const noCampaigns: CampaignsSaid = { ids: [], headlines: new Map(), ofFeatures: {} };
const noCompany: CompanySaid = { standing: {}, photos: [] };

/** Sections of features that a running site takes up. */
export const takenUp: readonly string[] = ofFeatures.flatMap((each) => (each.isTakenUp ? each.name : []));

/**
 * Reads claimpath.yaml.
 * @param env whose CLAIMPATH_FILE names it, and which has the secrets that it names
 * @param running features' sections of a running site, which those that it takes up are to follow
 * @param text to be read in place of what the file has
 */
export function readFile(env: Env, running?: Said["sections"], text?: string): Said {
  const path = env.CLAIMPATH_FILE?.trim() || undefined;
  const read =
    text !== undefined
      ? yamlIn(text, path ?? "claimpath.yaml")
      : path === undefined
        ? undefined
        : readYaml(path, "CLAIMPATH_FILE");
  const faults: string[] = read && "faults" in read ? [...read.faults] : [];
  const file = read && "document" in read ? read : undefined;
  const whole = file && { path: file.path, name: "", given: file.document.toJS(), place: file.place };
  if (whole) {
    const outlined = checked(outline, whole.given);
    if ("faults" in outlined) faults.push(...outlined.faults.map((fault) => faultText(whole, better(fault))));
  }
  const contents = mapping(whole?.given);
  const plain = readPlain(contents, (fault) => faults.push(faultText(whole!, fault)));
  const own = <Value>(
    name: string,
    by: (part: Part) => { value: Value; faults: string[] },
    isAlways = false,
  ) => {
    if (!file || (contents[name] == null && !isAlways)) return undefined;
    const place: Part["place"] = (below) => file.place([name, ...below]);
    const { value, faults: wrong } = by({ path: file.path, name, given: contents[name], place });
    faults.push(...wrong);
    return value;
  };
  const destinations = file ? readDestinations(file, env) : noDestinations;
  faults.push(...destinations.faults);
  return {
    plain,
    destinations,
    buyers: own("buyers", readBuyers),
    pages: own("pages", readPages) ?? { flags: {}, pixels: {} },
    sections: Object.fromEntries(
      ofFeatures.map((each) => {
        const { name, none, hasSecrets, isTakenUp } = each;
        const follows = isTakenUp ? running?.[name] : undefined;
        const by = (part: Part) => each.read(part, follows);
        const withOwn = hasSecrets && file ? withSecrets(file, env, by) : by;
        return [name, own(name, withOwn, follows !== undefined) ?? none];
      }),
    ),
    campaigns: own("campaigns", readCampaigns) ?? noCampaigns,
    quotes: own("quotes", readQuotes) ?? [],
    company: own("company", readCompany) ?? noCompany,
    file: path,
    contents,
    faults,
  };
}

/** Reads a section once the environment's secrets stand in it. */
function withSecrets<Read>(
  { document }: YamlFile,
  env: Env,
  by: (part: Part) => Read & { faults: string[] },
): (part: Part) => Read & { faults: string[] } {
  return (part) => {
    const lacking = secretFaults(document, env, [part.name]);
    const given: unknown = (document.toJS() as Record<string, unknown>)[part.name];
    const read = by({ ...part, given });
    const own = lacking.map((fault) => faultText(part, { ...fault, where: fault.where.slice(1) }));
    // A missing variable has no other fault.
    return own.length > 0 ? { ...read, faults: own } : read;
  };
}

const mapping = (given: unknown): Record<string, unknown> =>
  typeof given === "object" && given !== null && !Array.isArray(given) ? { ...given } : {};

/** A variable's name is no key of the file; one of an earlier release is called otherwise here. */
function better(fault: Fault): Fault {
  const gone = goneKeys.get(fault.where.join("."));
  if (gone !== undefined) return { ...fault, text: gone, meant: undefined };
  const key = String(fault.where.at(-1));
  const name = moved[key];
  if (name !== undefined) return { ...fault, text: `is called ${name} here`, meant: undefined };
  return variableNames.some((each) => each === key)
    ? { ...fault, text: "is a variable of the environment and stands in no file", meant: undefined }
    : fault;
}

/** Each from the file, else its default. */
function readPlain(given: Record<string, unknown>, refuse: (fault: Fault) => void): Plain {
  const plain: Record<string, Record<string, unknown>> = {};
  for (const { section, key, kind } of plainSettings) {
    const where = [section, key];
    const said = mapping(given[section])[key];
    const isOne = [said].flat().every((each) => typeof each !== "object" || each === null);
    if (!isOne) refuse({ where, text: "must be a single value, or a list of them" });
    const read = kind.safeParse(isOne ? textOf(said) : undefined);
    plain[section] = { ...plain[section], [key]: read.data };
    for (const { message } of read.error?.issues ?? []) refuse({ where, text: `must be ${message}` });
  }
  return plain as Plain;
}

/** A single value as a text, which kinds check; variables and the file have the same kinds. */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "boolean") return value ? "on" : "off";
  return (Array.isArray(value) ? value.map(String).join(",") : String(value)).trim() || undefined;
}
