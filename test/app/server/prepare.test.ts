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

it("the site is built again only when a source has changed", () => {
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

it("the site's packages are installed at the start, all others when checks need them, and only those in the lock file", () => {
  const project = mkdtempSync(join(tmpdir(), "claimpath-prepare-"));
  const bin = join(project, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(project, "test"));
  writeFileSync(join(bin, "npm"), '#!/bin/sh\necho "$@" >> installs\n');
  writeFileSync(join(bin, "node"), "");
  chmodSync(join(bin, "npm"), 0o755);
  const files = ["package.json", "package-lock.json", "test/package.json"] as const;
  const own = files.map((name) => JSON.parse(readFileSync(name, "utf8")));
  const install = (change: (wanted: Wanted, lock: Lock, check: Wanted) => void, ...args: string[]) => {
    const [wanted, lock, check] = structuredClone(own) as [Wanted, Lock, Wanted];
    change(wanted, lock, check);
    const changed = [wanted, lock, check];
    for (const [index, name] of files.entries())
      writeFileSync(join(project, name), JSON.stringify(changed[index]));
    return spawnSync(process.execPath, [resolve("app/server/install.mjs"), ...args], {
      cwd: project,
      encoding: "utf8",
    });
  };
  for (const change of [
    (wanted: Wanted) => Object.assign(wanted.dependencies!, { "is-odd": "3.0.1" }),
    (wanted: Wanted) => Object.assign(wanted.dependencies!, { hono: "0.0.1" }),
    (_wanted: Wanted, _lock: Lock, check: Wanted) => Object.assign(check.devDependencies!, { knip: "0.0.1" }),
    (wanted: Wanted, lock: Lock) => {
      for (const { dependencies } of [wanted, lock.packages[""]!])
        Object.assign(dependencies!, { "is-odd": "3.0.1" });
    },
  ]) {
    const { status, stderr } = install(change);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^(test\/)?package\.json asks for .* does not have\.\n$/),
    ]);
  }
  expect(existsSync(join(project, "installs"))).toBe(false);

  const isWhole = (...args: string[]) => {
    const before = existsSync(join(project, "installs"))
      ? readFileSync(join(project, "installs"), "utf8")
      : "";
    expect(install(args.includes("newer") ? newer : () => {}, ...args)).toMatchObject({
      status: 0,
      stderr: "",
    });
    const added = readFileSync(join(project, "installs"), "utf8").slice(before.length);
    return added === "" ? "nothing" : !added.includes("--workspaces=false");
  };
  const newer = (_wanted: Wanted, lock: Lock) => Object.assign(lock, { name: "newer" });
  expect([isWhole(), isWhole()]).toEqual([false, "nothing"]);
  expect([isWhole("--checks"), isWhole("--checks"), isWhole()]).toEqual([true, "nothing", "nothing"]);
  // A clone that had everything keeps it.
  expect(isWhole("newer")).toBe(true);
});

type Wanted = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
type Lock = { packages: Record<string, Wanted> };
