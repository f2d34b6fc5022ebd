import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fromOptions } from "../../../services/commands/setup/answering.ts";
import { planned } from "../../../services/commands/setup/plan.ts";
import { settingsIn } from "../../../services/commands/setup.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { settingsOf } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";

function emptySite() {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-setup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = {
    DATA_KEYS: undefined,
    ENV_FILE: join(folder, "env"),
    DATABASE_URL: `file:${join(folder, "data/claimpath.db")}`,
  };
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return {
    folder,
    read,
    settings: () => settingsIn(read("env"), true),
    setUp: (line: string, input?: string, over = {}) =>
      runCommand(`setup ${line}`, { ...env, ...over }, { input }),
  };
}

const company = "--name Crashline --phone 877-555-0199 --email help@crashline.test --address Main-Street-1";

test("setup of a public site writes company, keys and proxy, and sends the receiver a sample", async () => {
  await using stub = await startStub(() => ({ body: {} }));
  const { setUp, settings, read, folder } = emptySite();
  const { status, stdout, stderr } = await setUp(
    `--domain www.crashline.com ${company} --leads webhook --url ${stub.origin}/in`,
  );
  // A stub of this machine must not get what real people send, which is the one thing that is wrong.
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout).toMatch(/^- the destination crm leads to this machine /m);
  expect(settings()).toEqual({
    SITE_ORIGIN: "https://www.crashline.com",
    TRUST_PROXY: "1",
    SESSION_SECRETS: expect.stringMatching(/^[0-9a-f]{64}$/),
    HASH_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
    DATA_KEYS: expect.stringMatching(/^[0-9a-f]{64}$/),
    CRM_SECRET: expect.stringMatching(/^whsec_/),
    CLAIMPATH_FILE: join(folder, "claimpath.yaml"),
  });
  expect(read("claimpath.yaml")).toContain(
    'company:\n  name: Crashline\n  phone: "+18775550199"\n  email: help@crashline.test\n  address: Main-Street-1\n',
  );
  expect(read("claimpath.yaml")).not.toContain("whsec_");
  for (const file of ["env", "claimpath.yaml"]) expect(statSync(join(folder, file)).mode & 0o77).toBe(0);
  expect(stub.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(stdout).toContain("accepted: status 200");
  expect(stdout).toMatch(
    /What is left:[\s\S]*secret, which is in [\s\S]*proxy[\s\S]*console add[\s\S]*npm start/,
  );
  // A secret is never shown.
  for (const name of ["DATA_KEYS", "CRM_SECRET"]) expect(stdout).not.toContain(settings()[name]);
});

test("a bad answer gets one clear sentence and status 1, and nothing is written", async () => {
  const { setUp, folder } = emptySite();
  expect(await setUp("--phone 12")).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "Nothing was written: --phone must be a US toll-free number in the form +18775550142, and is 12.\n",
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [{ domain: "no/path" }, "--domain must be the name of a host, such as www.example.com, and is no/path."],
  [{ domain: "www.crashline.com" }, "--name is missing (Name of the site)."],
  [
    { leads: "slak" },
    "--leads must be one of email, webhook, slack, file, leadprosper, nobody, and is slak.",
  ],
  [{ leads: "email" }, "--to is missing (E-mail address that gets the leads)."],
  [{ leads: "file", to: "a@crashline.test" }, "--to does not go with the other answers."],
  [{ to: "a@crashline.test" }, "--to does not go with the other answers."],
  [
    { leads: "email", email: "a@crashline.test", to: "b@crashline.test", smtp: "smtp://me:secret@mail.test" },
    "--smtp must be smtp://user@host:587 without the password, smtps://…, or sendmail:/usr/sbin/sendmail, and is smtp://me:secret@mail.test.",
  ],
])("%o is refused", async (given, sentence) => {
  const before = { env: {}, settingsFile: "env", claimpathFile: "no.yaml", receiversFile: "no.yaml" };
  await expect(planned(before, fromOptions(given, false))).rejects.toThrow(
    `Nothing was written: ${sentence}`,
  );
});

