import type { z } from "zod";
import type { Finding } from "../observe/finding.ts";
import type { Log } from "../observe/log.ts";
import type { AlarmSink, Destination } from "../providers/ports.ts";
import type { Settings } from "../settings/env.ts";
import type { Connection } from "../store/engine/connection.ts";
import type { Store } from "../store/store.ts";

/** What the core gives a feature while a site runs. */
export type Core = {
  settings: Settings;
  store: Store;
  destinations: readonly Destination[];
  /** Receivers with `takes: alarms`: they get messages for people, and no leads. */
  sinks: readonly AlarmSink[];
  /** Epoch milliseconds. */
  now: () => number;
  log: Log;
};

/** Work that goes on in the background until the site stops. */
export type Job = { stop(): Promise<void> };

/** A row of the console's health page; it is red where `isBad`. */
export type Figure = { name: string; value: string; isBad: boolean; href?: string };

/** One setting of claimpath.yaml. `was`: the variable that said it in releases before this one. */
export type OwnSetting = { was: string; kind: z.ZodType; about: string };

/**
 * Everything that one feature brings to the program. The core loops over `services/features.ts` and names none of them:
 * a feature goes with its folders and its lines there and in `app/features.ts`.
 *
 * Nothing of it can undo what the core did: jobs and findings run after the fact, and what they throw is logged.
 * Code that only a running site or one command needs is imported when it is called, so that a start does not load it.
 */
export type Feature<Tables = unknown> = {
  /** The name of its folders, under services/features, app/features and test/features. */
  name: string;
  /**
   * Its tables: their names, as the move to PostgreSQL copies them, and the queries that `store` offers under the feature's name.
   * The migrations that made them stay with the store's, because a store remembers which ones it has had and refuses
   * to start without one of them.
   */
  tables?: { names: readonly string[]; of: (connection: Connection, now: () => number) => Tables };
  /** Its settings, in the section of claimpath.yaml in which an owner looks for them. */
  settings?: { section: string; keys: Readonly<Record<string, OwnSetting>> };
  start?: (core: Core) => Promise<Job>;
  /** What `doctor` says about its settings. */
  findings?: (settings: Settings) => readonly Finding[];
  health?: (store: Store) => Promise<readonly Figure[]>;
};

/** A feature's own settings as the owner gave them, or their defaults. */
export function ownSettings<Keys extends Readonly<Record<string, OwnSetting>>>(
  { plain }: Pick<Settings, "plain">,
  { section }: { section: string; keys: Keys },
): { [Key in keyof Keys]: z.infer<Keys[Key]["kind"]> } {
  return (plain as Readonly<Record<string, unknown>>)[section] as never;
}
