import { explore, type Model } from "../../../machines/model/covering.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import { callOf, topState } from "../../../machines/visit/replay.ts";
import { screenCover } from "../../paths/model/covers.ts";
import { type Turn, turnsOf } from "../../paths/model/run-path.ts";
import { suitesOf } from "../../paths/model/suite.ts";

/** A visit of a survey, from an address to its end. */
export type Walk = {
  variant: Required<Variant>;
  address: string;
  /** Where the visitor lives, if the site knows it. */
  region?: string;
  turns: Turn[];
  /** The state in which it ends: the name of a screen, where the survey has its own last screen. */
  end: string;
};

/** Settings of a site that knows the visitor's state and asks for the date of birth there, so that every step can occur. */
export const walkSettings = { "server.region-header": "X-Region", "survey.date-of-birth-states": "CA" };

/** Headers that a walk's browser has to send. */
export function headersOf({ region }: Walk): Record<string, string> {
  return region ? { "X-Region": region } : {};
}

/**
 * Steps that no first address of their variant leads to, or only a site without buyers
 * (test/site/buyers.test.ts walks to those).
 */
const unseen: Record<string, string[]> = {
  v4nv: ["AutoAccidentCaseWorth"],
  "v4nv-es": ["AutoAccidentCaseWorth"],
  "v4nv-1to1": ["AutoAccidentCaseWorth", "PhoneAbbreviatedTCPA"],
  "v4nv-d1": ["AutoAccidentCaseWorth", "PhoneAbbreviatedTCPA"],
  "v4nv-d2": ["AutoAccidentCaseWorth", "PhoneAbbreviatedTCPA"],
  "v4nv-x1": ["AutoAccidentCaseWorth", "PhoneAbbreviatedTCPA"],
};

/**
 * A few visits that together reach every step of a variant, and the steps that they miss (which should be none). Services
 * answer as the stubs and the built-in checks do.
 */
export function walksOf(variant: Required<Variant>): { walks: Walk[]; missed: string[] } {
  const isScreen = (name: string) => stepNamed(name, variant.machine) !== undefined;
  const seen = new Set(unseen[variant.code]);
  const walks: Walk[] = [];
  for (const { world, model } of suitesOf(variant).filter(({ isNew }) => isNew)) {
    const query = new URLSearchParams(world.arrival.query);
    const { region } = world.arrival;
    const graph = explore(served(model));
    for (const path of screenCover(graph, isScreen)) {
      const states = path.flatMap(({ from, to }) => [topState(from.snapshot), topState(to.snapshot)]);
      if (states.every((name) => seen.has(name) || !isScreen(name))) continue;
      for (const name of states) seen.add(name);
      const address = query.size > 0 ? `${world.entry.path}?${query}` : world.entry.path;
      walks.push({ variant, address, region, turns: described(turnsOf(path)), end: states.at(-1)! });
    }
  }
  const missed = Object.keys(variant.machine.root.states).filter((name) => isScreen(name) && !seen.has(name));
  return { walks, missed };
}

/** A chart whose services answer as the stubs and what is built in do; a description may tell either. */
function served(model: Model): Model {
  return {
    ...model,
    casesAt(snapshot) {
      const cases = model.casesAt(snapshot);
      const call = callOf(snapshot);
      if (!call) return cases;
      return call === "readDescription"
        ? cases.filter(({ label }) => !/unavailable|timeout/.test(label))
        : cases.slice(0, 1);
    },
  };
}

/** A path walks abstract states; the description has to be one that is read as the path says. */
function described(turns: Turn[]): Turn[] {
  return turns.map((turn) => {
    const read = turn.outcomes.find((outcome) => outcome.call === "readDescription");
    if (!read) return turn;
    const hit = "output" in read && (read.output as { hit_and_run: string }).hit_and_run === "yes";
    const case_description = hit
      ? "It was a hit and run, the driver left the scene of the crash."
      : "A truck hit my car from behind at a red light.";
    return { ...turn, post: { ...turn.post, case_description } };
  });
}
