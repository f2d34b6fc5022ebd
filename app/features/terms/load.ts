import type { AppLoadContext } from "@remix-run/node";
import { dayCounter, dayText } from "../../../services/calendar/days.ts";
import { heldByPause } from "../../../services/features/terms/after-pause.ts";
import { priceFalls } from "../../../services/features/terms/feature.ts";
import { aheadOfPace, shareOfDay } from "../../../services/features/terms/pace.ts";
import {
  allTerms,
  changeTerms,
  fallsByHalf,
  type OwnersTerms,
  readTerms,
  readUndo,
  staleTerms,
  type Term,
  termsOfOwner,
  termsYaml,
  undoChange,
} from "../../../services/features/terms/terms.ts";
import { printable } from "../../../services/observe/printable.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { dollars, freeWords } from "../../../services/operations/text.ts";
import { howOf } from "../../../services/providers/route.ts";
import { hours } from "../../../services/settings/destinations/hours.ts";
import { capFields, fieldWords } from "../../../services/settings/destinations/terms.ts";
import type { Used } from "../../../services/store/outbox/daily-places.ts";
import type { Message, TermsChange } from "../../../services/store/rows.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";

/**
 * What is agreed, in words. `inFile`: what the file says where that is something else. `warns`: nothing is sent for it.
 * `used`: how full a cap is, 0 to 1. `pace`: of a cap of the day.
 */
type Agreed = {
  label: string;
  now: string;
  inFile?: string;
  by: string;
  warns: "" | "paused" | "full";
  used?: number;
  pace?: string;
};
/** `how`: its kind, its place in the order, and what it takes. */
export type OwnerRow = { name: string; href: string; mode: string; how: string; agreed: readonly Agreed[] };
/** A change that somebody made. `canUndo`: no later change builds on it. */
export type ChangeRow = {
  number: number;
  what: string;
  href: string;
  from: string;
  to: string;
  by: string;
  reason: string;
  canUndo: boolean;
};

/** The result of a press: `faults` by field, `given` what was typed, `look` its effect, to confirm. */
export type Pressed = {
  look?: SecondLook;
  text: string;
  faults: Partial<Record<string, string>>;
  given: Partial<Record<string, string>>;
};

const newest = 50;

export type TermsData = Awaited<ReturnType<typeof termsData>>;

/** What is agreed with everybody and what is left of it today, and the newest changes. @param asked an affiliate without any yet */
export async function termsData(context: AppLoadContext, asked: string | null, isWhole: boolean) {
  const { store, settings } = context.services;
  const [all, changes] = [await allTerms(context.services), await store.terms.history(undefined, newest)];
  const at = context.services.now();
  const used = await store.dailyPlaces.used(dayText(dayCounter(settings.siteTimeZone)(at)));
  const declared = new Map(settings.destinations.map((each) => [each.name, howOf(each)]));
  const rows = (party: string) =>
    all
      .filter((each) => each.party === party)
      .map((each) => ({
        ...ownerRow(each, used, { at, zone: settings.siteTimeZone, isWhole }),
        how: party === "receiver" ? (declared.get(each.name) ?? "") : "",
      }));
  return {
    receivers: rows("receiver"),
    affiliates: rows("affiliate"),
    changes: changes.map((each) => changeRow(each, [], settings.siteTimeZone, isWhole)),
    yaml: termsYaml(all),
    // For another affiliate's id.
    fault: asked === null ? "" : "An id has letters, digits, dots and dashes, 64 at most.",
  };
}

const hrefOf = ({ party, name }: Pick<TermsChange, "party" | "name">) =>
  `/console/terms/${party}/${encodeURIComponent(name)}`;

function ownerRow(
  { party, name, isLive, terms }: OwnersTerms,
  used: readonly Used[],
  { at, zone, isWhole }: { at: number; zone: string; isWhole: boolean },
): Omit<OwnerRow, "how"> {
  const open = terms.find(({ field }) => field === "hours")?.now ?? "";
  const share = shareOfDay(at, zone, open === "" ? [] : open.split(", ").map((each) => hours.parse(each)));
  return {
    name,
    href: hrefOf({ party, name }),
    mode: party === "receiver" ? (isLive ? "live" : "test") : "",
    agreed: terms
      .filter(({ now, inFile }) => now !== "" || now !== inFile)
      .map(({ field, now, inFile, change }) => {
        const differs = now !== inFile && field !== "paused";
        const its = used.find((each) => each.party === party && each.name === name && each.field === field);
        const isCap = capFields.some((each) => each === field) && now !== "";
        const isMoney = field.endsWith("-budget");
        const [count, limit] = [its?.count ?? 0, Number(now) * (isMoney ? 100 : 1)];
        const soFar = isMoney ? dollars(count) : String(count);
        return {
          label: fieldWords[field],
          now: isCap ? `${soFar} of ${inWords(field, now)}` : inWords(field, now),
          ...(differs && { inFile: inWords(field, inFile) }),
          by: change ? byWhom(change, zone, isWhole) : "",
          warns: field === "paused" ? "paused" : isCap && count >= limit ? "full" : "",
          ...(isCap && { used: Math.min(1, count / limit) }),
          ...(isCap &&
            field.startsWith("daily-") &&
            count < limit && { pace: paceText(count, limit, share, isMoney) }),
        };
      }),
  };
}

