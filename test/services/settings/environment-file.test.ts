import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { environmentIn } from "../../../services/settings/environment-file.ts";
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

it("without a database no command makes an empty store in production", async () => {
  for (const line of ["leads list", "doctor", "backup write /tmp/none"]) {
    const { status, stdout, stderr } = await runCommand(line, { NODE_ENV: "production" });
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringMatching(/^DATABASE_URL is not set/)]);
  }
});

it("the operators' command is a shell script that takes none of it for a command", () => {
  execFileSync("sh", ["-n", "docs/production/claimpath"]);
});
