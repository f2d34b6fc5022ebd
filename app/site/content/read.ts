import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { z } from "zod";
import { type YamlFile, yamlIn } from "../../../services/yaml/yaml-file.ts";

/** Content that cannot be shown. It stops the start and the build, so its words are all that is printed. */
export function contentFault(faults: readonly string[]): Error {
  const message = `Content has to be mended:\n${faults.map((fault) => `- ${fault}`).join("\n")}`;
  return Object.assign(new Error(message), { stack: message });
}

/** Where content leads to, and the place that says so. */
export const links: { place: string; href: string }[] = [];

/** A file of this folder, and its name as faults say it. */
export function contentFile(file: string): { path: string; text: string } {
  const whole = join(import.meta.dirname, file);
  return { path: relative(process.cwd(), whole), text: readFileSync(whole, "utf8") };
}

/** The Markdown files in a folder of this one, by their names. */
export function markdownIn(folder: string): string[] {
  const names = readdirSync(join(import.meta.dirname, folder)).sort();
  return names.filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
}

/** What is in a text of YAML, as a schema wants it. */
export function readYamlIn<Kind extends z.ZodType>(
  { path, text }: { path: string; text: string },
  schema: Kind,
): { found: z.output<Kind>; place: YamlFile["place"] } {
  const yaml = yamlIn(text, path);
  if ("faults" in yaml) throw contentFault(yaml.faults);
  const { document, place } = yaml;
  const checked = schema.safeParse(document.toJS(), { reportInput: true });
  if (checked.success) return { found: checked.data, place };
  throw contentFault(checked.error.issues.flatMap((issue) => inWords(issue, place)));
}

function inWords(issue: z.core.$ZodIssue, place: YamlFile["place"]): string[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `${place([...issue.path, key])}: nothing is called ${key} here`);
  const isMissing = issue.input === undefined && issue.code !== "custom";
  const name = String(issue.path.at(-1));
  return [`${place(issue.path)}: ${isMissing ? `${name} is missing` : issue.message}`];
}
