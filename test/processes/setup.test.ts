import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startStub } from "../stubs/stub-server.ts";
import { send } from "../support/send.ts";
import { runSite } from "../support/site.ts";

/**
 * Answers a program's questions at a terminal of its own (made by util-linux's `script`).
 * @param dialog the beginning of each question and the reply to type
 * @returns everything that was on the screen
 */
function atTerminal(command: string, env: NodeJS.ProcessEnv, dialog: [question: string, typed: string][]) {
  const child = spawn("script", ["-qefc", command, "/dev/null"], { env, stdio: ["pipe", "pipe", "inherit"] });
  const left = [...dialog];
  let screen = "";
  let seen = 0;
  child.stdout.on("data", (part) => {
    screen += part;
    const [question, typed] = left[0] ?? [];
    if (question === undefined || !screen.slice(seen).includes(question)) return;
    seen = screen.length;
    left.shift();
    child.stdin.write(`${typed}\r`);
  });
  return new Promise<{ status: number | null; screen: string; left: typeof left }>((resolve) =>
    child.once("close", (status) => resolve({ status, screen, left })),
  );
}

test("a person answers a few questions, and the site starts with what setup wrote", async () => {
  await using slack = await startStub(() => ({ body: "ok", headers: { "Content-Type": "text/plain" } }));
  const folder = mkdtempSync(join(tmpdir(), "claimpath-setup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production" as const,
    ENV_FILE: join(folder, "env"),
    DATABASE_URL: `file:${join(folder, "claimpath.db")}`,
  };
  const hook = `${slack.origin}/services/T1/hidden-part`;
  const { status, screen, left } = await atTerminal("node services/commands/claimpath.ts setup", env, [
    ["Domain,", ""],
    ["Name of the site [Claimpath]", "Smith & Sons' Crash Help"],
    ["Toll-free number", "555"],
    ["It must be a US toll-free number", "(877) 555-0199"],
    ["E-mail address that visitors write to", "help@crash.test"],
    ["Postal address", ""],
    ["Where leads go", "slack"],
    ["incoming webhook (not shown)", hook],
    ["Write this", "yes"],
  ]);
  expect({ status, left }, screen).toEqual({ status: 0, left: [] });
  expect(screen).not.toContain("hidden-part");
  expect(slack.requests.find(({ method }) => method === "POST")?.body).toContain("[Test]");
  expect(readFileSync(join(folder, "claimpath.yaml"), "utf8")).toContain(`url: \${CHAT_URL}`);

  const site = await runSite({ ...env, HOST: "127.0.0.1", PORT: "0" });
  onTestFinished(() => void site.stop());
  const { text } = await send(site.url, "/contact/");
  expect(text).toContain("Smith &amp; Sons&#x27; Crash Help");
  expect(text).toContain("(877) 555-0199");
  expect(site.output()).toContain('"provider":"chat"');
});

test("control-C ends it, and nothing is written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-setup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, ENV_FILE: join(folder, "env") };
  const { status, screen } = await atTerminal("node services/commands/claimpath.ts setup", env, [
    ["Domain,", "localhost"],
    ["Name of the site", "\u0003"],
  ]);
  expect(status).toBe(1);
  expect(screen).toContain("Nothing was written.");
});
