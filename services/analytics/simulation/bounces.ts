import type { Arrival } from "../../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import { entryInArm } from "../../../machines/registry.ts";
import type { Look } from "../first-views/view-counter.ts";
import { traffic } from "./behaviour.ts";
import { chanceFrom } from "./chance.ts";

/**
 * First views of visitors who arrived like one who answered, but left at the first question.
 * @param seed a separate one, so that these draws affect no others
 * @param arm draws the arm of one of them, by index and time
 */
export function bounces(
  named: SurveyEntry,
  { arm: _, ...arrival }: Arrival,
  seed: number,
  drawTime: (chance: ReturnType<typeof chanceFrom>) => number,
  arm: (number: number, at: number) => Arrival["arm"],
): Look[] {
  const chance = chanceFrom(seed);
  const place = Math.max(0, traffic.affiliates.indexOf(arrival.query.affid ?? ""));
  const ofDevice = traffic.bounces[arrival.device as keyof typeof traffic.bounces] ?? traffic.bounces.other;
  const looks: Look[] = [];
  while (chance.happens(ofDevice + place * traffic.bouncesMore)) {
    const at = drawTime(chance);
    const own = arm(looks.length, at);
    looks.push({ entry: entryInArm(named, own), arrival: own ? { ...arrival, arm: own } : arrival, at });
  }
  return looks;
}
