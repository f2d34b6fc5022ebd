import * as z from "zod";
import type { CallJson } from "../http.ts";
import type { PrePopulation } from "../ports.ts";

const yesNo = z
  .union([z.boolean().transform((is) => (is ? "yes" : "no")), z.string().trim().toLowerCase()])
  .pipe(z.enum(["yes", "no"]));
/** The bare word, or an object that holds it. */
const answer = z.union([yesNo, z.object({ result: yesNo }).transform(({ result }) => result)]);

/**
 * Asks whether an affiliate's visitors find the form filled in: `GET check-affid-pre/{affid}/{percentage}`, our own
 * contract (spec 7).
 */
export function livePrePopulation(
  callJson: CallJson,
  url: string,
  percentage: number,
  timeoutMs = 2_000,
): PrePopulation {
  return {
    ask({ affid }) {
      const address = `${url}/check-affid-pre/${affid}/${percentage}`;
      return callJson({
        provider: "pre-population",
        url: address,
        timeoutMs,
        schema: answer,
        takesText: true,
      });
    },
  };
}

/** An affiliate that is not named, or in what no address may hold (dots would walk up its path), is not asked about. */
export function ofPlainIds(prePopulation: PrePopulation): PrePopulation {
  return {
    ask: async (about) => (/^[\w-]+$/.test(about.affid) ? prePopulation.ask(about) : undefined),
  };
}
