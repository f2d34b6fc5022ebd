import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holds } from "../../support/holds.ts";

const url = `file:${join(mkdtempSync(join(tmpdir(), "claimpath-")), "store.db")}`;

/** Runs a command that is written this on its standard input. */
async function written(line: string, input: string) {
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, DATABASE_URL: url };
  const child = spawn(process.execPath, ["services/commands/claimpath.ts", ...line.split(" ")], { env });
  const said = { out: "", err: "" };
  child.stdout.on("data", (text) => {
    said.out += text;
  });
  child.stderr.on("data", (text) => {
    said.err += text;
  });
  child.stdin.end(input);
  const status = await new Promise((resolve) => child.once("close", resolve));
  return { status, ...said };
}

test("commands about a person take the person from standard input", {
  ...holds("T68"),
  timeout: 200_000,
}, async () => {
  expect(await written("suppressions add", "zoe@example.com\n(213) 555-0177\n")).toEqual({
    status: 0,
    out: "added\n",
    err: "",
  });
  const checked = await written("suppressions check", "2135550177\n\nignored\n");
  expect(checked.out).toMatch(/^phone: on the list since /);
  const exported = await written("privacy export", "zoe@example.com");
  expect(JSON.parse(exported.out)).toMatchObject({ about: { email: "zoe@example.com" } });
  for (const wrong of ["", "\n", "nobody\n", "123\n"]) {
    const refused = await written("privacy delete --yes", wrong);
    expect([refused.status, refused.out], JSON.stringify(wrong)).toEqual([2, ""]);
    expect(refused.err).toMatch(/standard input/i);
  }
});

test("npm keeps no debug logs of this project's commands", holds("T68"), () => {
  expect(readFileSync(".npmrc", "utf8")).toContain("logs-max=0\n");
});
