import type { Program } from "../../commands/program.ts";
import { addSessions } from "./export-sessions.ts";
import { addAnalytics } from "./rebuild.ts";

export function addNumbers(program: Program): void {
  addAnalytics(program);
  addSessions(program);
}
