import { readdirSync, readFileSync } from "node:fs";

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
