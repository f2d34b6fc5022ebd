import { createHash, createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import type { Language } from "../../machines/steps/step.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import { purposeKeys } from "../store/engine/keys.ts";
import { consentVersion } from "../words/consent.ts";
import type { OwnWords } from "../words/own-words.ts";
import { type ConsentParties, surveyConsent } from "../words/survey-consent.ts";
import type { Submitter } from "./posts.ts";

/** What the screen claims to have shown: the seal of the consent's step, and the firms that it named. */
export type Shown = { seal: string; firms: readonly string[] };

/** A consent as a page words it. `worded` has a slot where it names firms, which are known only later. */
export type OfferedConsent = { path: string; step: string; language: Language; worded: string };

export type ConsentSeals = {
  /** Short, because every page of a survey holds one for each consent that may come. The same for every visitor. */
  seal(offered: OfferedConsent): string;
  /** True for this very consent. */
  fits(seal: string, offered: OfferedConsent): boolean;
  /** Whether this very build made the page with a seal of ours, in the words that it shows now. */
  isOwn(seal: string): boolean;
};

const macBytes = 16;

/**
 * Seals what a consent says when its page is made, so that the post can tell whether it is what the visitor read: a deploy
 * or another setting may have changed it since.
 * @param secrets the first seals, all verify
 * @param build which program makes the pages
 * @param revision of the owner's own words, in which it makes them
 */
export function consentSeals(
  secrets: readonly string[],
  build: string,
  now: () => number,
  revision: () => number = () => 0,
): ConsentSeals {
  const keys = purposeKeys(secrets, "consent shown");
  const mark = createHash("sha256").update(build).digest("base64url").slice(0, 4);
  const macOf = (key: KeyObject, at: string, { path, step, language, worded }: OfferedConsent) =>
    createHmac("sha256", key)
      .update(JSON.stringify([at, path, step, consentVersion(language), worded]))
      .digest()
      .subarray(0, macBytes);
  return {
    seal(offered) {
      const own = revision();
      const at = `${Math.floor(now() / 1000).toString(36)}~${mark}${own === 0 ? "" : `~${own.toString(36)}`}`;
      return `${at}.${macOf(keys[0]!, at, offered).toString("base64url")}`;
    },
    fits(seal, offered) {
      const [at = "", mac = ""] = seal.split(".");
      const given = Buffer.from(mac, "base64url");
      return given.length === macBytes && keys.some((key) => timingSafeEqual(given, macOf(key, at, offered)));
    },
    isOwn: (seal) => seal.split(/[~.]/)[1] === mark && ownWordsShown(seal) === revision(),
  };
}

/** When the page with this seal of ours was made: whole seconds, as epoch milliseconds. */
export function pageMadeAt(seal: string): number {
  return Number.parseInt(seal, 36) * 1000;
}

/** The revision of the owner's own words that the page with this seal of ours showed; 0 for the words as they are shipped. */
export function ownWordsShown(seal: string): number {
  const [, own = ""] = /~.{4}~([\da-z]+)\./.exec(seal) ?? [];
  return own === "" ? 0 : Number.parseInt(own, 36);
}

/** Whether a visit that now gives its consent gives the one that was on its screen. */
export type IsAsShown = (poster: Pick<Submitter, "entry" | "shown">, state: VisitState) => boolean;

export function isAsShownWith(
  seals: ConsentSeals,
  settings: { company: ConsentParties; ownWords: OwnWords },
): IsAsShown {
  return ({ entry, shown }, { path: steps, replay, visit }) => {
    const { company, ownWords } = settings;
    const { variant, path } = entry;
    const { language } = variant;
    const set = visit.arrival.arm?.words;
    const { step, worded } = surveyConsent(variant, company, { steps, ownWords, set });
    if (worded === "") return true;
    const firms = replay.snapshot.context.checks.buyers?.selected.map(({ name }) => name) ?? [];
    return (
      shown !== undefined &&
      seals.fits(shown.seal, { path, step, language, worded }) &&
      JSON.stringify(shown.firms) === JSON.stringify(firms)
    );
  };
}
