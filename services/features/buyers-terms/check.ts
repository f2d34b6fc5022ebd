import { nearest } from "../../../machines/graph/nearest.ts";
import { caseName, type Path, walkDay } from "../../../machines/model/covering.ts";
import { inputOf } from "../../../machines/model/setup.ts";
import { coverageOf, isWalked, type OfTaker } from "../../../machines/model/terms-coverage.ts";
import { variants } from "../../../machines/registry.ts";
import type { Variant } from "../../../machines/variant.ts";
import { printable } from "../../observe/printable.ts";
import { Refusal } from "../../operations/refusal.ts";
import type { Settings } from "../../settings/env.ts";
import { wantsText } from "../../words/terms-in-words.ts";
import { didYouMean } from "../../yaml/closest.ts";
import type { Buyer } from "./buyers.ts";

/** Surveys by their codes; all of them where none is named. @throws Refusal for an unknown one */
export function surveysNamed(codes: readonly string[]): Required<Variant>[] {
  const all = [...variants.values()].filter(({ flow }) => flow !== "benefits");
  if (codes.length === 0) return all;
  return codes.map((code) => {
    const found = all.find((each) => each.code === code);
    const known = all.map((each) => each.code);
    if (!found)
      throw new Refusal(
        `There is no survey ${printable(code)} that makes leads${didYouMean(nearest(code, known)) || "."}`,
      );
    return found;
  });
}

/**
 * What these buyers' terms let through of a survey, line by line.
 * @param only the name of one, with which nothing is said of the order
 */
export function checkText(
  survey: Required<Variant>,
  all: readonly Buyer[],
  settings: Settings,
  only?: string,
): string[] {
  const buyers = all.filter(({ name }) => only === undefined || name === only);
  const { code, entries } = survey;
  const { entry, input } = inputOf({
    path: Object.keys(entries)[0]!,
    query: "",
    region: "",
    today: walkDay,
    dateOfBirthStates: settings.dateOfBirthStates,
    noDefaultBuyersStates: settings.noDefaultBuyersStates,
  });
  const { forceEarlyTreatment, partialFaultStates, reservedSurnames } = settings;
  const { kinds, of, unsold } = coverageOf(entry, input, buyers, {
    forceEarlyTreatment,
    partialFaultStates,
    reservedSurnames,
  });
  const lines = of.flatMap((each) => [
    `${code}, ${each.name}`,
    ...ofBuyer(each, kinds).map((text) => `  ${text}`),
  ]);
  const assumed = new Set(buyers.flatMap(({ terms }) => terms).filter(({ field }) => !isWalked(field)));
  return [
    ...lines,
    ...(unsold && only === undefined ? [`${code}, nobody in the order takes`, `  ${wayText(unsold)}`] : []),
    ...[...assumed].map(
      (condition) =>
        `${code}: leads ${wantsText(condition)} are taken for granted here, since no answer says so.`,
    ),
  ];
}

function ofBuyer({ taken, outside, leaks }: OfTaker, kinds: number): string[] {
  const never = outside.filter(({ isAlways }) => isAlways);
  const asked = outside.filter(({ isAlways }) => !isAlways);
  return [
    taken === 0
      ? "It can take no qualified lead of this survey."
      : `It takes ${taken} of ${kinds} kinds of qualified leads that the terms tell apart, and none outside its terms.`,
    ...never.map(({ condition }) => `There is no qualified lead ${wantsText(condition)}.`),
    ...asked.map(
      ({ condition, way }) => `Not taken, for it takes only leads ${wantsText(condition)}: ${wayText(way)}`,
    ),
    ...leaks.map(({ condition, why, way }) =>
      why === "not known"
        ? `Leaks, for this lead says nothing to it, and it takes leads ${wantsText(condition)}: ${wayText(way)}`
        : `Leaks, for a rule puts another value in the place of the answer, and it takes leads ${wantsText(condition)}: ${wayText(way)}`,
    ),
  ];
}

/** A way by its answers; of what services say only the place decides. */
export function wayText(way: Path): string {
  return way
    .filter(({ tried }) => tried.kind !== "outcome" || tried.factor === "lookUpZip")
    .map(caseName)
    .join(" > ");
}