function paceText(count: number, cap: number, share: number | undefined, isMoney: boolean): string {
  if (share === undefined) return "closed today";
  const ahead = aheadOfPace(count, cap, share);
  if (ahead === 0) return "at an even pace";
  const much = isMoney ? dollars(Math.abs(ahead)) : String(Math.abs(ahead));
  return `${much} ${ahead > 0 ? "ahead of" : "behind"} an even pace`;
}

const byWhom = ({ person, at, reason }: TermsChange, zone: string, isWhole: boolean) =>
  `${printable(person) || "somebody"}, ${shownTime(at, zone)}${reason ? `: ${freeWords(reason, isWhole)}` : ""}`;

const without: Partial<Record<Term["field"], string>> = {
  paused: "no",
  price: "none",
  payout: "nothing",
  hours: "at any time",
  states: "any",
  "min-price": "none",
};

/** A term as people read it; what is not agreed is said, too. */
export function inWords(field: Term["field"], value: string): string {
  if (value === "") return without[field] ?? "no limit";
  const isMoney = field.endsWith("price") || field.endsWith("-budget") || field === "payout";
  return isMoney && !value.endsWith("%") ? dollars(Math.round(Number(value) * 100)) : value;
}

function changeRow(
  change: TermsChange,
  all: readonly TermsChange[],
  zone: string,
  isWhole: boolean,
): ChangeRow {
  const { number, party, name, field, before, after, inFile, undoes, person, at, reason } = change;
  const isNewest = all.find((each) => each.field === field)?.number === number;
  const value = (text: string | null) =>
    text !== null || field === "paused"
      ? inWords(field, text ?? "")
      : `${inWords(field, inFile)}, as in the file`;
  const what = fieldWords[field] ?? field;
  return {
    number,
    what: all.length > 0 ? what : `${party === "receiver" ? "" : "Affiliate "}${printable(name)}: ${what}`,
    href: hrefOf({ party, name }),
    from: value(before),
    to: value(after),
    by: `${printable(person) || "somebody"}, ${shownTime(at, zone)}`,
    reason: `${undoes === null ? "" : `Undoes change ${undoes}. `}${freeWords(reason, isWhole)}`,
    canUndo: isNewest,
  };
}

const hints: Partial<Record<Term["field"], string>> = {
  hours: "Such as mon-fri 08:00-18:00, sat 09:00-12:00",
  states: "Such as TX, FL",
  payout: "Dollars, or a share such as 40%",
};

export type OwnerData = Awaited<ReturnType<typeof ownerData>>;

/** The form of one owner. @throws Response 404 */
export async function ownerData(
  owner: { party: string; name: string },
  { services }: AppLoadContext,
  isWhole: boolean,
) {
  const zone = services.settings.siteTimeZone;
  const { terms: own, history } = await orNotFound(termsOfOwner(services, owner));
  const pause = own.terms.find(({ field }) => field === "paused");
  const isAffiliate = own.party === "affiliate";
  const isPaused = pause?.now === "yes";
  const held = isAffiliate && isPaused ? await heldByPause(services.store.outbox) : undefined;
  return {
    address: hrefOf(own),
    /** Where it is set up, for those who may see that. */
    setUp: isWhole && !isAffiliate ? `/console/terms/set-up?receiver=${encodeURIComponent(own.name)}` : "",
    title: own.party === "receiver" ? own.name : `Affiliate ${own.name}`,
    isPaused,
    pauseText: isPaused ? `Paused${pause.change ? ` by ${byWhom(pause.change, zone, isWhole)}` : ""}` : "",
    heldText: isAffiliate ? heldText(held?.get(own.name) ?? [], isPaused, zone) : "",
    fields: own.terms
      .filter(({ field }) => field !== "paused")
      .map(({ field, now, inFile, change }) => ({
        name: field,
        label: fieldWords[field],
        now,
        says: inWords(field, now),
        example: field in hints ? `${hints[field]}. ` : "",
        hint: [
          `In the file: ${inWords(field, inFile)}.`,
          change && `Changed by ${byWhom(change, zone, isWhole)}`,
        ]
          .filter(Boolean)
          .join(" "),
      })),
    seen: history[0]?.number ?? 0,
    history: history.map((each) => changeRow(each, history, zone, isWhole)),
  };
}

