import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sampleLead } from "../../../services/commands/try.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { mailServer } from "../../../services/providers/mail.ts";
import { settingsWith } from "../../support/destinations.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-sendmail-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [program, taken] = [join(folder, "sendmail"), join(folder, "letter")];
const script = (text: string) => writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o700 });

/** Sends a lead by the e-mail destination that hands its letters to the program. */
function deliver() {
  const yaml = `destinations:
  it: { kind: email, smtp: "sendmail:${program}", from: site@example.com, to: desk@example.com, mode: live }`;
  const { destinations } = createProviders(settingsWith(yaml), silentLog);
  const payload = sampleLead("c", "0190", Date.UTC(2026, 0, 31));
  return destinations.find(({ name }) => name === "it")!.deliver({ id: "0190.it", payload, attempt: 1 });
}

test("a letter goes by the machine's own sendmail", async () => {
  script(`printf '%s\\n' "$@" > ${taken}; cat >> ${taken}`);
  expect(await deliver()).toMatchObject({ outcome: "accepted" });
  const letter = readFileSync(taken, "utf8");
  expect(letter).toMatch(/^-i\n-f\nsite@example.com\ndesk@example.com\n/);
  expect(letter).toContain("\nMessage-ID: <0190.it@example.com>\n");
});

test("a program that fails, hangs or is not there delays the letter, and loses none", async () => {
  script("cat > /dev/null; exit 75");
  await expect(deliver()).rejects.toMatchObject({ name: "ProviderFailure", kind: "unavailable" });
  script("exec sleep 2");
  const letter = { from: "site@example.com", to: "desk@example.com", text: "", messageId: "<1@example.com>" };
  await expect(mailServer(`sendmail:${program}`, 100).sendMail(letter)).rejects.toMatchObject({
    code: "ETIMEDOUT",
  });
  rmSync(program);
  await expect(deliver()).rejects.toMatchObject({ name: "ProviderFailure", kind: "unavailable" });
});
