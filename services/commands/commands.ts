import { allFeatures } from "../features.ts";
import { addAuditLog } from "./audit-log.ts";
import { addBackup } from "./backup.ts";
import { addConsent } from "./consent.ts";
import { addConsole } from "./console.ts";
import { addDoctor } from "./doctor.ts";
import { addLeads } from "./leads.ts";
import { addMove } from "./move.ts";
import { addOutbox } from "./outbox.ts";
import { addPrivacy } from "./privacy.ts";
import { Program } from "./program.ts";

import { addSettings } from "./settings.ts";
import { addSetup } from "./setup.ts";
import { addSuppressions } from "./suppressions.ts";
import { addTry } from "./try.ts";

const ofCore = [
  addSetup,
  addSettings,
  addLeads,
  addOutbox,
  addSuppressions,
  addConsent,
  addPrivacy,
  addAuditLog,
  addConsole,
  addBackup,
  addMove,
  addDoctor,
  addTry,
];

/** The operators' command line: the core's commands, with features' commands at their declared places. */
export async function claimpath(): Promise<Program> {
  const program = new Program("claimpath");
  program.description("Runs and inspects a Claimpath site, with the settings of its environment.");
  const ofFeatures = await Promise.all(
    allFeatures.flatMap(({ commands }) =>
      commands ? [commands.load().then((add) => ({ after: commands.after, add }))] : [],
    ),
  );
  const waiting = new Set(ofFeatures);
  for (const addOfCore of ofCore) {
    addOfCore(program);
    const last = program.commands.at(-1)?.name();
    for (const each of ofFeatures) {
      if (each.after !== last) continue;
      each.add(program);
      waiting.delete(each);
    }
  }
  for (const { add } of waiting) add(program);
  return program;
}
