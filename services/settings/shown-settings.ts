import { readYaml } from "../yaml/yaml-file.ts";
import type { Settings } from "./env.ts";
import type { EnvFile } from "./load-env.ts";
import { plainSettings, usual } from "./plain-settings.ts";
import { textOf } from "./settings-file.ts";
import { variableNames } from "./variables.ts";

/** A setting as `.env.example` explains it. */
type DescribedSetting = { name: string; about: string; byDefault: string };

/** A part of `.env.example`, in its order. */
type SettingGroup = { title: string; settings: DescribedSetting[] };

/** @param example the text of `.env.example` */
export function describedSettings(example: string): SettingGroup[] {
  const groups: SettingGroup[] = [];
  let about: string[] = [];
  let isUsed = false;
  for (const line of example.split("\n")) {
    const [, title] = /^# --- ([^.;]+)/.exec(line) ?? [];
    const [, words] = /^# (?!---)(.+)$/.exec(line) ?? [];
    const [, name, byDefault = ""] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (title) {
      groups.push({ title, settings: [] });
      about = [];
    } else if (words) {
      about = isUsed ? [words] : [...about, words];
      isUsed = false;
    } else if (name) {
      groups.at(-1)?.settings.push({ name, about: about.join(" "), byDefault });
      // Settings that follow each other share the words above the first.
      isUsed = true;
    }
  }
  return groups;
}

/** A setting as people may see it: never a secret, nor an address's path, which may be one. */
export type ShownSetting = {
  name: string;
  /** The value, or that it is set; '' where it is not. */
  value: string;
  /** In words: a file and line, a variable, or `default`. */
  source: string;
  isDefault: boolean;
};

/** Variables whose values let somebody in, or name an account. */
export const secretName = /(KEYS?|SECRETS?|TOKEN|HEADERS|SID|_ID|ACCOUNT_CODE)$/;

type Env = Record<string, string | undefined>;

/** @param env that the process was started with, its file included @param file as it is now */
export function shownVariables(env: Env, file?: EnvFile): ShownSetting[] {
  return variableNames.map((name) => {
    const value = env[name]?.trim() ?? "";
    const source = value === "" ? "default" : sourceOf(name, env, file);
    return { name, value: value && shownValue(name, value), source, isDefault: value === "" };
  });
}

/** Where a variable comes from; its file says something else when it was changed since the start, or the environment overrules it. */
function sourceOf(name: string, env: Env, file: EnvFile | undefined): string {
  const inFile = file?.values[name]?.trim() ?? "";
  if (inFile === "") return "environment";
  return inFile === env[name]?.trim() ? file!.path : `environment; ${file!.path} says something else`;
}

/** The settings of claimpath.yaml, by `section.key`. */
export function shownPlain({ file: path, contents }: Pick<Settings, "file" | "contents">): ShownSetting[] {
  const now = path === undefined ? undefined : readYaml(path, "CLAIMPATH_FILE");
  const yaml = now && "document" in now ? now : undefined;
  return plainSettings.map((setting) => {
    const { section, key, name } = setting;
    const inForce = textOf((contents[section] as Record<string, unknown> | null | undefined)?.[key]);
    const inFile = textOf(yaml?.document.getIn([section, key])?.valueOf());
    const isElsewhere = yaml !== undefined && String(inFile) !== String(inForce);
    const elsewhere = isElsewhere ? `; ${path} says something else` : "";
    if (inForce === undefined)
      return { name, value: usual(setting), source: `default${elsewhere}`, isDefault: true };
    const place = yaml?.place([section, key]).replace(/ column \d+$/, "") ?? path!;
    return {
      name,
      value: shownValue(name, inForce),
      source: isElsewhere ? `the start${elsewhere}` : place,
      isDefault: false,
    };
  });
}

function shownValue(name: string, value: string): string {
  if (secretName.test(name)) return "set";
  if (!value.includes("://")) return value;
  // Several addresses, or one in a form of its own.
  if (!URL.canParse(value) || value.includes(",")) return "set";
  const { protocol, host } = new URL(value);
  return `${protocol}//${host}`;
}
