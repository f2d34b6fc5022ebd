/** The company behind the site, people's statements about it, and what visitors can expect. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import type { Language } from "../../machines/steps/step.ts";
import { languages } from "../words/languages.ts";
import { checked, type Fault, faultText, type Part } from "../yaml/yaml-file.ts";
import { inEachLanguage, line, phoneOf, webAddress } from "./kinds.ts";
import { defaultFacts, type Plain, plainSettings } from "./plain-settings.ts";

const some = <Item extends z.ZodType>(item: Item) =>
  z.array(item, "must be a list").max(100, "must have 100 entries at most");

/** The operator's facts about the company. Pages omit the missing ones. */
const standing = {
  "legal-name": line(120).optional(),
  /** Where the company is registered, as it is read: `Delaware`. */
  "registered-in": line(60).optional(),
  /** When somebody answers the telephone. */
  hours: inEachLanguage(line(120)).optional(),
  team: some(
    z.strictObject(
      { name: line(80), role: line(120), photo: line(200).optional() },
      "must have name and role",
    ),
  ).optional(),
  /** The reviewer of the articles. */
  reviewer: z
    .strictObject(
      { name: line(80), title: line(120), "bar-record": webAddress, photo: line(200).optional() },
      "must have name, title and bar-record",
    )
    .optional(),
  /** Law firms that take part. */
  firms: some(
    z.strictObject(
      { name: line(120), city: line(80), "bar-record": webAddress },
      "must have name, city and bar-record",
    ),
  ).optional(),
};
const plainKeys = plainSettings.flatMap(({ section, key }) =>
  section === "company" ? [[key, z.unknown().optional()] as const] : [],
);
const section = z.strictObject({ ...Object.fromEntries(plainKeys), ...standing }, "must have keys below it");

export type CompanySaid = {
  /** As the pages show it: `photo` is an address of this site. */
  standing: {
    legalName?: string;
    registeredIn?: string;
    hours?: Record<Language, string>;
    team?: { name: string; role: string; photo?: string }[];
    reviewer?: { name: string; title: string; barRecord: string; photo?: string };
    firms?: { name: string; city: string; barRecord: string }[];
  };
  photos: Photo[];
};

/** Reads the company's facts, and the photos that are named by paths relative to the file. */
export function readCompany(part: Part): { value: CompanySaid; faults: string[] } {
  const none = { standing: {}, photos: [] };
  const refuse = (faults: Fault[]) => ({ value: none, faults: faults.map((each) => faultText(part, each)) });
  const read = checked(section, part.given ?? {});
  if ("faults" in read) return refuse(read.faults);
  const { "legal-name": legalName, "registered-in": registeredIn, hours, team, reviewer, firms } = read.data;
  const photos: Photo[] = [];
  const faults: Fault[] = [];
  const shown = <Person extends { photo?: string }>(person: Person, where: Fault["where"]): Person => {
    if (person.photo === undefined) return person;
    const photo = readPhoto(resolve(dirname(part.path), person.photo));
    if ("fault" in photo) faults.push({ where: [...where, "photo"], text: photo.fault });
    else photos.push(photo);
    return { ...person, photo: "fault" in photo ? undefined : photo.address };
  };
  const at = <Listed extends { "bar-record": string }>({ "bar-record": barRecord, ...rest }: Listed) => ({
    ...rest,
    barRecord,
  });
  const said = {
    ...(legalName !== undefined && { legalName }),
    ...(registeredIn !== undefined && { registeredIn }),
    ...(hours && { hours }),
    ...(team && { team: team.map((each, index) => shown(each, ["team", index])) }),
    ...(reviewer && { reviewer: shown(at(reviewer), ["reviewer"]) }),
    ...(firms && { firms: firms.map(at) }),
  };
  return faults.length > 0 ? refuse(faults) : { value: { standing: said, photos }, faults: [] };
}

/** Largest photo, in bytes: a face is shown at 96 px. */
const largest = 200_000;

const typeOfStart: [start: Buffer, type: string, ending: string][] = [
  [Buffer.from([0xff, 0xd8, 0xff]), "image/jpeg", "jpg"],
  [Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "image/png", "png"],
];

