import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
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

it("a package.json that asks for more than the lock file has installs nothing", () => {
  const project = mkdtempSync(join(tmpdir(), "claimpath-prepare-"));
  const bin = join(project, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "npm"), "#!/bin/sh\nprintf x >> installs\n");
  writeFileSync(join(bin, "node"), "");
  chmodSync(join(bin, "npm"), 0o755);
  const own = ["package.json", "package-lock.json"].map((name) => JSON.parse(readFileSync(name, "utf8")));
  const install = (change: (wanted: Wanted, lock: Lock) => void) => {
    const [wanted, lock] = structuredClone(own) as [Wanted, Lock];
    change(wanted, lock);
    writeFileSync(join(project, "package.json"), JSON.stringify(wanted));
    writeFileSync(join(project, "package-lock.json"), JSON.stringify(lock));
    const program = `import { ensureInstalled } from ${JSON.stringify(resolve("app/server/prepare.mjs"))}; ensureInstalled();`;
    return spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: project,
      encoding: "utf8",
    });
  };
  for (const change of [
    (wanted: Wanted) => Object.assign(wanted.dependencies, { "is-odd": "3.0.1" }),
    (wanted: Wanted) => Object.assign(wanted.dependencies, { hono: "0.0.1" }),
    (wanted: Wanted, lock: Lock) => {
      for (const { dependencies } of [wanted, lock.packages[""]!])
        Object.assign(dependencies, { "is-odd": "3.0.1" });
    },
  ]) {
    const { status, stderr } = install(change);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^package\.json asks for .* does not have\.\n$/),
    ]);
  }
  expect(existsSync(join(project, "installs"))).toBe(false);
  expect(install(() => {})).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(project, "installs"), "utf8")).toBe("x");
});

type Wanted = { dependencies: Record<string, string> };
type Lock = { packages: Record<string, Wanted> };
