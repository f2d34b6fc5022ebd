import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import { stepsOf } from "../../../machines/visit/outline.ts";
import type { Services } from "../../../services/index.ts";
import { pageFeatures } from "../../features.ts";

/** A survey's screen that turns its visitors away, and why; '' on the pages before it. */
export type TurnedAway = { step: string; text: string };

/**
 * Why a survey's own last screen turns its visitor away, where a feature says that.
 * @param step the one on screen
 * @returns undefined for a survey without such a screen, and where nothing is said
 */
export async function turnedAway(
  { machine, language }: Pick<Required<Variant>, "machine" | "language">,
  step: string,
  sessionId: string,
  services: Services,
): Promise<TurnedAway | undefined> {
  const says = pageFeatures.flatMap(({ turnsAway }) => turnsAway?.(services) ?? []);
  if (says.length === 0) return undefined;
  const [last] = stepsOf(machine, (name) => stepNamed(name)?.turnsAway === true);
  if (last === undefined) return undefined;
  if (step !== last) return { step: last, text: "" };
  // A store in trouble must not take the screen away.
  const reasons = await Promise.all(says.map((say) => say(sessionId, language).catch(() => undefined)));
  const text = reasons.filter(Boolean).join(" ");
  return text === "" ? undefined : { step: last, text };
}
