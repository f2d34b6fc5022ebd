import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const folders = ["app", "machines", "services", "public"];
const sources = [
  ...folders.map((name) => `${name}/one.ts`),
  "remix.config.js",
  "vite.config.ts",
  "package-lock.json",
];

/** Changes one file after another, and prints how often the site was built by then. */
const program = `
  import { readFileSync, writeFileSync } from "node:fs";
  import { ensureBuilt } from ${JSON.stringify(resolve("app/server/prepare.mjs"))};
  console.log = () => {};
  const builds = [];
  for (const name of ["", "", ...${JSON.stringify(sources)}, "README.md"]) {
    if (name) writeFileSync(name, "2");
    ensureBuilt();
    builds.push(readFileSync("builds", "utf8").length);
  }
  process.stdout.write(JSON.stringify(builds));
`;

it("the site is built again when any of its sources has changed, and otherwise not", () => {
  const project = mkdtempSync(join(tmpdir(), "claimpath-prepare-"));
  for (const name of folders) mkdirSync(join(project, name));
  for (const name of sources) writeFileSync(join(project, name), "1");
  // Stands for the build, and counts.
  const bin = join(project, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "npm"), "#!/bin/sh\nprintf x >> builds\n");
  chmodSync(join(bin, "npm"), 0o755);
  const args = ["--input-type=module", "-e", program];
  const builds = execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" });
  expect(JSON.parse(builds)).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8, 8]);
});
