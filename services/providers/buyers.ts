import * as z from "zod";
import { BUYERS_TIMEOUT_MS } from "../../machines/context/calls.ts";
import { fixedLists } from "../../machines/rules/buyer-lists.ts";
import type { Buyer } from "../../machines/rules/one-to-one.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { ListedBuyer } from "../settings/buyers.ts";
import type { Settings } from "../settings/env.ts";
import type { CallJson } from "./http.ts";
import type { Buyers } from "./ports.ts";
import type { Provider } from "./provider.ts";

/** The firms in a survey's consent, by the settings. */
export type Naming = {
  /** Its short code. */
  survey: string;
  isSomebody: boolean;
  /** A plain sentence. */
  text: string;
};

/** For each survey with one-to-one consent, the firms that it names; only configured ones are named. */
export function whoIsNamed({ buyersUrl, buyers }: Pick<Settings, "buyersUrl" | "buyers">): Naming[] {
  const lists = buyers?.lists;
  const fixed = Object.keys(fixedLists).map((list): Naming => {
    const survey = list as keyof typeof fixedLists;
    const named = lists?.[survey] ?? [];
    return named.length > 0
      ? { survey, isSomebody: true, text: `The consent of ${survey} names ${namesOf(named)}.` }
      : nobodyIn(survey, "buyers of claimpath.yaml");
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
    if (!chosen && !instead) return nobodyIn(survey, "BUYERS_URL or buyers of claimpath.yaml");
    const whom = chosen && instead ? `${chosen}, or else ${instead}` : chosen || instead;
    return { survey, isSomebody: true, text: `The consent of ${survey} names ${whom}.` };
  }
}

/** The same for one survey; undefined where its consent is not one-to-one. */
export function namingOf(code: string, settings: Parameters<typeof whoIsNamed>[0]): Naming | undefined {
  return whoIsNamed(settings).find(({ survey }) => survey === code);
}

function nobodyIn(survey: string, setting: string): Naming {
  const text = `No buyers are configured for ${survey} (${setting}): its consent names nobody.`;
  return { survey, isSomebody: false, text };
}

function namesOf(buyers: readonly Buyer[]): string {
  return buyers.map(({ name }) => name).join("; ");
}

const mostIds = 100;
const mostSelected = 100;
const mostPossible = 1000;

/** A number, or its digits as text. */
const id = z
  .union([
    z.int(),
    z
      .string()
      .trim()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().nonnegative());
const name = z.string().trim().min(1).max(200);
/** Our own form, or a bare id. */
const buyer = z.union([
  z.object({ name, ids: z.array(z.unknown()) }),
  z.object({ name, ids: id }),
  z.object({ name, id }),
]);
const list = z.array(z.unknown()).default([]);
const answer = z.object({ selectedBuyers: list, allPossibleBuyers: list });

/**
 * Asks the buyers service who may be named in a one-to-one consent: our own contract (spec 7). An unreadable buyer is
 * left out; an answer whose selected buyers are all unreadable counts as none.
 */
export function liveBuyers(callJson: CallJson, url: string, timeoutMs: number): Buyers {
  return {
    async find(fields) {
      const found = await callJson({
        provider: "buyers",
        url: `${url}/get-available`,
        body: { fields },
        timeoutMs,
        schema: answer,
      });
      const selected = readable(found.selectedBuyers).slice(0, mostSelected);
      if (selected.length === 0 && found.selectedBuyers.length > 0) {
        throw new ProviderFailure("garbage", "buyers named nobody in a form that is understood");
      }
      return { selected, possible: readable(found.allPossibleBuyers).slice(0, mostPossible) };
    },
  };
}

function readable(given: readonly unknown[]): Buyer[] {
  return given.flatMap((one) => {
    const { data } = buyer.safeParse(one);
    if (!data) return [];
    const all: unknown[] = "id" in data ? [data.id] : [data.ids].flat();
    const ids = all.flatMap((each) => id.safeParse(each).data ?? []).slice(0, mostIds);
    return ids.length > 0 ? [{ name: data.name, ids }] : [];
  });
}

/** How many leads of the day name each firm. */
type CountToday = () => Promise<Map<string, number>>;

/**
 * Selects from the operator's file: possible is who serves the visitor's state and injury, selected who of them has not
 * had all of the day's leads. A firm that is limited to states serves nobody whose state is unknown.
 */
export function buyersInFile(selectable: readonly ListedBuyer[], countToday: CountToday): Buyers {
  return {
    async find({ state = "", specific_injury = "" }) {
      const possible = selectable.filter(
        ({ states, injuries }) =>
          (states?.includes(String(state)) ?? true) && (injuries?.includes(String(specific_injury)) ?? true),
      );
      const isCapped = possible.some(({ dailyCap }) => dailyCap !== undefined);
      const counts = isCapped ? await countToday() : new Map<string, number>();
      const free = possible.filter(({ name, dailyCap = Infinity }) => (counts.get(name) ?? 0) < dailyCap);
      return { selected: free.map(bare), possible: possible.map(bare) };
    },
  };
}

const bare = ({ states: _, injuries: __, dailyCap: ___, ...buyer }: ListedBuyer): Buyer => buyer;

/** The day's leads are counted in the store, which is opened after the providers are chosen. */
export type BuyersBy = (countToday: CountToday) => Buyers;

const nobody: Buyers = { find: async () => null };

export const buyers: Provider<BuyersBy> = {
  name: "buyers",
  words: "buyers service",
  addresses: ({ buyersUrl }) => [buyersUrl],
  choose({ buyersUrl, buyers: listed }, { callJson, withCallLog }) {
    if (buyersUrl) {
      const port = withCallLog(liveBuyers(callJson, buyersUrl, BUYERS_TIMEOUT_MS));
      return { port: () => port, mode: "live", how: "BUYERS_URL" };
    }
    const selectable = listed?.selectable ?? [];
    if (selectable.length > 0) {
      return {
        port: (countToday) => buyersInFile(selectable, countToday),
        mode: "embedded",
        how: "buyers of claimpath.yaml",
      };
    }
    return {
      port: () => nobody,
      mode: "off",
      how: "neither BUYERS_URL nor buyers to be selected in claimpath.yaml",
    };
  },
};
