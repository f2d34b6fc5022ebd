import * as z from "zod";
import { entryPaths, findEntry, type SurveyEntry } from "../../machines/registry.ts";
import { flagValue, flagValues, type PageFlags, readFlags } from "../../machines/rules/page-flags.ts";
import { closest } from "../yaml/closest.ts";
import { checked, type Fault, faultText, type Part } from "../yaml/yaml-file.ts";
import { type OwnPixels, pixelKinds } from "./page-scripts.ts";

/** Page flags and pixels of single surveys that differ from the site's (spec 4.3), by the paths of their entries. */
export type Pages = {
  flags: Record<string, Partial<PageFlags>>;
  pixels: Record<string, OwnPixels>;
};

const page = z.strictObject(
  {
    flags: z.record(z.string(), z.union([z.string(), z.boolean()]), "must have flags below it").optional(),
    pixels: z.record(z.string(), z.unknown(), "must have pixels below it").optional(),
  },
  "must have flags or pixels below it",
);

/** Reads the pages of the operator. With any fault in them, they set nothing. */
export function readPages(part: Part): { value: Pages; faults: string[] } {
  const none = { flags: {}, pixels: {} };
  const read = checked(z.record(z.string(), page, "must have paths of surveys"), part.given ?? {});
  if ("faults" in read) return { value: none, faults: read.faults.map((each) => faultText(part, each)) };

  const faults: Fault[] = [];
  const { flags: flagsAt, pixels: pixelsAt }: Pages = { flags: {}, pixels: {} };
  for (const [written, own] of Object.entries(read.data)) {
    const entry = findEntry(written);
    if (!entry) {
      faults.push({ where: [written], text: "is no survey's path", meant: closest(written, entryPaths) });
    } else if (Object.hasOwn(flagsAt, entry.path)) {
      faults.push({ where: [written], text: "is there twice" });
    } else {
      const flags = readPathFlags(own.flags ?? {}, entry);
      const pixels = pixelsOf(own.pixels ?? {});
      for (const { where, ...rest } of [...flags.faults, ...pixels.faults])
        faults.push({ where: [written, ...where], ...rest });
      flagsAt[entry.path] = flags.value;
      if (own.pixels) pixelsAt[entry.path] = pixels.value;
    }
  }
  if (faults.length > 0) return { value: none, faults: faults.map((each) => faultText(part, each)) };
  return { value: { flags: flagsAt, pixels: pixelsAt }, faults: [] };
}

/** Checks a survey's page flags as written in a file. @returns the flags, and the faults with their place below the survey */
export function readPathFlags(given: Record<string, string | boolean>, { variant }: SurveyEntry) {
  const value: Partial<PageFlags> = {};
  const faults: Fault[] = [];
  for (const [name, written] of Object.entries(given)) {
    const refuse = (text: string, meant?: string) => faults.push({ where: ["flags", name], text, meant });
    const { flags, unknown } = readFlags(`${name}:${flagValue(written)}`);
    const values = Object.hasOwn(flagValues, name) && flagValues[name as keyof typeof flagValues];
    if (!values) refuse("is no flag", closest(name, Object.keys(flagValues)));
    else if (unknown.length > 0)
      refuse(`must be one of ${[...new Set(values.map((one) => flagValue(one)))].join(", ")}`);
    // It asks for the phone number on its first screen, when there is no visit yet that a code could belong to.
    else if (flags.verifyPhone && variant.flow === "one-page")
      refuse("cannot work in a survey of one screen");
    Object.assign(value, flags);
  }
  return { value, faults };
}

function pixelsOf(given: Record<string, unknown>) {
  const value: OwnPixels = {};
  const faults: Fault[] = [];
  for (const [name, written] of Object.entries(given)) {
    const refuse = (text: string, meant?: string) => faults.push({ where: ["pixels", name], text, meant });
    const kind = Object.hasOwn(pixelKinds, name) && pixelKinds[name as keyof typeof pixelKinds];
    if (!kind) {
      const known = Object.keys(pixelKinds);
      refuse(`is none of ${known.join(", ")}`, closest(name, known));
      continue;
    }
    const isOff = written === false || written === "off";
    const read = kind.safeParse(typeof written === "number" ? String(written) : written);
    if (read.success || isOff) value[name as keyof OwnPixels] = isOff ? "off" : read.data;
    else refuse(`must be ${read.error.issues[0]!.message}, or off`);
  }
  return { value, faults };
}
