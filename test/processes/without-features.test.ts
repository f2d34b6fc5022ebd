import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { allFeatures } from "../../services/features.ts";
import { answersC } from "../support/answers.ts";
import { runProcess } from "../support/run-command.ts";
import { dataKey } from "../support/sealed.ts";
import { send } from "../support/send.ts";
import { startSiteProcess } from "../support/site.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const program =
  "app machines services public package.json package-lock.json remix.config.js tsconfig.json vite.config.ts";
const owners = ["services/features", "app/features", "machines/features"];
const lists = [
  "services/features.ts",
  "app/features.ts",
  "machines/features.ts",
  "app/feature-parts.ts",
  "app/feature-scripts.ts",
  "app/feature-islands.ts",
  "app/feature-endpoints.ts",
  "app/feature-thanks.ts",
  "app/feature-leads.ts",
];

const foldersIn = (owner: string) =>
  readdirSync(owner, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const features = [...new Set(owners.flatMap(foldersIn))].sort();

/** A feature, and all that it needs. */
function withNeeds(name: string): string[] {
  const needs = [...allFeatures, ...pageFeatures].flatMap((each) =>
    each.name === name ? (each.needs ?? []) : [],
  );
  return [name, ...needs.flatMap(withNeeds)];
}

/** A copy of the program, to take apart. */
const copy = mkdtempSync(join(tmpdir(), "claimpath-core-"));
beforeAll(() => {
  for (const part of program.split(" ")) cpSync(part, join(copy, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Deletes the folders and lines of all features but these, as an engineer would who takes them out. */
function keep(kept: readonly string[]): void {
  for (const name of features) {
    for (const path of owners.map((owner) => join(owner, name)).filter((path) => existsSync(path))) {
      if (kept.includes(name)) cpSync(path, join(copy, path), { recursive: true });
      else rmSync(join(copy, path), { recursive: true, force: true });
    }
  }
  for (const list of lists) writeFileSync(join(copy, list), linesOf(readFileSync(list, "utf8"), kept));
}

function linesOf(list: string, kept: readonly string[]): string {
  const gone = features.filter((name) => !kept.includes(name));
  const isGone = (line: string) => gone.some((name) => line.includes(`features/${name}/`));
  const lines = list.split("\n");
  const names = lines.filter(isGone).flatMap((line) => /^import (?:\* as |\{ )(\w+)/.exec(line)?.[1] ?? []);
  const rest = lines.filter((line) => !isGone(line)).join("\n");
  return names.reduce((text, name) => text.replace(new RegExp(`(?<=[[\\s])${name}(?:,|(?=\\]))`), ""), rest);
}

describe("the program without a feature", () => {
  it("builds, takes a survey to a delivered lead, and erases it", async () => {
    keep([]);
    const { status, stderr } = spawnSync(process.execPath, ["app/server/ready.mjs"], {
      cwd: copy,
      encoding: "utf8",
      // Vite takes what runs under Vitest for a test.
      env: { ...process.env, VITEST: undefined },
    });
    expect(status, stderr).toBe(0);
    await using site = await startSiteProcess({}, copy);
    const visitor = await new JsonVisitor(site.url).open();
    expect((await visitor.finish()).status).toBe(200);
    expect(storedLeads(site.databaseFile)).toHaveLength(1);
    const states = () =>
      query<{ status: string }>(site.databaseFile, "select status from outbox").map(({ status }) => status);
    await waitFor(
      "its delivery",
      () => states().length > 0 && states().every((state) => state === "delivered"),
    );
    const erased = await runProcess(
      `privacy delete --email ${answersC.NameAndEmail!.email} --yes`,
      { DATABASE_URL: site.databaseUrl, DATA_KEYS: dataKey },
      { project: copy },
    );
    expect(erased).toMatchObject({ status: 0 });
    expect(storedLeads(site.databaseFile).map(({ record }) => record)).toEqual([{}]);
  });

  it.each(features)("starts with %s alone, and what it needs", async (name) => {
    keep(withNeeds(name));
    await using site = await startSiteProcess({ stubs: false }, copy);
    expect((await send(site.url, "/survey/c")).status).toBe(200);
    expect((await send(site.url, "/readyz")).status).toBe(200);
  });
});
