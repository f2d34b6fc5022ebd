/** Settings that differ from path to path, written `<path>=<text>;<path>=<text>`. */
import * as z from "zod";
import { findEntry, type SurveyEntry } from "../../machines/registry.ts";
import { type PageFlags, readFlags } from "../../machines/rules/page-flags.ts";

/** What was read of one path's text, or what is wrong with it, as words that go in brackets. */
export type PathText<Value> = { value: Value } | { fault: string };

/**
 * A setting with a value for each path.
 * @param example of a correct one
 * @param read the text of one path
 */
export function byPath<Value>(example: string, read: (text: string, entry: SurveyEntry) => PathText<Value>) {
  return z.string().transform((all, context): Record<string, Value> => {
    const values: Record<string, Value> = {};
    const refuse = (fault: string) => {
      context.issues.push({ code: "custom", message: `in the form ${example} (${fault})`, input: all });
      return z.NEVER;
    };
    for (const part of all.split(";").map((one) => one.trim())) {
      if (part === "") continue;
      const [, path = part, text] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
      const entry = findEntry(path.trim());
      if (!entry) return refuse(`there is no survey at ${path.trim()}`);
      if (text === undefined) return refuse(`nothing is set for ${entry.path}`);
      if (Object.hasOwn(values, entry.path)) return refuse(`${entry.path} is there twice`);
      const found = read(text, entry);
      if ("fault" in found) return refuse(`${found.fault} for ${entry.path}`);
      values[entry.path] = found.value;
    }
    return values;
  });
}

/** Page flags, in the form of the query's `flags=`. */
export const pageFlagsByPath = byPath("/survey/c=theme:v3,verifyPhone;/survey/v7=logo:v2", readPathFlags);

function readPathFlags(text: string, { variant }: SurveyEntry): PathText<Partial<PageFlags>> {
  const { flags, unknown } = readFlags(text);
  if (unknown.length > 0) return { fault: `"${unknown[0]}" is no flag, or no value of one,` };
  // Its phone number is asked for on the first screen, when there is no visit yet that a code could belong to.
  if (flags.verifyPhone && variant.flow === "one-page") {
    return { fault: "verifyPhone cannot work in a survey of one screen, and cannot be set" };
  }
  return { value: flags };
}
