import { existsSync, readFileSync, statSync } from "node:fs";
import type { AppLoadContext } from "@remix-run/node";
import { flagValue } from "../../../machines/rules/page-flags.ts";
import { peopleFileOf } from "../../../services/console/people-file.ts";
import type { Outside } from "../../../services/providers/outside.ts";
import { describedSettings } from "../../../services/settings/described-settings.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { settingNames } from "../../../services/settings/env.ts";
import { type EnvFile, envFile } from "../../../services/settings/load-env.ts";
import { type ShownSetting, shownSettings } from "../../../services/settings/shown-settings.ts";
import { type WordFile, wordFiles } from "../../../services/settings/words.ts";
import type { WordState } from "../../../services/visits/watch-words.ts";
import { shownTime } from "../ui/shown-time.ts";
import type { SettingRow, SettingsData, StateRow } from "./settings-data.ts";

/** Files that are read at the start, by their settings. */
const readAtStart = ["DESTINATIONS_FILE", "BUYERS_FILE", "EXPERIMENTS_FILE"];

/** What this process works with, from where, and where to change it; of secrets only that they are set. */
export function settingsData({ services: { settings, outside, words } }: AppLoadContext): SettingsData {
  const file = fileNow();
  const shown = new Map(shownSettings(process.env, file).map((setting) => [setting.name, setting]));
  const groups = describedSettings(exampleText()).map(({ title, settings: described }) => {
    const rows = described.flatMap(({ name, about, byDefault }) => {
      const known = shown.get(name);
      return known ? [settingRow(known, { about, byDefault, file })] : [];
    });
    return { title, changed: rows.filter(({ source }) => source !== "default").length, settings: rows };
  });
  return {
    receivers: rowsOf(outside.filter(({ isReceiver }) => isReceiver)),
    services: rowsOf(outside.filter(({ isReceiver }) => !isReceiver)),
    files: [
      ...readAtStart.flatMap((name) => fileRow(name, process.env[name]?.trim(), true)),
      ...wordFiles.flatMap((name) => wordRow(name, settings, words.states().get(name))),
      ...fileRow("People of the console", peopleFileOf(settings), false),
      ...fileRow("PERSON_KEYS", settings.personKeys, false),
      ...fileRow("CONSENT_WITNESS_FILE", settings.witnesses.file, false),
    ],
    pages: pagesOf(settings),
    groups,
    file: file?.path ?? "",
  };
}

/** An image of the site may come without the file: settings then have no words. */
function exampleText(): string {
  if (existsSync(".env.example")) return readFileSync(".env.example", "utf8");
  return ["# --- Settings", ...settingNames.map((name) => `${name}=`)].join("\n");
}

/** Undefined also where only the start could read it. */
function fileNow(): EnvFile | undefined {
  try {
    return envFile();
  } catch {
    return undefined;
  }
}

function settingRow(
  { name, value, source, isElsewhere }: ShownSetting,
  { about, byDefault, file }: { about: string; byDefault: string; file: EnvFile | undefined },
): SettingRow {
  const from = source === "file" ? file!.path : source;
  const elsewhere = isElsewhere ? `; ${file!.path} says something else` : "";
  return { name, about, value: value || byDefault || "not set", source: from + elsewhere };
}

/** What is in use comes first. */
function rowsOf(outside: readonly Outside[]): StateRow[] {
  const rows = outside.map(outsideRow);
  return ["live", "test", "embedded", "off"].flatMap((each) => rows.filter(({ state }) => state === each));
}

function outsideRow({ words, mode, how, isTest }: Outside): StateRow {
  const state = mode === "live" && isTest ? "test" : mode;
  return { name: words, state, tone: state === "live" ? "good" : "quiet", text: how };
}

/** @param isRead at the start alone, so that a change waits for the next one */
function fileRow(name: string, path: string | undefined, isRead: boolean): StateRow[] {
  if (!path) return [];
  const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (changedAt === undefined) {
    const [state, tone] = isRead ? (["missing", "bad"] as const) : (["not there yet", "quiet"] as const);
    return [{ name, state, tone, text: path }];
  }
  const startedAt = Date.now() - process.uptime() * 1000;
  if (isRead && changedAt > startedAt)
    return [
      { name, state: "changed", tone: "bad", text: `${path}: restart the site to use what it says now` },
    ];
  return [{ name, state: "in use", tone: "good", text: path }];
}

/** A file whose words are taken up while the site runs. */
function wordRow(
  name: WordFile,
  { wordPaths, siteTimeZone }: Pick<Settings, "wordPaths" | "siteTimeZone">,
  state: WordState | undefined,
): StateRow[] {
  const path = wordPaths[name];
  if (path === undefined) return [];
  if (state === undefined) return [{ name, state: "in use", tone: "good", text: path }];
  if ("fault" in state)
    return [
      {
        name,
        state: "not taken up",
        tone: "bad",
        text: `the site uses what it said before: ${state.fault}`,
      },
    ];
  const taken = `${path}, taken up ${shownTime(state.at, siteTimeZone)}`;
  if (state.waits === "") return [{ name, state: "in use", tone: "good", text: taken }];
  return [{ name, state: "changed", tone: "bad", text: `${taken}; restart the site for ${state.waits}` }];
}

function pagesOf({ pageFlags, pixels }: AppLoadContext["services"]["settings"]): SettingsData["pages"] {
  const paths = [...new Set([...Object.keys(pageFlags), ...Object.keys(pixels.at)])].sort();
  return paths.map((path) => {
    const flags = Object.entries(pageFlags[path] ?? {}).map(([name, value]) => `${name} ${flagValue(value)}`);
    const text = [...flags, ...(Object.hasOwn(pixels.at, path) ? ["pixels of its own"] : [])].join(", ");
    return { path, text };
  });
}
