import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const hasSystemd = existsSync("/usr/bin/systemd-analyze");

it.runIf(hasSystemd)("the site's unit is confined: an exposure under 2.0", () => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-unit-"));
  try {
    const unit = join(folder, "claimpath@3001.service");
    copyFileSync("docs/production/claimpath@.service", unit);
    // Ends with a status that is not 0 above the threshold.
    execFileSync("systemd-analyze", ["security", "--offline=yes", "--threshold=20", unit], { stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("the backup's unit names its programs by their whole paths, and says when it fails", () => {
  const unit = readFileSync("docs/production/claimpath-backup.service", "utf8");
  const programs = [...unit.matchAll(/^ExecStart=(\S+)/gm)].map(([, program]) => program);
  expect(programs.length).toBeGreaterThan(0);
  for (const program of programs) expect(program).toMatch(/^\//);
  expect(unit).toContain("/usr/local/bin/claimpath backup write");
  expect(unit).toMatch(/^OnFailure=claimpath-alert@/m);
});
