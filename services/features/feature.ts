import type { z } from "zod";
import type { AssignedArm } from "../../machines/context/tracking.ts";
import type { Program } from "../commands/program.ts";
import type { Gate } from "../delivery/outbox/gate.ts";
import type { Finding } from "../observe/finding.ts";
import type { Log } from "../observe/log.ts";
import type { Line } from "../operations/story.ts";
import type { AlarmSink, Destination } from "../providers/ports.ts";
import type { DestinationProvider } from "../providers/provider.ts";
import type { ChangedTerms } from "../providers/route.ts";
import type { Settings } from "../settings/env.ts";
import type { ContactPoints } from "../store/engine/address-hash.ts";
import type { Connection, Writer } from "../store/engine/connection.ts";
import type { OutboxQueue } from "../store/outbox/outbox-queue.ts";
import type { Lead } from "../store/rows.ts";
import type { Bookkeeping } from "../store/sales/ledger-fill.ts";
import type { NewsReader } from "../store/sales/news.ts";
import type { Store } from "../store/store.ts";
import type { Part } from "../yaml/yaml-file.ts";

/** The core's services for a feature while a site runs. */
export type Core = {
  settings: Settings;
  store: Store;
  /** Terms as the console has changed them, the same object until the next change is read. */
  terms: ChangedTerms;
  destinations: readonly Destination[];
  /** Receivers with `takes: alarms`: they get messages for people, and no leads. */
  sinks: readonly AlarmSink[];
  /** Makes the outbox look for messages that have become due. */
  outbox: { wake(): void };
  /**
   * Has the site go over to what its file says now, as a start does: what runs by the old settings ends what it has begun
   * while the new ones serve. Undefined where nothing is served.
   */
  renew?: () => Promise<void>;
  /** Epoch milliseconds. */
  now: () => number;
  log: Log;
};

/** The core's services for what stands before receivers. */
export type GateMeans = Pick<Core, "settings" | "store" | "destinations" | "now" | "log"> & {
  /** A number in [0, 1) that spreads what is tried again. */
  random: () => number;
};

/** Background work that runs until the site stops. */
export type Job = { stop(): Promise<void> };

/** The contents of features' own sections in the owner's file, by name. */
export type Sections = { readonly sections: Readonly<Record<string, unknown>> };

/** A section of claimpath.yaml with contents of its own. */
export type OwnSection<Value = unknown> = {
  name: string;
  about: string;
  /** The example that `claimpath settings` prints. */
  example: string;
  /** The value of a file without the section. */
  none: Value;
  /** @param running the value of a running site that takes up the file, where it is to be the next */
  read(part: Part, running?: Value): { value: Value; faults: string[] };
  /** A running site takes it up; it is then read even where the file has it no more, with `given` undefined. */
  isTakenUp?: true;
  /** Why no sale depends on it, where that is so: the suite of pairs leaves it out. */
  withoutSale?: string;
  /** Secrets in it are written as `${NAME}` and come from the environment, as those of receivers do. */
  hasSecrets?: true;
};

/** The arm that a browser is shown at a survey's path; undefined if it is in none. `at`: when the page is or was first shown. */
export type Assign = (path: string, sessionId: string, at: number) => AssignedArm | undefined;

/** Which versions of a survey's page its visitors are shown. */
export type Arms = {
  /** Undefined where nobody is in any, so that first views on such a site cost nothing extra. */
  assign: Assign | undefined;
  /**
   * What visitors to a path may be shown there, now, before or later: paths of surveys. Empty where everybody sees the
   * same.
   */
  shownAt(path: string): readonly string[];
  /**
   * All arms, also of experiments that wait or have ended. `words`: the set of the owner's words that it says; `shows`: the
   * paths of the surveys that it shows.
   */
  names: readonly (Pick<AssignedArm, "experiment" | "name" | "words"> & { shows: readonly string[] })[];
};

/** A row of the console's health page; it is red where `isBad`. */
export type Figure = { name: string; value: string; isBad: boolean; href?: string };

/** Counts of a survey, each with what it counts in the plural. */
export type Figures = readonly (readonly [count: number, of: string])[];

/** A feature's commands in `claimpath`. */
export type Commands = {
  /** The command that they follow in the help; without one of that name, they come last. */
  after: string;
  /** Gives what adds them, each with its arguments, options and help; it is loaded only when the command line runs. */
  load: () => Promise<(program: Program) => void>;
};

/** A feature's setting for one affiliate, below a key of its own in `campaigns`. */
export type OwnCampaignKey<Value = unknown> = {
  key: string;
  kind: z.ZodType<Value>;
  /** A few words for the list of what `campaigns` contains. */
  about: string;
  /** Its lines, as `claimpath settings` prints them. */
  example: string;
};

/** How a feature reads news of leads, which the core keeps for it. Its name is the feature's. */
export type OwnNews = {
  reader: (settings: Settings) => Omit<NewsReader, "name">;
  /** The console's word for one of its messages. */
  noun: string;
  /** Their receivers, in the plural. */
  to: string;
};

/** A setting of claimpath.yaml. */
export type OwnSetting = { kind: z.ZodType; about: string };

/**
 * Everything that one feature brings to the program. The core loops over `services/features.ts` and names none of them:
 * a feature goes with its folders and its lines there and in `app/features.ts`.
 *
 * Nothing of it can undo what the core did: jobs and findings run after the fact, and what they throw is logged. Only
 * `before` is asked first.
 * Code that only a running site or one command needs is imported when it is called, so that a start does not load it.
 */
