import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { desktop } from "../support/browser.ts";
import { inChromium } from "../support/in-chromium.ts";

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
  for (const part of ["app", "machines", "services", "public", "package.json", "tsconfig.json"])
    cpSync(part, join(folder, part), { recursive: true });
  for (const part of ["vite.config.ts", "remix.config.js"]) cpSync(part, join(folder, part));
  // As links where that is possible; Vite hands out nothing from outside its folder.
  if (spawnSync("cp", ["-al", "node_modules", folder]).status !== 0)
    spawnSync("cp", ["-a", "node_modules", folder]);
  const start = 'import("./app/server/developing/develop.ts").then(({ develop }) => develop())';
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
