import { createHash } from "node:crypto";
import * as z from "zod";
import type { Arrival } from "../../machines/context/tracking.ts";
import type { Refusal } from "../../machines/visit/commands.ts";
import { networkOf } from "../guard/network-of.ts";
import type { Seal } from "../guard/signing.ts";
import { remembering } from "../observe/remembering.ts";

/**
 * The sealed hidden field of a survey's forms: which visit the form belongs to and how that visit began. The form of a
 * first view has none: the visit is stored with its first answer.
 * `refused`: what the form refused before that. `seen`: how many entries the visit's log had when the form was shown.
 */
export type VisitToken = {
  id: string;
  survey: string;
  at: number;
  arrival: Arrival;
  refused?: Refusal[];
  seen?: number;
  /** The visit's session, for a browser without cookies; one that brings another session's cookie does not need it. */
  session?: string;
  /** To whom the form was shown; what a post of it differs in is noted (`changesSince`). */
  shownTo?: ShownTo;
  /** Earlier changes that are not recorded yet. */
  changed?: readonly Change[];
  /** It was created for a post whose form had none (`newToken`), so no visit has its id yet. */
  isNew?: true;
};

/** Hashes of a network and of a user agent, which can be compared within one visit and reveal nothing by themselves. */
export type ShownTo = { [what in Change]: string };

/** What changed between showing a form and its return. */
export type Change = "network" | "browser";

type Visitor = { ip: string; userAgent: string };

/** A token's `shownTo` for the viewer of its form. @param id of the visit */
export function shownToOf(id: string, { ip, userAgent }: Visitor): ShownTo {
  const hash = (text: string) =>
    createHash("sha256").update(`${id} ${text}`).digest("base64url").slice(0, 16);
  return { network: hash(networkOf(ip)), browser: hash(userAgent) };
}

/** What has changed since the form was shown, and before; nothing where it does not say. */
export function changesSince({ id, shownTo, changed = [] }: VisitToken, visitor: Visitor): Change[] {
  const now = shownToOf(id, visitor);
  return (["network", "browser"] as const).filter(
    (what) => changed.includes(what) || (shownTo !== undefined && shownTo[what] !== now[what]),
  );
}

/** True for the form of a session that was shown to the network that posts it: no other site has one. */
export function isShownHere({ id, session, shownTo }: VisitToken, visitor: Visitor): boolean {
  return session !== undefined && shownTo?.network === shownToOf(id, visitor).network;
}

/** The server's knowledge at a first view. The page itself contains none of it. */
export type FirstView = {
  /** Epoch milliseconds. */
  at: number;
  referer: string;
  /** The survey's short code, where it is known. */
  survey?: string;
  /** The affiliate that is paid for it, so that a view for another one is another view (`sentBy`). */
  by?: string;
  /** When the browser last asked for it again. */
  seen?: number;
};

/** Longer ids are cut: a cookie carries them. */
const longestSender = 64;

/** The affiliate and offer of a visit's address; undefined where it names none. */
export function sentBy({ query: { affid = "", oid = "" } }: Pick<Arrival, "query">): string | undefined {
  return affid || oid ? `${affid} ${oid}`.slice(0, longestSender) : undefined;
}

/** The longest time, in milliseconds, that a page is believed to have been open before the first answer. */
export const longestOpenMs = 24 * 60 * 60 * 1000;

/** For a post of a form that was shown before there was a visit. */
export function newToken(id: string, survey: string, arrival: Arrival, at: number): VisitToken {
  return { id, survey, at, arrival, seen: 0, isNew: true };
}

/** When an unstored visit began: at its token's time, or now if the token is too old, so that hoarded tokens gain nothing. */
export function beganAt({ at }: VisitToken, now: number): number {
  return now - at <= longestOpenMs ? at : now;
}

const schema = z.object({
  id: z.string(),
  survey: z.string(),
  at: z.number(),
  arrival: z.object({
    path: z.string(),
    query: z.record(z.string(), z.string()),
    referer: z.string(),
    region: z.string().optional(),
    click: z.string().optional(),
    device: z.string().optional(),
    arm: z
      .object({
        experiment: z.string(),
        name: z.string(),
        version: z.string(),
        flags: z.string(),
        survey: z.string().optional(),
        words: z.string().optional(),
        won: z.boolean().optional(),
      })
      .optional(),
  }),
  refused: z.array(z.object({ step: z.string(), fields: z.array(z.string()), at: z.number() })).optional(),
  seen: z.number().optional(),
  session: z.string().optional(),
  shownTo: z.object({ network: z.string(), browser: z.string() }).optional(),
  changed: z.array(z.enum(["network", "browser"])).optional(),
});

/** Seals a visit's token for a form. Most come back to the process that made them, which then need not open them. */
export function sealToken(seal: Seal, token: VisitToken): string {
  const sealed = seal.seal(token);
  recentBy(seal)(sealed, () => ({ ...token, isNew: undefined }));
  return sealed;
}

/** Opens a token sealed by this site; undefined for anything else. */
export function openToken(seal: Seal, token: string | undefined): VisitToken | undefined {
  // A page of scripts sends the same one with each answer.
  return token ? recentBy(seal)(token, () => schema.safeParse(seal.open(token)).data) : undefined;
}

function recentBy(seal: Seal) {
  const remember = recent.get(seal) ?? remembering<VisitToken | undefined>(mostRecent);
  recent.set(seal, remember);
  return remember;
}

/** Tokens that were sealed or opened last, some 1 KB each. */
const mostRecent = 500;
const recent = new WeakMap<Seal, ReturnType<typeof remembering<VisitToken | undefined>>>();

/** Refusals in a token, which travels in a form and must stay short. */
const maxInToken = 5;

/** Adds what a first form refused to a token, which keeps it until the visit is stored. */
export function withRefusals(token: VisitToken, refusals: readonly Refusal[] = []): VisitToken {
  return refusals.length === 0 ? token : { ...token, refused: [...(token.refused ?? []), ...refusals] };
}

/** The refusals of a form that its token does not have yet and has room for. */
export function newRefusals({ refused = [] }: VisitToken, refusals: readonly Refusal[]): Refusal[] {
  return refusals
    .filter(({ at, step }) => !refused.some((known) => known.at === at && known.step === step))
    .slice(0, Math.max(0, maxInToken - refused.length));
}
