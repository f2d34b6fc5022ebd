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
