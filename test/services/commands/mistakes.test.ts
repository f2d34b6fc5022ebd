import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { destinationsIn } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand, runProcess } from "../../support/run-command.ts";
import { root } from "../../support/source-files.ts";

describe("mistakes", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "claimpath-mistakes-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (line: string, env: Record<string, string> = {}) =>
    runCommand(line, { DATABASE_URL: `file:${join(folder, "store.db")}`, ...env });

  it.each(["--help", "leads --help", "privacy delete --help"])(
    "%s: how it is used, and status 0",
    async (line) => {
      const { status, stdout, stderr } = await run(line);
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toContain(`Usage: claimpath ${line.replace("--help", "")}[options]`);
    },
  );

  it("npm runs leads and outbox by their own names", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(scripts.leads).toBe(scripts.outbox.replace("outbox", "leads"));
    const env = { PATH: process.env.PATH, NODE_ENV: "test" as const };
    const outbox = spawnSync("npm", ["run", "--silent", "outbox", "--", "retry"], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(outbox.status).toBe(2);
    expect(outbox.stderr).toMatch(/^[^\n]+\n$/);
  });

  it("npm keeps no debug logs of this project's commands", holds("T68"), () => {
    expect(readFileSync(join(root, ".npmrc"), "utf8")).toContain("logs-max=0\n");
  });

  it.each([
    "",
    "frob",
    "leads",
    "leads frob",
    "leads export",
    "leads export --format xml",
    "leads list --since never",
    "leads show one two",
    "leads list --frob",
    "outbox list --status lost",
    "outbox retry --parked --all-unconfigured",
    "consent verify all",
    "outbox retry",
    "outbox retry one --parked",
    "outbox park",
    "doctor now",
    "suppressions check",
    "suppressions check --email nobody",
    "suppressions add --phone 555-0123",
    "suppressions check --phone 2125550199 --reason x",
    "suppressions list",
    "privacy",
    "backup",
    "backup restore somewhere",
    "privacy export",
    "privacy export --email a@example.com --yes",
    "privacy delete --phone 1",
  ])("%s: one sentence and status 2", async (line) => {
    const { status, stdout, stderr } = await run(line);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });

  it.each([
    "leads show nobody",
    "outbox show nobody",
    "outbox retry nobody",
    "outbox park nobody",
    "consent show nobody",
    "privacy mark-notified nobody",
  ])("%s: one sentence and status 1", async (line) => {
    const { status, stdout, stderr } = await run(line);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^There is no [^\n]+ nobody\.\n$/);
  });

  it("a bad setting is named", async () => {
    const { status, stderr } = await run("leads list", { DATABASE_URL: "mysql://x" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^[^\n]*DATABASE_URL[^\n]*\n$/);
  });
});

describe("a sample", () => {
  it("a sample shows what a destination is sent and what it answers", async () => {
    await using stub = await startStub(({ path }) =>
      path === "/down" ? { status: 422, body: { error: "no zip" } } : { body: { status: "ok", price: 30 } },
    );
    const { path, remove } = destinationsIn(`destinations:
  buyer: { kind: json, mode: live, url: "${stub.origin}/in", fields: { Who: first_name, Test: test }, answer: { price: price }, only: { states: CA } }
  down: { kind: form, url: "${stub.origin}/down" }`);
    const env = { CLAIMPATH_FILE: path };
    const tried = await runCommand("try buyer", env);
    expect(tried.stderr).toBe("");
    expect(tried.stdout).toBe(
      [
        "Its filters would not let this sample through: it takes only leads in CA; this one is in TX. It is sent all the same.",
        "Sent",
        '  {"Who":"Test","Test":"yes"}',
        "Answer, status 200",
        '  {"status":"ok","price":30}',
        'accepted: status 200, {"status":"ok","price":30}, price 30',
        "",
      ].join("\n"),
    );
    const down = await runCommand("try down", env);
    expect(down.stdout).toContain('Answer, status 422\n  {"error":"no zip"}');
    expect(down).toMatchObject({ status: 1, stderr: expect.stringContaining("Not delivered (refused)") });
    const unknown = await runCommand("try byer", env);
    expect(unknown.stderr).toBe("There is no destination byer. There are buyer, down.\n");
    remove();
  });

  it("a sample shows no secret, wherever it was sent and however it is repeated", holds("T92"), async () => {
    const secret = 'south"key/9f2c';
    await using stub = await startStub(({ body }) => ({
      status: 422,
      body: {
        error: "no",
        got: body,
        as64: Buffer.from(secret).toString("base64"),
        in: encodeURIComponent(secret),
      },
    }));
    const { path, remove } = destinationsIn(
      `destinations: { south: { kind: json, url: "${stub.origin}/in", fields: { Who: first_name, Key: { value: "\${SOUTHKEY}" } } } }`,
    );
    const tried = await runCommand("try south", { CLAIMPATH_FILE: path, SOUTHKEY: secret });
    expect(JSON.stringify(stub.requests)).toContain("9f2c");
    const said = tried.stdout + tried.stderr;
    expect(said).toContain('"Key":"…"');
    for (const form of ["9f2c", Buffer.from(secret).toString("base64").slice(0, 12)])
      expect(said).not.toContain(form);
    remove();
  });

  it("a sample leaves by the proxy of the environment", async () => {
    await using proxy = await startStub(() => ({ body: { status: "ok" } }));
    const { path, remove } = destinationsIn(
      'destinations: { far: { kind: json, url: "http://far.example/in" } }',
    );
    const env = { CLAIMPATH_FILE: path, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy.origin };
    expect((await runProcess("try far", env)).stdout).toContain("accepted: status 200");
    expect(proxy.requests.map(({ path }) => path)).toEqual(["/in"]);
    remove();
  });
});
