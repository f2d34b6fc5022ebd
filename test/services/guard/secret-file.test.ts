import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sessionSecrets } from "../../../services/guard/secrets.ts";
import { readSettings } from "../../../services/settings/env.ts";

it("can be read by its owner only", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "claimpath-")), "data");
  const settings = readSettings({ DATABASE_URL: `file:${folder}/claimpath.db` });
  const [secret, ...others] = sessionSecrets(settings);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(others).toEqual([]);
  expect(sessionSecrets(settings)).toEqual([secret]);
  expect(statSync(join(folder, "session-secret")).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
