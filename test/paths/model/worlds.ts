import type { Arrival } from "../../../machines/context/tracking.ts";
import { askedOf } from "../../../machines/model/cases.ts";
import { entryPaths, findEntry, type SurveyEntry, variants } from "../../../machines/registry.ts";
import type { SurveyInput, SurveySettings } from "../../../machines/survey.ts";
import type { Variant } from "../../../machines/variant.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import { noon, today } from "../../support/lead-facts.ts";

/** A way to come to a survey: its path, the query, the referrer, and the site's settings. */
export type World = {
  label: string;
  entry: SurveyEntry;
  arrival: Arrival;
  settings: Partial<SurveySettings>;
};

/** The state that is listed and lived in, wherever a chart asks for one; its zip code is among the cases. */
const listed = "CA";

/** A world at each path of a variant, landing pages elsewhere included. */
export function plainWorlds({ code }: Pick<Variant, "code">): World[] {
  const parts = [...variants.values()].map(({ landingPart }) => landingPart);
  const elsewhere = parts.filter(Boolean).map((part) => `/lp/${part}`);
  return [...entryPaths, ...elsewhere]
    .map((path) => findEntry(path)!)
    .filter(({ variant }) => variant.code === code)
    .map((entry) => ({ label: entry.path, entry, arrival: arrivalAt(entry), settings: {} }));
}

/**
 * The worlds in which what a chart reads of its input is otherwise than in the plain one: each flag on, each affiliate
 * that a guard asks for, and each list of states naming the visitor's.
 * @param read paths of the context, like `flags.combinedLastStep`
 */
export function worldsThatDiffer({ entry }: World, read: ReadonlySet<string>): World[] {
  const parts = (group: string) => [
    ...new Set([...read].filter((path) => path.startsWith(`${group}.`)).map((path) => path.split(".")[1]!)),
  ];
  const flagged = parts("flags").map((flag) => ({
    label: `${entry.path} with ${flag}`,
    entry,
    arrival: { ...arrivalAt(entry), query: { flags: flag } },
    settings: {},
  }));
  const { affiliates } = askedOf(entry.variant.machine, today);
  const ofAffiliate = affiliates.map((affid) => ({
    label: `${entry.path} from affiliate ${affid}`,
    entry,
    arrival: { ...arrivalAt(entry), query: { affid } },
    settings: {},
  }));
  const inListedState = {
    label: `${entry.path} in a listed state`,
    entry,
    arrival: { ...arrivalAt(entry), region: listed },
    settings: { dateOfBirthStates: [listed], noDefaultBuyersStates: [listed] },
  };
  return read.has("region") || parts("settings").length > 0
    ? [...flagged, ...ofAffiliate, inListedState]
    : [...flagged, ...ofAffiliate];
}

/** A chart's input in a world, as the server gives it. */
export function inputIn({ entry, arrival, settings }: World): SurveyInput {
  return openVisit(entry, settings, [{ at: noon, kind: "entry", body: arrival }]).input;
}

function arrivalAt({ path }: SurveyEntry): Arrival {
  return { path, query: {}, referer: "" };
}
