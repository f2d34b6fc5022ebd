import * as z from "zod";
import { createSeal } from "../../services/guard/signing.ts";

/** Name of the hidden field by which a form shows that a page of ours, which this visitor was shown, has brought it. */
const pressField = "press";

/** As long as a page of it is good for. */
const goodForMs = 60 * 60_000;

const pressed = z.object({ ip: z.string(), at: z.number() });

/**
 * What stands in for the origin of a form, where the browser hides it: a field that only the page has which this address
 * was shown a while ago, when it posted the form before.
 */
export function confirmedPress(secrets: readonly string[], now = Date.now) {
  const seal = createSeal(secrets, "hidden origin", now);
  return {
    field: (ip: string): [name: string, value: string] => [pressField, seal.seal({ ip, at: now() })],
    /** @param body of the form */
    isIn(body: string, ip: string): boolean {
      const { data } = pressed.safeParse(seal.open(new URLSearchParams(body).get(pressField)));
      return data !== undefined && data.ip === ip && now() - data.at < goodForMs;
    },
  };
}
