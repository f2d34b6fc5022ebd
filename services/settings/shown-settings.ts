import { settingNames } from "./env.ts";
import type { EnvFile } from "./load-env.ts";

/** A setting as people may see it: never a secret, nor an address's path, which may be one. */
export type ShownSetting = {
  name: string;
  /** The value, or that there is one; '' where the default holds. */
  value: string;
  source: "environment" | "file" | "default";
  /** The file says something else: it was changed since the start, or the environment overrules it. */
  isElsewhere: boolean;
};

/** Settings whose values let somebody in, or name an account. */
export const secretName = /(KEYS?|SECRETS?|TOKEN|HEADERS|SID|_ID|ACCOUNT_CODE)$/;

/** @param env that the process was started with, its file included @param file as it is now */
export function shownSettings(env: Record<string, string | undefined>, file?: EnvFile): ShownSetting[] {
  return settingNames.map((name) => {
    const value = env[name]?.trim() ?? "";
    const inFile = file?.values[name]?.trim() ?? "";
    const source = value === "" ? "default" : value === inFile ? "file" : "environment";
    const isElsewhere = inFile !== "" && inFile !== value;
    return { name, value: value && shownValue(name, value), source, isElsewhere };
  });
}

function shownValue(name: string, value: string): string {
  if (secretName.test(name)) return "set";
  if (!value.includes("://")) return value;
  // More than one address, or one in a form of its own.
  if (!URL.canParse(value) || value.includes(",")) return "set";
  const { protocol, host } = new URL(value);
  return `${protocol}//${host}`;
}
