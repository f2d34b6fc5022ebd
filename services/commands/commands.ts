import { addAnalytics } from "./analytics.ts";
import { addBackup } from "./backup.ts";
import { addConsent } from "./consent.ts";
import { addConsole } from "./console.ts";
import { addCosts } from "./costs.ts";
import { addDoctor } from "./doctor-command.ts";
import { addEvidence } from "./evidence.ts";
import { addKeys } from "./keys.ts";
import { addLeads } from "./leads.ts";
import { addMove } from "./move.ts";
import { addOutbox } from "./outbox.ts";
import { addOutcomes } from "./outcomes.ts";
import { addPrivacy } from "./privacy-command.ts";
import { Program } from "./program.ts";
import { addReadings } from "./readings.ts";
import { addSessions } from "./sessions.ts";
import { addSetup } from "./setup.ts";
import { addSimulateTraffic } from "./simulate-traffic.ts";
import { addSuppressions } from "./suppressions.ts";
import { addTry } from "./try.ts";
import { addWhatIf } from "./what-if.ts";

/** The operators' command line. */
export function claimpath(): Program {
  const program = new Program("claimpath");
  program.description("Runs and inspects a Claimpath site, with the settings of its environment.");
  addSetup(program);
  addLeads(program);
  addOutbox(program);
  addOutcomes(program);
  addCosts(program);
  addSuppressions(program);
  addConsent(program);
  addEvidence(program);
  addPrivacy(program);
  addKeys(program);
  addReadings(program);
  addConsole(program);
  addAnalytics(program);
  addSessions(program);
  addSimulateTraffic(program);
  addBackup(program);
  addMove(program);
  addDoctor(program);
  addTry(program);
  addWhatIf(program);
  return program;
}
