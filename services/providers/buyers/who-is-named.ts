import { fixedLists } from "../../../machines/rules/buyer-lists.ts";
import type { Buyer } from "../../../machines/rules/one-to-one.ts";
import type { Settings } from "../../settings/env.ts";

/** Whom a survey's consent names by the settings. */
export type Naming = {
  /** Its short code. */
  survey: string;
  isSomebody: boolean;
  /** A plain sentence. */
  text: string;
};

/** For each survey that asks for one-to-one consent, whom it names; nobody is named whom the operator did not configure. */
export function whoIsNamed({ buyersUrl, buyers }: Pick<Settings, "buyersUrl" | "buyers">): Naming[] {
  const lists = buyers?.lists;
  const fixed = Object.keys(fixedLists).map((list): Naming => {
    const survey = list as keyof typeof fixedLists;
    const named = lists?.[survey] ?? [];
    return named.length > 0
      ? { survey, isSomebody: true, text: `The consent of ${survey} names ${namesOf(named)}.` }
      : nobody(survey, "buyers of claimpath.yaml");
  });
  return [general(), ...fixed];

  function general(): Naming {
    const survey = "v4nv-1to1";
    const selectable = buyers?.selectable ?? [];
    const byDefault = lists?.default ?? [];
    const chosen = buyersUrl
      ? "whom the service at BUYERS_URL selects"
      : selectable.length > 0 &&
        `whichever of ${namesOf(selectable)} serve the state and the injury and are below their daily cap`;
    const instead = byDefault.length > 0 && namesOf(byDefault);
    if (!chosen && !instead) return nobody(survey, "BUYERS_URL or buyers of claimpath.yaml");
    const whom = chosen && instead ? `${chosen}, or else ${instead}` : chosen || instead;
    return { survey, isSomebody: true, text: `The consent of ${survey} names ${whom}.` };
  }
}

/** The same of one survey; undefined where its consent is not one-to-one. */
export function namingOf(code: string, settings: Parameters<typeof whoIsNamed>[0]): Naming | undefined {
  return whoIsNamed(settings).find(({ survey }) => survey === code);
}

function nobody(survey: string, setting: string): Naming {
  const text = `No buyers are configured for ${survey} (${setting}): its consent names nobody.`;
  return { survey, isSomebody: false, text };
}

function namesOf(buyers: readonly Buyer[]): string {
  return buyers.map(({ name }) => name).join("; ");
}
