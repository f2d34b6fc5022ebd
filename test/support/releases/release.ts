import { readdirSync, readFileSync } from "node:fs";
import { type Migration, sql } from "kysely";
import { migrations } from "../../../services/store/engine/migrations/migrations.ts";

export type Row = Record<string, string | number | null>;

/** A release's store, as `npm run lab -- upgrade` made it. */
export type Release = {
  /** Epoch milliseconds. */
  madeAt: number;
  /** The settings of the site that made it; the next release gets the same. */
  settings: Record<string, string>;
  /** The migrations of its store. */
  migrations: string[];
  /** A lead, and visitors in the middle of a survey. */
  visitors: Standing[];
  /** The rows of its store. */
  rows: { table: string; row: Row }[];
};

/** A visitor in the middle of a survey. */
export type Standing = {
  way: "forms" | "scripts";
  /** How many questions are answered. */
  stop: number;
  step: string;
  address: string;
  cookie: string;
  /** The hidden fields of the form that is open in the browser, or what scripts have in their place. */
  form: Record<string, string>;
};

const folder = "test/support/releases";

/** The commits of the releases that are kept. */
export const releases = readdirSync(folder).flatMap((file) => /^(.*)\.jsonl$/.exec(file)?.[1] ?? []);

/** Reads one; its first line is everything but the rows. */
export function releaseOf(commit: string): Release {
  const [head, ...rows] = readFileSync(`${folder}/${commit}.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { ...head, rows };
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}`);
const turns = [
  "consent-log",
  "code-tries",
  "analytics",
  "retention",
  "analysts-words",
  ...numbered("session", 256),
  ...numbered("velocity", 64),
];

/** The migrations as a store ran them whose tables are those of release 0.1.0. */
export const migrationsFromRelease: Record<string, Migration> = {
  ...migrations,
  "001-first": {
    async up(db) {
      const tables = readFileSync(`${folder}/0.1.0.sql`, "utf8").replace(/^\s*--.*$/gm, "");
      const rows = `insert into turns (name) values ${turns.map((name) => `('${name}')`)}`;
      for (const statement of [...tables.trim().split(/;\s*(?=\n|$)/), rows])
        if (statement.trim()) await sql.raw(statement).execute(db);
    },
  },
};
