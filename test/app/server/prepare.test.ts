import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const program = `import(${JSON.stringify(resolve("app/server/prepare.mjs"))}).then((it) => it.ensureBuilt())`;
const folders = ["app", "machines", "services", "public"];
const files = ["remix.config.js", "vite.config.ts", "package-lock.json"];

it("the site is built anew when any of its sources has changed, and otherwise not", () => {
  const project = mkdtempSync(join(tmpdir(), "claimpath-prepare-"));
  const at = (name: string) => join(project, name);
  for (const name of folders) mkdirSync(at(name));
  const sources = [...folders.map((name) => `${name}/one.ts`), ...files];
  for (const name of sources) writeFileSync(at(name), "1");
  // Stands for the build, and counts.
  mkdirSync(at("node_modules/.bin"), { recursive: true });
  writeFileSync(at("node_modules/.bin/npm"), "#!/bin/sh\necho built >> builds\n");
  chmodSync(at("node_modules/.bin/npm"), 0o755);
  const builds = () => {
    execFileSync(process.execPath, ["-e", program], { cwd: project });
    return existsSync(at("builds")) ? readFileSync(at("builds"), "utf8").trim().split("\n").length : 0;
  };
  expect([builds(), builds()]).toEqual([1, 1]);
  for (const [index, name] of sources.entries()) {
    writeFileSync(at(name), "2");
    expect(builds(), name).toBe(index + 2);
  }
  writeFileSync(at("README.md"), "2");
  expect(builds()).toBe(sources.length + 1);
});
