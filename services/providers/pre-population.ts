import { createHash } from "node:crypto";
import * as z from "zod";
import type { CallJson } from "./http.ts";
import type { PrePopulation } from "./ports.ts";
import type { Provider } from "./provider.ts";

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
function ofPlainIds(prePopulation: PrePopulation): PrePopulation {
  return {
    ask: async (about) => (/^[\w-]+$/.test(about.affid) ? prePopulation.ask(about) : undefined),
  };
}

/** Without a service we draw ourselves: a set percentage of sessions, and the same session always draws the same. */
export function drawnPrePopulation(percentage: number): PrePopulation {
  return {
    async ask({ sessionId }) {
      const drawn =
        createHash("sha256").update(`pre-population:${sessionId}`).digest().readUInt32BE() / 2 ** 32;
      return drawn * 100 < percentage ? "yes" : "no";
    },
  };
}

/** 100 percent need no service: everybody's form is filled in (ruling 141). */
export const everybodyPrePopulated: PrePopulation = { ask: async () => "yes" };

/** Without a service, nobody is pre-populated. */
export const nobodyPrePopulated: PrePopulation = { ask: async () => undefined };

export const prePopulation: Provider<PrePopulation> = {
  name: "pre-population",
  words: "pre-population",
  addresses: ({ prePopUrl }) => [prePopUrl],
  choose({ prePopUrl: url, plain }, { callJson, withCallLog }) {
    const percent = plain.survey["prefill-percent"];
    if (percent === 100) {
      return { port: everybodyPrePopulated, mode: "embedded", how: "100 percent: everybody" };
    }
    const how = `${percent} percent`;
    if (url)
      return { port: ofPlainIds(withCallLog(livePrePopulation(callJson, url, percent))), mode: "live", how };
    if (percent > 0)
      return { port: drawnPrePopulation(percent), mode: "embedded", how: `${how} of sessions` };
    return {
      port: nobodyPrePopulated,
      mode: "off",
      how: "no PREPOP_URL and no survey.prefill-percent: nobody",
    };
  },
};
