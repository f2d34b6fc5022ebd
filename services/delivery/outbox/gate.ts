import { failure, type Log } from "../../observe/log.ts";
import type { Lead, Message } from "../../store/rows.ts";
import { checks } from "../../store/sales/holders.ts";

/**
 * What is said of a lead before it goes to a receiver. `marks`: what was found, for receivers and people; `wait`: nobody is
 * sent it before `until` (epoch milliseconds), when the gate is asked again; `hold`: a person is to look at it first;
 * `suppress`: it is not sent. `reason`: nothing personal.
 */
export type Gated =
  | { kind: "send"; marks: readonly string[] }
  | { kind: "wait"; until: number; reason: string }
  | { kind: "hold" | "suppress"; reason: string };

/**
 * Stands between a survey's lead and all who are sent it. It is asked at each attempt, as the suppression list is, so that
 * what it says is known before the first buyer hears of the lead, and no crash, no person's press and no other process
 * gets past it. So it answers from what it has kept wherever it can.
 */
export type Gate = { name: string; ask(lead: Lead, message: GatedMessage): Promise<Gated> };
export type GatedMessage = Pick<Message, "destination" | "attempts" | "attemptsForgiven">;

/** How soon a gate is asked again that failed by itself, in milliseconds. */
const againMs = 10_000;

/**
 * What all gates together say: the strictest word. One that throws is a fault of its own, which is logged and sends nothing
 * on: the lead waits.
 */
export async function gated(
  gates: readonly Gate[],
  lead: Lead,
  message: GatedMessage,
  { now, log }: { now: () => number; log: Log },
): Promise<Gated> {
  const isOfLead = !checks.includes(message.destination) && !message.destination.includes(".");
  if (gates.length === 0 || lead.kind !== "survey" || !isOfLead) return { kind: "send", marks: [] };
  const said = await Promise.all(
    gates.map(async ({ name, ask }): Promise<Gated> => {
      try {
        return await ask(lead, message);
      } catch (error) {
        log(`${name}.failed`, { leadId: lead.id, ...failure(error) });
        return { kind: "wait", until: now() + againMs, reason: `${name} failed` };
      }
    }),
  );
  for (const kind of ["suppress", "wait", "hold"] as const) {
    const strictest = said.find((each) => each.kind === kind);
    if (strictest) return strictest;
  }
  return { kind: "send", marks: said.flatMap((each) => (each.kind === "send" ? each.marks : [])) };
}
