import { existsSync, readFileSync } from "node:fs";
import type { AppLoadContext } from "@remix-run/node";
import { flagValue } from "../../../machines/rules/page-flags.ts";
import { peopleFileOf } from "../../../services/console/people-file.ts";
import type { Outside } from "../../../services/providers/provider.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { type EnvFile, envFile } from "../../../services/settings/load-env.ts";
import { plainSections, plainSettings } from "../../../services/settings/plain-settings.ts";
import {
  describedSettings,
  type ShownSetting,
  shownPlain,
  shownVariables,
} from "../../../services/settings/shown-settings.ts";
import { variableNames } from "../../../services/settings/variables.ts";
import type { WordState } from "../../../services/visits/watch-words.ts";
import { shownTime } from "../ui/shown.ts";

/** A provider or a file, with its state in a word. */
export type StateRow = { name: string; state: string; tone: "good" | "bad" | "quiet"; text: string };

type SettingRow = {
  name: string;
  /** Never a secret, which is only shown as set. */
  value: string;
  /** A file and line, a variable, or `default`. */
  source: string;
  isDefault: boolean;
  about: string;
};

export type SettingsData = {
  receivers: readonly StateRow[];
  services: readonly StateRow[];
  files: readonly StateRow[];
  /** Survey pages with settings of their own. */
  pages: readonly { path: string; text: string }[];
  groups: readonly { title: string; changed: number; settings: readonly SettingRow[] }[];
  /** Where to write a change: claimpath.yaml, and the file of variables; '' where there is none yet. */
  file: string;
  variables: string;
};

/** The values that this process uses, their sources, and where to change them; secrets only as set or unset. */
export function settingsData({ services: { settings, outside, words } }: AppLoadContext): SettingsData {
  const file = fileNow();
  const variables = new Map(shownVariables(process.env, file).map((setting) => [setting.name, setting]));
  const plain = new Map(shownPlain(settings).map((setting) => [setting.name, setting]));
  return {
    receivers: rowsOf(outside.filter(({ isReceiver }) => isReceiver)),
    services: rowsOf(outside.filter(({ isReceiver }) => !isReceiver)),
    files: [
      ...(settings.file === undefined ? [] : [readRow(settings.file, settings, words.state())]),
      ...fileRow("People of the console", peopleFileOf(settings)),
      ...fileRow("PERSON_KEYS", settings.personKeys),
      ...fileRow("CONSENT_WITNESS_FILE", settings.witnesses.file),
    ],
    pages: pagesOf(settings),
    groups: [
      ...Object.keys(plainSections).flatMap((section) => {
        const own = plainSettings.filter((each) => each.section === section);
        const rows = own.map(({ name, about }) => settingRow(plain.get(name)!, about, ""));
        return rows.length > 0 ? groupOf(section, rows) : [];
      }),
      ...describedSettings(exampleText()).map(({ title, settings: described }) => {
        const rows = described.flatMap(({ name, about, byDefault }) => {
          const known = variables.get(name);
          return known ? [settingRow(known, about, byDefault)] : [];
        });
        return groupOf(`Variables: ${title}`, rows);
      }),
    ],
    file: settings.file ?? "",
    variables: file?.path ?? "",
  };
}

function groupOf(title: string, settings: SettingRow[]): SettingsData["groups"][number] {
  return { title, changed: settings.filter(({ isDefault }) => !isDefault).length, settings };
}

/** An image of the site may come without the file: settings then have no words. */
function exampleText(): string {
  if (existsSync(".env.example")) return readFileSync(".env.example", "utf8");
  return ["# --- Settings", ...variableNames.map((name) => `${name}=`)].join("\n");
}

/** Undefined also where only the start could read it. */
function fileNow(): EnvFile | undefined {
  try {
    return envFile();
  } catch {
    return undefined;
  }
}

function settingRow({ value, ...setting }: ShownSetting, about: string, byDefault: string): SettingRow {
  return { ...setting, about, value: value || byDefault || "not set" };
}

/** Providers in use come first. */
function rowsOf(outside: readonly Outside[]): StateRow[] {
  const rows = outside.map(outsideRow);
  return ["live", "test", "embedded", "off"].flatMap((each) => rows.filter(({ state }) => state === each));
}

function outsideRow({ words, mode, how, isTest }: Outside): StateRow {
  const state = mode === "live" && isTest ? "test" : mode;
  return { name: words, state, tone: state === "live" ? "good" : "quiet", text: how };
}

function fileRow(name: string, path: string | undefined): StateRow[] {
  if (!path) return [];
  const isThere = existsSync(path);
  return [
    { name, state: isThere ? "in use" : "not there yet", tone: isThere ? "good" : "quiet", text: path },
  ];
}

/** A running site reloads only the words and the experiments in claimpath.yaml. */
function readRow(
  path: string,
  { siteTimeZone }: Pick<Settings, "siteTimeZone">,
  state: WordState | undefined,
): StateRow {
  const name = "claimpath.yaml";
  if (state === undefined) return { name, state: "in use", tone: "good", text: path };
  if ("fault" in state) {
    const text = `the site uses what it said before: ${state.fault}`;
    return { name, state: "not taken up", tone: "bad", text };
  }
  const taken = `${path}, ${state.isNew ? "taken up" : "changed"} ${shownTime(state.at, siteTimeZone)}`;
  if (state.waits.length === 0) return { name, state: "in use", tone: "good", text: taken };
  const text = `${taken}; restart the site for what changed in ${state.waits.join(", ")}`;
  return { name, state: "changed", tone: "bad", text };
}

function pagesOf({ pageFlags, pixels }: AppLoadContext["services"]["settings"]): SettingsData["pages"] {
  const paths = [...new Set([...Object.keys(pageFlags), ...Object.keys(pixels.at)])].sort();
  return paths.map((path) => {
    const flags = Object.entries(pageFlags[path] ?? {}).map(([name, value]) => `${name} ${flagValue(value)}`);
    const text = [...flags, ...(Object.hasOwn(pixels.at, path) ? ["pixels of its own"] : [])].join(", ");
    return { path, text };
  });
}
