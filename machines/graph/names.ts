import type { ChartNode, Transition } from "../visit/walk.ts";

/** The root's id; its transitions hold in every state. */
export const anywhere = "*";

/** A visit's place before it is in any state. */
export const start = "start";

/** A node's name: the way to it from the root, the same in every variant. */
export function nodeId({ path }: Pick<ChartNode, "path">): string {
  return path.join(".") || anywhere;
}

/** What triggers a transition. */
export type Trigger = "event" | "always" | "done" | "error" | "after";

const triggers: readonly (readonly [pattern: RegExp, trigger: Trigger, name: string])[] = [
  [/^$/, "always", "always"],
  [/^xstate\.done\.state\..+$/, "done", "done"],
  [/^xstate\.done\.actor\.(.+)$/, "done", "$1.done"],
  [/^xstate\.error\.actor\.(.+)$/, "error", "$1.error"],
  [/^xstate\.after\.([^.]+)\..+$/, "after", "after.$1"],
];

/**
 * An event's name without XState's prefixes and the machine's id: `NEXT`, `always`, `done` (of the state
 * itself), `checkEmail.done`, `checkEmail.error`, `after.30000`.
 */
export function eventOf({ eventType }: Pick<Transition, "eventType">): { event: string; trigger: Trigger } {
  for (const [pattern, trigger, name] of triggers) {
    if (pattern.test(eventType)) return { event: eventType.replace(pattern, name), trigger };
  }
  return { event: eventType, trigger: "event" };
}

/** The names of guards or actions as a chart gives them; unnamed ones are invisible. */
export function namesOf(given: readonly unknown[]): string[] {
  return given.filter((each) => !isTimer(each)).map(nameOf);
}

/**
 * As `namesOf`, with their parameters: `nameListedBuyers({"as":"fixed"})`. Parameters computed at run time are not
 * shown.
 */
export function textsOf(given: readonly unknown[]): string[] {
  return given
    .filter((each) => !isTimer(each))
    .map((each) => {
      const { params } = each as { params?: unknown };
      const isKnown = params !== undefined && typeof params !== "function";
      return isKnown ? `${nameOf(each)}(${JSON.stringify(params)})` : nameOf(each);
    });
}

function nameOf(each: unknown): string {
  const name = typeof each === "string" ? each : (each as { type?: string }).type;
  if (name === undefined || typeof each === "function")
    throw new Error("A guard or an action of this chart has no name.");
  return name;
}

/** The named guards of a transition, without its and, or and not. */
export function guardsOf(guard: unknown): string[] {
  const { guards } = (guard ?? {}) as { guards?: readonly unknown[] };
  if (guards) return guards.flatMap(guardsOf);
  return guard === undefined ? [] : namesOf([guard]);
}

/** A guard in full, `and(notInjured, not(atFault))`; empty where there is none. */
export function guardText(guard: unknown): string {
  if (guard === undefined) return "";
  const { guards, name } = guard as { guards?: unknown[]; name?: string };
  return guards ? `${name}(${guards.map(guardText).join(", ")})` : textsOf([guard]).join();
}

/** XState's own addition for a delayed transition, which is a transition like any other. */
function isTimer(action: unknown): boolean {
  const { type, delay } = action as { type?: string; delay?: unknown };
  return type === "xstate.cancel" || (type === "xstate.raise" && delay !== undefined);
}
