import * as z from "zod";
import { entryPaths, findEntry, type SurveyEntry } from "../../machines/registry.ts";
import { flagValue, flagValues, type PageFlags, readFlags } from "../../machines/rules/page-flags.ts";
import { closest, didYouMean } from "./closest.ts";
import { type OwnPixels, pixelKinds } from "./pixels.ts";
import { type Path, readYaml } from "./yaml-file.ts";

/** Page flags and pixels of single surveys that differ from the site's (spec 4.3), by the paths of their entries. */
export type PagesFile = {
  flags: Record<string, Partial<PageFlags>>;
  pixels: Record<string, OwnPixels>;
  /** A sentence for each mistake in the file; the program then refuses to start. */
  faults: string[];
};

const page = z.strictObject(
  {
    flags: z.record(z.string(), z.union([z.string(), z.boolean()]), "must have flags below it").optional(),
    pixels: z.record(z.string(), z.unknown(), "must have pixels below it").optional(),
  },
  "must have flags or pixels below it",
);

type Fault = { where: Path; text: string };

/** Reads the operator's file of pages, in YAML or JSON. With any fault in it, it sets nothing. */
export function pagesFile(path: string): PagesFile {
  const file = readYaml(path, "PAGES_FILE");
  if ("faults" in file) return { flags: {}, pixels: {}, faults: file.faults };
  const say = ({ where, text }: Fault) => `${file.place(where)}: ${text}`;
  const given: unknown = file.document.toJS() ?? {};
  const read = z.record(z.string(), page, "must have paths of surveys").safeParse(given);
  if (!read.success) {
    return { flags: {}, pixels: {}, faults: read.error.issues.map((issue) => say(faultOf(issue))) };
  }

  const faults: Fault[] = [];
  const flagsAt: PagesFile["flags"] = {};
  const pixelsAt: PagesFile["pixels"] = {};
  for (const [written, own] of Object.entries(read.data)) {
    const entry = findEntry(written);
    if (!entry) {
      faults.push({
        where: [written],
        text: `there is no survey at ${written}${meant(written, entryPaths)}`,
      });
    } else if (Object.hasOwn(flagsAt, entry.path)) {
      faults.push({ where: [written], text: `${entry.path} is there twice` });
    } else {
      const flags = readPathFlags(own.flags ?? {}, entry);
      const pixels = pixelsOf(own.pixels ?? {});
      for (const { where, text } of [...flags.faults, ...pixels.faults])
        faults.push({ where: [written, ...where], text });
      flagsAt[entry.path] = flags.value;
      if (own.pixels) pixelsAt[entry.path] = pixels.value;
    }
  }
  if (faults.length > 0) return { flags: {}, pixels: {}, faults: faults.map(say) };
  return { flags: flagsAt, pixels: pixelsAt, faults: [] };
}

/** Checks a survey's page flags as written in a file. @returns the flags, and the faults with their place below the survey */
export function readPathFlags(given: Record<string, string | boolean>, { variant }: SurveyEntry) {
  const value: Partial<PageFlags> = {};
  const faults: Fault[] = [];
  for (const [name, written] of Object.entries(given)) {
    const refuse = (text: string) => faults.push({ where: ["flags", name], text });
    const { flags, unknown } = readFlags(`${name}:${flagValue(written)}`);
    const values = Object.hasOwn(flagValues, name) && flagValues[name as keyof typeof flagValues];
    if (!values) refuse(`${name} is no flag${meant(name, Object.keys(flagValues))}`);
    else if (unknown.length > 0)
      refuse(`${name} must be one of ${[...new Set(values.map((one) => flagValue(one)))].join(", ")}`);
    // It asks for the phone number on its first screen, when there is no visit yet that a code could belong to.
    else if (flags.verifyPhone && variant.flow === "one-page")
      refuse("verifyPhone cannot work in a survey of one screen");
    Object.assign(value, flags);
  }
  return { value, faults };
}

function pixelsOf(given: Record<string, unknown>) {
  const value: OwnPixels = {};
  const faults: Fault[] = [];
  for (const [name, written] of Object.entries(given)) {
    const refuse = (text: string) => faults.push({ where: ["pixels", name], text });
    const kind = Object.hasOwn(pixelKinds, name) && pixelKinds[name as keyof typeof pixelKinds];
    if (!kind) {
      refuse(
        `${name} is none of ${Object.keys(pixelKinds).join(", ")}${meant(name, Object.keys(pixelKinds))}`,
      );
      continue;
    }
    const isOff = written === false || written === "off";
    const read = kind.safeParse(typeof written === "number" ? String(written) : written);
    if (read.success || isOff) value[name as keyof OwnPixels] = isOff ? "off" : read.data;
    else refuse(`${name} must be ${read.error.issues[0]!.message}, or off`);
  }
  return { value, faults };
}

function faultOf(issue: z.core.$ZodIssue): Fault {
  if (issue.code !== "unrecognized_keys") return { where: issue.path, text: issue.message };
  const key = issue.keys[0]!;
  const text = `${key} is not known here${meant(key, Object.keys(page.shape))}`;
  return { where: [...issue.path, key], text };
}

const meant = (word: string, known: readonly string[]) => didYouMean(closest(word, known));
