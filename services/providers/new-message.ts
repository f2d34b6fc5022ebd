import type { NewMessage } from "../store/rows.ts";
import type { Destination } from "./ports.ts";

/** LeadProsper's mark of a test, which our own posts carry too (ruling 53). */
export function lpAction(isTest: boolean): "test" | "" {
  return isTest ? "test" : "";
}

/**
 * A payload for one receiver, ready to be stored. Its receiver's switch says whether it is a test. One without
 * settings waits for them, and for its switch too: whether it is a test is then decided when it is sent.
 */
export function newMessage(destination: Destination, payload: Record<string, unknown>): NewMessage {
  const { name, configured, isTest } = destination;
  const { lp_action, ...unmarked } = payload;
  if (!configured) {
    return { destination: name, payload: isTest === undefined ? payload : unmarked, status: "unconfigured" };
  }
  const marked = isTest === undefined ? payload : { ...payload, lp_action: lpAction(isTest) };
  return { destination: name, payload: marked, status: "waiting" };
}
