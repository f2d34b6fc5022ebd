import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { environmentIn } from "../../../services/settings/load-env.ts";
import { runCommand } from "../../support/run-command.ts";

const file = `# a comment
; another
NODE_ENV=production
DATABASE_URL=postgres://me:p#a$s;w@127.0.0.1/claimpath?sslmode=disable&application_name=x
SITE_NAME="Your \\"own\\" name"
SITE_ADDRESS='100 $Example Street'
EMPTY=
  INDENTED=yes  
LONG=one \\
two
BARE=a\\ b
not a setting
`;

it("is read as systemd reads it", () => {
  expect(environmentIn(file)).toEqual({
    NODE_ENV: "production",
    DATABASE_URL: "postgres://me:p#a$s;w@127.0.0.1/claimpath?sslmode=disable&application_name=x",
    SITE_NAME: 'Your "own" name',
    SITE_ADDRESS: "100 $Example Street",
    EMPTY: "",
    INDENTED: "yes",
    LONG: "one two",
    BARE: "a b",
  });
});

it("gives a command the database that the site has, whatever characters its address has", async () => {
  const folder = await mkdtemp(join(tmpdir(), "claimpath-env-"));
  try {
    const env = join(folder, "env");
    writeFileSync(
      env,
      `${file}SESSION_SECRETS=${"s".repeat(32)}\nDATABASE_URL=postgres://me:x@127.0.0.1:1/c?a=1&b=2\n`,
    );
    const { status, stderr } = await runCommand("leads list", { ENV_FILE: env, NODE_ENV: "production" });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/ECONNREFUSED 127\.0\.0\.1:1/)]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("a line of .env that Node and systemd read in two ways is a bad setting", () => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-env-"));
  const lines = ["LEADPROSPER_KEY=ab#cd", "SITE_NAME=Acme # our name", "SITE_ADDRESS='100 #1 Street'"];
  writeFileSync(join(folder, ".env"), lines.join("\n"));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test" as const };
  const program = resolve("services/commands/claimpath.ts");
  const { stderr } = spawnSync(process.execPath, [program, "doctor"], { cwd: folder, env, encoding: "utf8" });
  expect(stderr).toMatch(
    /^Bad settings: LEADPROSPER_KEY must be in single quotes in \.env, .*SITE_NAME must/,
  );
  expect(stderr).not.toContain("SITE_ADDRESS");
  rmSync(folder, { recursive: true });
});

it("without a database no command makes an empty store in production", async () => {
  for (const line of ["leads list", "doctor", "backup write /tmp/none"]) {
    const { status, stdout, stderr } = await runCommand(line, { NODE_ENV: "production" });
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringMatching(/^DATABASE_URL is not set/)]);
  }
});

it("the operators' command is a shell script that takes none of it for a command", () => {
  execFileSync("sh", ["-n", "docs/production/claimpath"]);
});
