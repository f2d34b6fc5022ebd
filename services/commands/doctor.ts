import { findingsOf } from "../operations/doctor/findings.ts";
import { lookAtFile } from "../operations/doctor/settings.ts";
import { counted } from "../operations/text.ts";
import { envFile } from "../settings/load-env.ts";
import { type Program, print } from "./program.ts";
import { siteSettings } from "./with-store.ts";

const marks = { ok: "ok    ", note: "note  ", wrong: "WRONG " };

export function addDoctor(program: Program): void {
  program
    .command("doctor")
    .description(
      "check settings, build, disk, store, outbox, clock and services; exit status 1 when something is wrong",
    )
    .action(examine);
}

/** Reports in plain sentences what is wrong with the site, if anything; exit status 1 then. Bad settings come first. */
async function examine(): Promise<void> {
  const settings = siteSettings();
  const findings = [...lookAtFile(envFile()), ...(await findingsOf(settings))];
  for (const { verdict, text } of findings) await print(`${marks[verdict]} ${text}\n`);
  const count = findings.filter(({ verdict }) => verdict === "wrong").length;
  await print(count === 0 ? "Nothing is wrong.\n" : `${counted(count, "problem")} found.\n`);
  if (count > 0) process.exitCode = 1;
}