/** What happens to the leads that an affiliate's pause holds. */
function heldText(held: readonly Message[], isPaused: boolean, zone: string): string {
  if (!isPaused) return "A pause holds its leads; they go out when you resume.";
  if (held.length === 0) return "The pause has held nothing yet. What it holds goes out when you resume.";
  const oldest = shownTime(Math.min(...held.map(({ createdAt }) => createdAt)), zone);
  if (held.length === 1) return `The pause holds 1 message, from ${oldest}. It goes out when you resume.`;
  return `The pause holds ${held.length} messages, the oldest from ${oldest}. They go out when you resume.`;
}

async function orNotFound<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Refusal) throw new Response("There is no such page.", { status: 404 });
    throw error;
  }
}

/**
 * Changes, pauses or undoes, with a reason; a changed term is shown for confirmation first. A pause is not: it can be
 * urgent, and one press ends it.
 * @returns undefined when done
 * @throws Response 404
 */
export async function pressed(
  owner: { party: string; name: string },
  { intent = "", change = "", seen = "", reason = "", confirmed, ...typed }: PostedForm,
  { services }: AppLoadContext,
  person: string,
): Promise<Pressed | undefined> {
  const { terms: own, history } = await orNotFound(termsOfOwner(services, owner));
  const given = { ...typed, reason };
  const refuse = (text: string, faults: Pressed["faults"] = {}): Pressed => ({ text, faults, given });
  const writeDown = (about: string, why: string) =>
    services.store.readings.add(person, `console terms ${intent}`, [], {
      about: `${own.party} ${own.name} ${about}`,
      reason: why,
    });
  /** The resulting terms, for confirmation; undefined where they were confirmed. */
  const lookAtTerms = (terms: readonly ToBe[], fields: Record<string, string>): Pressed | undefined => {
    const name = lookAt(own.party, own.name, terms);
    if (confirmed === name) return undefined;
    return {
      text: "",
      faults: {},
      given,
      look: lookOf(terms, { intent, reason, confirmed: name, ...fields }),
    };
  };
  const falls = (terms: readonly ToBe[]) => terms.some((term) => isDeepFall(term));
  const toBe = (field: Term["field"], after: string | null): ToBe => {
    const { now, inFile } = own.terms.find((each) => each.field === field)!;
    return { field, before: now, after: after ?? inFile };
  };
  try {
    if (intent === "undo") {
      const { change: found, reason: why } = await readUndo(services, own, change, reason);
      const terms = [toBe(found.field, found.before)];
      const look = lookAtTerms(terms, { change });
      if (look) return look;
      await writeDown(`change ${change}`, why);
      await undoChange(services, found, { person, reason: why });
      if (falls(terms)) services.metrics.ofFeatures[priceFalls]?.inc();
      return undefined;
    }
    const asked = { save: typed, pause: { paused: "yes" }, resume: { paused: "" } }[intent];
    if (!asked) return refuse("You can’t do that here.");
    const read = await readTerms(services, owner, { ...asked, reason });
    if ("faults" in read) return refuse("", read.faults);
    const newest = /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
    const terms = read.terms.map(({ field, after }) => toBe(field, after));
    if (intent === "save" && terms.length > 0) {
      if ((history[0]?.number ?? 0) > newest) throw staleTerms();
      const look = lookAtTerms(terms, { seen, ...fieldsOf(terms, typed) });
      if (look) return look;
    }
    await writeDown(read.terms.map(({ field }) => field).join(" "), read.reason);
    await changeTerms(services, read, { person, reason: read.reason }, newest);
    if (falls(terms)) services.metrics.ofFeatures[priceFalls]?.inc();
    if (intent === "resume") services.outbox.wake([own.name]);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal)
      return intent === "undo"
        ? {
            text: error.message,
            faults: { [`undo-${change}`]: error.message },
            given: { [`undo-${change}`]: reason },
          }
        : refuse(error.message);
    throw error;
  }
}

/** A term as it counts now and as it would. */
type ToBe = { field: Term["field"]; before: string; after: string };

const isDeepFall = ({ field, before, after }: ToBe) => fallsByHalf(field, before, after);

/** The values typed into the fields that change. */
function fieldsOf(terms: readonly ToBe[], typed: PostedForm): Record<string, string> {
  return Object.fromEntries(terms.map(({ field }) => [field, typed[field] ?? ""]));
}

function lookOf(terms: readonly ToBe[], fields: Record<string, string>): SecondLook {
  return {
    says: [
      ...terms.map(
        ({ field, before, after }) =>
          `${fieldWords[field]}: ${inWords(field, before)} becomes ${inWords(field, after)}.`,
      ),
      "It counts within seconds, for what comes from then on.",
    ],
    warns: terms.some(isDeepFall) ? "The price falls by half or more. Is that meant?" : "",
    fields,
    button: fields.intent === "undo" ? "Undo it" : "Change it",
  };
}