export type Feature<Tables = unknown, Running extends Job = Job> = {
  /** The name of its folders, under services/features, app/features and test/features. */
  name: string;
  /** Features that it does not work without: it may import from them, and a list that lacks one is refused. */
  needs?: readonly string[];
  /** What it adds to features that it needs, by their names. Each of them declares the type of such additions. */
  adds?: Readonly<Record<string, unknown>>;
  /**
   * Its tables: their names, as the move to PostgreSQL copies them, and the queries that `store` offers under the
   * feature's name. The migrations that made them stay with the store's, because a store remembers which ones it has
   * had and refuses to start without one of them.
   */
  tables?: {
    names: readonly string[];
    of: (
      connection: Connection,
      now: () => number,
      bookkeeping: Bookkeeping,
      /** The keyed hash of a text, which differs from other features'. */
      hash: (text: string) => string,
    ) => Tables;
    /** Deletes what they have of somebody who is erased, in that transaction. @param reaches the person's addresses and numbers */
    forget?: (
      trx: Writer,
      reaches: readonly ContactPoints[],
      hash: (text: string) => string,
    ) => Promise<void>;
  };
  /** Its settings, in the section of claimpath.yaml in which an owner looks for them. */
  settings?: {
    section: string;
    keys: Readonly<Record<string, OwnSetting>>;
    /** Why no sale depends on them, where that is so: the suite of pairs leaves them out. */
    withoutSale?: string;
  };
  section?: OwnSection;
  /** Its environment variables: secrets, addresses. `.env.example` explains each of them. */
  variables?: Readonly<Record<string, z.ZodType>>;
  campaign?: OwnCampaignKey;
  /** Contradictions between its settings and the others, in words: the program then refuses to start. */
  faults?: (settings: Settings) => readonly string[];
  /** Addresses of its settings that a public site should not have on this machine, with what they are of. */
  addresses?: (settings: Settings) => readonly (readonly [of: string, addresses: string])[];
  /** Receivers of the outbox. The name of each of their rows has a dot (`aboutLeads`), unless it is sent the lead itself. */
  receivers?: DestinationProvider;
  /**
   * Reads what happens to a lead: it was stored (`lead`), `sold`, `returned`, `corrected`. The core records that in the
   * same transaction and goes on; the feature reads it afterwards, once, again after a failure and across a crash.
   */
  news?: OwnNews;
  /**
   * What stands before every receiver of a lead, asked at each attempt to send one (`services/delivery/outbox/gate.ts`); undefined
   * where the settings want none, so that nothing is asked. The one place in which a feature can hold the core back.
   */
  before?: (means: GateMeans) => Gate["ask"] | undefined;
  /** Its result is among the site's services, in `running` under its name in the list: its own pages find it there. */
  start?: (core: Core) => Promise<Running>;
  /** What starts before the site's own work and stops after all of it, including the closing of the store. */
  around?: (settings: Settings, log: Log) => Promise<Job | undefined>;
  /** `doctor`'s findings on its settings. */
  findings?: (settings: Settings) => readonly Finding[];
  /** `doctor`'s findings on its tables. @param at epoch milliseconds */
  storeFindings?: (
    connection: Pick<Connection, "read">,
    at: number,
    settings: Pick<Settings, "arms">,
  ) => Promise<readonly Finding[]>;
  /** `doctor`'s findings on its messages in the outbox, such as a rejected token. */
  outboxFindings?: (outbox: Pick<OutboxQueue, "depth" | "list">) => Promise<readonly Finding[]>;
  arms?: (settings: Sections) => Arms;
  commands?: Commands;
  /** Its counters, by the names of metrics, with their help texts. */
  counters?: Readonly<Record<string, string>>;
  /** Its part in the history of a lead. */
  story?: (store: Store, lead: Lead, settings: Settings) => Promise<readonly Line[]>;
  health?: (store: Store) => Promise<readonly Figure[]>;
  /**
   * Its figures on each survey in the list of charts, for roles that see numbers, by the surveys' codes, with a clause
   * that explains them.
   */
  figures?: {
    about: string;
    of(running: Running, settings: Settings): Promise<ReadonlyMap<string, Figures>>;
  };
};

/** The contents of a feature's own section in the owner's file. */
export function ownSection<Value>({ sections }: Sections, { name }: OwnSection<Value>): Value {
  return sections[name] as Value;
}

/** A feature's own settings as the owner gave them, or their defaults. */
export function ownSettings<Keys extends Readonly<Record<string, OwnSetting>>>(
  { plain }: Pick<Settings, "plain">,
  { section }: { section: string; keys: Keys },
): { [Key in keyof Keys]: z.infer<Keys[Key]["kind"]> } {
  return (plain as Readonly<Record<string, unknown>>)[section] as never;
}

/** A feature's own variables, checked. */
export function ownVariables<Own extends Readonly<Record<string, z.ZodType>>>(
  { variables }: Pick<Settings, "variables">,
  _: Own,
): { [Name in keyof Own]: z.infer<Own[Name]> } {
  return variables as never;
}

/** The values of a feature's key in `campaigns`, for each affiliate that has it. */
export function ofCampaigns<Value>(
  settings: Pick<Settings, "ofCampaigns">,
  { key }: OwnCampaignKey<Value>,
): readonly { affiliate: string; said: Value }[] {
  return (settings.ofCampaigns[key] ?? []) as readonly { affiliate: string; said: Value }[];
}
