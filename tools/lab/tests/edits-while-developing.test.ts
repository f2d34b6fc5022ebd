import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { desktop, inChromium } from "../../../test/support/browser.ts";

/** A copy of the project, to be edited. */
const folder = mkdtempSync(join(tmpdir(), "claimpath-writing-"));
const chart = join(folder, "machines/variants/v4nv.ts");
const written = readFileSync("machines/variants/v4nv.ts", "utf8");
const slow = 120_000;
let child: ChildProcess;
let url: string;

/** Vite's first answers and the failures that this test brings about. */
const allowed = [/websocket/i, /use-sync-external-store/, /status of 500/];
const { it } = inChromium({ ...desktop, allowed });

beforeAll(async () => {
  for (const part of ["app", "machines", "services", "public", "tools", "package.json", "tsconfig.json"])
    cpSync(part, join(folder, part), { recursive: true });
  for (const part of ["vite.config.ts", "remix.config.js"]) cpSync(part, join(folder, part));
  // As links where that is possible; Vite hands out nothing from outside its folder.
  if (spawnSync("cp", ["-al", "node_modules", folder]).status !== 0)
    spawnSync("cp", ["-a", "node_modules", folder]);
  for (const words of ["init -q", "add machines package.json", "commit -q -m Before"])
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...words.split(" ")], {
      cwd: folder,
    });
  const start = 'import("../../../app/server/developing/develop.ts").then(({ develop }) => develop())';
  child = spawn(process.execPath, ["--input-type=module", "--eval", start], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "development",
      VITEST: "",
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: `file:${join(folder, "claimpath.db")}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  url = await new Promise((found) => {
    let output = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      output += chunk;
      const ready = /Claimpath is ready: (https?:\/\/[^/]+)/.exec(output);
      if (ready) found(ready[1]!);
    });
  });
}, slow);
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const save = (change: (text: string) => string) => writeFileSync(chart, change(written));

it(
  "a saved chart is drawn again by itself, where it was, and an error in it is a page that goes away",
  async ({ page }) => {
    await page.goto(`${url}/graphs/v4nv?at=HasLawyer`, { timeout: slow });
    expect(await page.locator("[data-findings]").count()).toBe(0);

    save((text) => text.replace("HasLawyer:", 'Lost: { on: { NEXT: "AtFault" } },\n      HasLawyer:'));
    await page.locator('[data-node="Lost"]').waitFor({ timeout: slow });
    expect(await page.locator("#picked-title").textContent()).toBe("Has lawyer");
    const findings = page.locator("[data-findings]");
    expect(await findings.textContent()).toContain("Nothing leads to Lost.");
    const line = written.split("\n").findIndex((each) => each.includes("HasLawyer:")) + 1;
    expect(await findings.textContent()).toContain(`machines/variants/v4nv.ts:${line}`);
    expect(await findings.getByRole("link").first().getAttribute("href")).toBe(
      `vscode://file${chart}:${line}`,
    );

    save((text) => text.replace('NEXT: "HasLawyer"', 'NEXT: { guard: "notInjurd", target: "HasLawyer" }'));
    await findings
      .getByText("There is no guard notInjurd. Did you mean notInjured?")
      .waitFor({ timeout: slow });

    save((text) => text.replace('NEXT: "HasLawyer"', 'NEXT: "HasLawyr"'));
    const failure = page.locator("[data-failure]");
    await failure.waitFor({ timeout: slow });
    const said = await failure.textContent();
    expect(said).toContain("'HasLawyr' does not exist");
    expect(said).toContain("Did you mean HasLawyer?");
    const wrong = written.split("\n").findIndex((each) => each.includes('NEXT: "HasLawyer"')) + 1;
    expect(said).toContain(`machines/variants/v4nv.ts:${wrong}`);

    save((text) => text);
    await page.locator('[data-node="HasLawyer"]').waitFor({ timeout: slow });

    save((text) => text.replace("states: {", "states: {{"));
    await failure.waitFor({ timeout: slow });
    expect(await failure.textContent()).toMatch(
      /This file cannot be read: .+machines\/variants\/v4nv\.ts:\d+/s,
    );

    save((text) => text);
    await page.locator('[data-node="HasLawyer"]').waitFor({ timeout: slow });
  },
  slow,
);

it(
  "a saved text is on its page by itself, and a mistake in it is a page that goes away",
  async ({ page }) => {
    const file = join(folder, "app/site/content/en/articles/timeline.md");
    const before = readFileSync(file, "utf8");
    await page.goto(`${url}/car-accident-lawsuits/timeline/`, { timeout: slow });
    writeFileSync(file, before.replace("title: How long does", "title: How many years does"));
    await page.getByRole("heading", { name: "How many years does" }).waitFor({ timeout: slow });
    writeFileSync(file, before.replace("## The first days", "## The first {days}"));
    await page
      .getByText("app/site/content/en/articles/timeline.md line 31: there is no fact {days} here")
      .first()
      .waitFor({ timeout: slow });
    writeFileSync(file, before);
    await page.getByRole("heading", { name: "How long does" }).waitFor({ timeout: slow });
  },
  slow,
);

it(
  "a chart is compared with what it was at a commit, limits by their values and rules of the lead too",
  async ({ page }) => {
    const edit = (file: string, from: string, to: string) => {
      const path = join(folder, "machines/rules", file);
      const text = readFileSync(path, "utf8");
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
    };
    edit("limits.ts", "ENOUGH_WORDS: number = 4", "ENOUGH_WORDS: number = 9");
    edit("limits.ts", "LAST_YEAR_DAYS: number = 365", "LAST_YEAR_DAYS: number = 100");
    edit("limits.ts", "EARLY_TREATMENT_DAYS: number = 15", "EARLY_TREATMENT_DAYS: number = 3");
    edit("qualification.ts", "days < LAST_YEAR_DAYS", "days <= LAST_YEAR_DAYS");
    await page.goto(`${url}/graphs/compare?before=v4nv&after=v4nv`, { timeout: slow });
    const asOf = page.getByLabel("First revision");
    const commit = asOf.getByRole("option", { name: /: Before$/ });
    const heading = page.getByRole("heading", { name: /^v4nv@\w+ and v4nv$/ });
    const isCompared = () =>
      heading.waitFor({ timeout: slow / 4 }).then(
        () => true,
        () => false,
      );
    // The last of these edits may load the page again between the choice and the press.
    do {
      await asOf.selectOption((await commit.getAttribute("value", { timeout: slow }))!);
      await page.getByRole("button", { name: "Compare" }).click({ timeout: slow });
    } while (!(await isCompared()));
    const said = await page.getByRole("listitem").allTextContents();
    expect(said).toEqual(
      expect.arrayContaining([
        "ENOUGH_WORDS: value was 4, is 9",
        "LAST_YEAR_DAYS: value was 365, is 100",
        "EARLY_TREATMENT_DAYS: value was 15, is 3",
        expect.stringMatching(/^accidentWithinLastYear: code was /),
      ]),
    );
    // A limit is nowhere in a drawing.
    expect(await page.locator("svg [data-node]").count()).toBe(0);
    const answer = await page.request.get(`${url}/graphs/compare?before=v4nv&before.at=nosuch&after=v4nv`);
    expect(answer.status()).toBe(422);
    expect(await answer.text()).toContain("There is neither a chart nor a git revision nosuch.");
  },
  2 * slow,
);