/** A picture as the site serves it. Its address changes with its bytes, so that browsers may keep it for good. */
export type Photo = { address: string; type: string; bytes: Buffer };

/** The photo in a file, or what is wrong with it. */
function readPhoto(path: string): Photo | { fault: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return { fault: `must be a file that can be read, which ${path} is not` };
  }
  const format = typeOfStart.find(([start]) => bytes.subarray(0, start.length).equals(start));
  if (!format) return { fault: "must be a JPEG or PNG picture" };
  if (bytes.length > largest) return { fault: `must be at most ${largest / 1000} KB` };
  const [, type, ending] = format;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return { address: `/photos/${hash}.${ending}`, type, bytes };
}

/** A quote. `consent` records how we know that we may show it; no page shows that. */
const quotes = z
  .array(
    z.strictObject(
      {
        quote: line(600),
        name: line(60),
        place: line(60),
        date: z.iso.date("must be a day such as 2026-01-31"),
        language: z.enum(languages, `must be ${languages.join(" or ")}`),
        consent: line(300),
      },
      "must have quote, name, place, date, language and consent",
    ),
    "must be a list of quotes",
  )
  .max(50, "must have 50 quotes at most");

/** A person's statement about the service, published with their permission. `date` is YYYY-MM-DD. */
export type Testimonial = { quote: string; name: string; place: string; date: string; language: Language };

/** Reads people's statements about the service. With any fault in them, nobody is quoted. */
export function readQuotes(part: Part): { value: Testimonial[]; faults: string[] } {
  const read = checked(quotes, part.given);
  if ("faults" in read) return { value: [], faults: read.faults.map((each) => faultText(part, each)) };
  return { value: read.data.map(({ consent, ...shown }) => shown), faults: [] };
}

export function companySettings({ company }: Plain, { standing, photos }: CompanySaid) {
  return {
    company: {
      siteName: company.name,
      phone: phoneOf(company.phone),
      email: company.email,
      address: company.address,
    },
    /** Apart from the company, because no survey needs it. */
    about: {
      ...standing,
      /** Longest wait for a firm's first call, where the operator knows it. */
      firstCallWithin: company["first-call-within"],
      /** Numbers that the firms call from; empty if unknown. */
      callsComeFrom: (company["calls-come-from"] ?? []).map(phoneOf),
      /** Longest wait for an answer to a message of the contact form. */
      replyWithin: company["reply-within"],
    },
    /** Faces of the people who are named. */
    photos,
    siteTimeZone: company["time-zone"],
  };
}

type Company = ReturnType<typeof companySettings>["company"];

/** The company's facts that are still fictitious defaults, by their keys in claimpath.yaml, with the consequence. */
function fictitious({ siteName, phone, email, address }: Company): [key: string, harm: string][] {
  const facts: [boolean, string, string][] = [
    [siteName === defaultFacts.name, "company.name", ""],
    [phone.dial === defaultFacts.phone, "company.phone", "nobody answers the calls of visitors"],
    [email === defaultFacts.email, "company.email", "nobody reads the messages of visitors"],
    [address === defaultFacts.address, "company.address", ""],
  ];
  return facts.filter(([isDefault]) => isDefault).map(([, key, harm]) => [key, harm]);
}

/** A sentence for each fact about the company that is still the fictitious default. */
export function fictitiousFacts(company: Company): string[] {
  return fictitious(company).map(([key, harm]) => `${key} is the fictitious default${harm && `: ${harm}`}.`);
}

/** The same in one line, with the remedy; none where every fact is the company's own. */
export function fictitiousInBrief(company: Company): string[] {
  const facts = fictitious(company);
  if (facts.length === 0) return [];
  const keys = facts.map(([key]) => key);
  const harms = facts.map(([, harm]) => harm).filter(Boolean);
  const which =
    keys.length === 1 ? `${keys[0]} is the fictitious default` : `${keys.join(", ")} are fictitious defaults`;
  return [`${which}${harms.length > 0 ? `: ${harms.join(", ")}` : ""}. \`npm run setup\` asks for yours.`];
}