test("an impossible secret on standard input is not repeated", async () => {
  const { setUp, folder } = emptySite();
  const { status, stderr } = await setUp("--leads slack", "ftp://secret-place\n");
  expect(status).toBe(1);
  expect(stderr).toBe(
    "Nothing was written: Slack's incoming webhook must be an http or https address, on standard input.\n",
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("existing files are added to only with --yes, and keep their contents", async () => {
  const { setUp, settings, folder, read } = emptySite();
  const destinations = "# ours\ndestinations:\n  # the office's\n  sheet:\n    kind: file\n    folder: a\n";
  writeFileSync(
    join(folder, "env"),
    "# kept\nPORT=3456\nSITE_ORIGIN=http://localhost:1\nHASH_KEY=0123456789abcdef0123456789abcdef",
  );
  writeFileSync(join(folder, "claimpath.yaml"), destinations);
  const line = `--domain http://localhost:2 --leads file --folder ${join(folder, "tables")}`;
  const before = read("env");
  const unsure = await setUp(line);
  expect([unsure.status, unsure.stderr]).toEqual([
    1,
    `Nothing was written: add --yes to change ${join(folder, "env")} and ${join(folder, "claimpath.yaml")}.\n`,
  ]);
  expect([read("env"), read("claimpath.yaml")]).toEqual([before, destinations]);

  const sure = await setUp(`${line} --yes`);
  expect([sure.status, sure.stderr]).toEqual([0, ""]);
  expect(read("env")).toMatch(
    /^# kept\nPORT=3456\nSITE_ORIGIN=http:\/\/localhost:2\nHASH_KEY=0123456789abcdef0123456789abcdef\n/,
  );
  expect(read("claimpath.yaml")).toBe(
    `${destinations}  sheet-2:\n    kind: file\n    folder: ${join(folder, "tables")}\n`,
  );
  const both = settingsOf(settings()).destinations.map(({ name }) => name);
  expect(both).toEqual(["sheet", "sheet-2"]);
  expect(readdirSync(join(folder, "tables"))).toHaveLength(1);
});

test("an existing store keeps its keys, and a setting of the environment is not hidden", async () => {
  const { setUp, settings, folder, read } = emptySite();
  const store = join(folder, "claimpath.db");
  writeFileSync(store, "");
  const env = { DATABASE_URL: `file:${store}`, SITE_ORIGIN: "http://localhost:1" };
  const hidden = await setUp("--domain http://localhost:2", "", env);
  expect(hidden.stderr).toBe(
    "Nothing was written: SITE_ORIGIN is set in the environment; change it there.\n",
  );
  expect(existsSync(join(folder, "env"))).toBe(false);
  await setUp("--phone 8775550199", "", env);
  expect(settings()).toEqual({ CLAIMPATH_FILE: join(folder, "claimpath.yaml") });
  expect(read("claimpath.yaml")).toMatch(/^# .+\ncompany:\n {2}phone: "\+18775550199"\n$/);
});

test("a receiver that does not answer is written with a warning", async () => {
  const { setUp, read } = emptySite();
  const { status, stdout } = await setUp("--leads webhook --url http://127.0.0.1:9/");
  expect(status).toBe(1);
  expect(read("claimpath.yaml")).toContain("kind: webhook");
  expect(stdout).toContain("Not delivered");
  expect(stdout).toContain("- Try it again: npm run claimpath -- try crm\n");
});

test("faulty files are left to the operator", async () => {
  const { setUp, folder, read } = emptySite();
  writeFileSync(join(folder, "env"), "PORT=many\n");
  expect(await setUp("--name New --yes")).toMatchObject({
    status: 1,
    stderr: "Bad settings: PORT must be a whole number from 0 to 65535.\n",
  });
  expect(read("env")).toBe("PORT=many\n");
});
