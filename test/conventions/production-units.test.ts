import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const hasSystemd = existsSync("/usr/bin/systemd-analyze");

it
  .runIf(hasSystemd)
  .each([
    ["claimpath@.service", "claimpath@3001.service"],
    ["claimpath-backup.service"],
    ["claimpath-archive@.service", "claimpath-archive@base.service"],
    ["claimpath-alert@.service", "claimpath-alert@a.service"],
  ])("%s is confined: an exposure under 2.0", (file, name = file) => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-unit-"));
  try {
    const unit = join(folder, name);
    copyFileSync(`docs/production/${file}`, unit);
    // Ends with a status that is not 0 above the threshold.
    execFileSync("systemd-analyze", ["security", "--offline=yes", "--threshold=20", unit], { stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each(["claimpath-backup.service", "claimpath-archive@.service"])(
  "%s names its programs by their whole paths, and says when it fails",
  (name) => {
    const unit = readFileSync(`docs/production/${name}`, "utf8");
    const programs = [...unit.matchAll(/^ExecStart=(\S+)/gm)].map(([, program]) => program);
    expect(programs.length).toBeGreaterThan(0);
    for (const program of programs) expect(program).toMatch(/^\//);
    expect(unit).toMatch(/^ExecStart=.*\/usr\/local\/bin\/claimpath(-archive %i| backup write)/m);
    expect(unit).toMatch(/^OnFailure=claimpath-alert@/m);
  },
);
