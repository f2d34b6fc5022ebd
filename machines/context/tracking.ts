import { DEFAULT_AFFID, DEFAULT_OFFER, DEFAULT_SUB_ID, SOCIAL_PIXEL_AFFID } from "../rules/limits.ts";

/** The presets of a survey path (spec 2.4). */
export type EntryDefaults = {
  oid?: number;
  /** '' for a path that sets no affiliate. */
  affid?: number | "";
  /** Thank-you destination, where it differs from the variant's. */
  thankYou?: string;
  /** The thank-you query says is_disqualified=true for a disqualified lead (ruling 36). */
  flagsDisqualified?: boolean;
};

/** The arm of an experiment that a visit is in. */
export type AssignedArm = {
  experiment: string;
  name: string;
  /** Hash of the experiment's definition, which should not change while it runs. */
  version: string;
  /** Page flags over the path's own, in the format of an address. Kept with the visit, so that a stop changes no running visit. */
  flags: string;
  /** Path of the survey that is shown instead of the visited path's own. */
  survey?: string;
  /** Name of the set of the owner's words that is said over those of everybody else. */
  words?: string;
  /** True where the experiment is over and everybody is shown this arm. */
  won?: boolean;
};

/** How a visitor came in, as it is in the log: raw, known parameters only. */
export type Arrival = {
  path: string;
  query: Record<string, string>;
  referer: string;
  /** The visitor's state as the proxy in front of us sends it (server.region-header), two letters. */
  region?: string;
  /** The id we gave this click, where no affiliate network gave it one. */
  click?: string;
  /** The browser's broad class (services/analytics/device.ts). */
  device?: string;
  arm?: AssignedArm;
};

/** Tracking fields of the record (spec 3.2). */
export type Tracking = {
  affid: string;
  oid: string;
  sub_id: string;
  sub_id2: string;
  sub_id3: string;
  sub_id4: string;
  click_id: string;
  gclid: string;
  fbclid: string;
  ef_transaction_id: string;
  debug_id: string;
} & { [id in (typeof otherClickIds)[number]]?: string };

/** Click ids that the specification does not name: they are in our own record, and only where one came. */
export const otherClickIds = ["gbraid", "wbraid", "ttclid", "msclkid"] as const;

/** Parameters that say where a visitor comes from. */
const sourceParameters = [
  "affid",
  "oid",
  "s1",
  "sub1",
  "sub2",
  "sub3",
  "sub4",
  "sub5",
  "gclid",
  "fbclid",
  ...otherClickIds,
  "_ef_transaction_id",
  "debug",
] as const;

/** Parameters a survey address may carry on; anything else (personal data above all) is dropped. */
export const knownParameters = [...sourceParameters, "flags", "show-meter"] as const;

/** A thank-you address's parameters about a lead, and those of the survey's own pages. */
const ours: ReadonlySet<string> = new Set([
  "email",
  "city",
  "state",
  "zip_code",
  "phone",
  "state_long",
  "ef_transaction_id",
  "_ef_transaction_id",
  "q",
  "dq_reason",
  "is_disqualified",
  "cl",
  "lang",
  "referer",
  "step",
]);

/**
 * True for a parameter that only we set: a visitor's own value for it is never kept (spec 2.4; ruling 40). affid and
 * sub_id are not among them: they are added where absent.
 */
export function isOurs(name: string): boolean {
  return ours.has(name);
}

/**
 * Longest value kept for one parameter and for a click's id, in UTF-16 units, and for all together, percent-encoded and
 * with foreign names: they are in addresses, and sealed in forms.
 */
const longestValue = 255;
export const longestClickId = 1000;
const longestQuery = 3000;
const clickId = /(?:clid|braid|_id)$/;
/** How many foreign parameters are kept; each of ours is looked for among all. */
const mostForeign = 100;
export const longestReferer = 500;

/**
 * The first value of each known parameter. A value that is too long or holds control characters or
 * broken Unicode is dropped: bad tracking must never cost a visitor the survey.
 * @param keepsQuery the variant's thank-you address keeps foreign parameters (spec 2.4), so
 *   they are read too, except those that name a lead's own fields (ruling 40)
 */
export function readArrival(
  path: string,
  search: URLSearchParams,
  referer: string,
  { keepsQuery = false, region, device }: { keepsQuery?: boolean; region?: string; device?: string } = {},
): Arrival {
  const query: Record<string, string> = {};
  const foreign = keepsQuery
    ? [...search.keys()].filter((name) => parameter.test(name) && !isOurs(name)).slice(0, mostForeign)
    : [];
  let length = 0;
  for (const name of new Set([...knownParameters, ...foreign])) {
    const value = search.get(name)?.trim();
    const longest = clickId.test(name) ? longestClickId : longestValue;
    if (value === undefined || value.length > longest || /[\p{Cc}\p{Cs}\ufffd]/u.test(value)) continue;
    length += encodeURIComponent(value).length + (foreign.includes(name) ? name.length : 0);
    if (length <= longestQuery) query[name] = value;
  }
  return {
    path,
    query,
    referer: referer.slice(0, longestReferer),
    ...(region && { region }),
    ...(device && { device }),
  };
}

/**
 * Whether an arrival names a source, and another one than the known source. Page flags and the like are no source, and
 * neither is an id that we gave the known click ourselves.
 */
export function isNewSource({ query }: Arrival, known: Arrival): boolean {
  const claimed = (value: string | undefined) => (value === known.click ? undefined : value);
  return (
    sourceParameters.some((name) => query[name] !== undefined) &&
    sourceParameters.some((name) => claimed(query[name]) !== claimed(known.query[name]))
  );
}

/**
 * The parts of an arrival that a survey's first page depends on: page flags, an experiment's arm, the meter, the
 * visitor's state, and the affiliate, where it has a headline or a social network's pixel. Visitors who are equal in
 * these get the same bytes.
 * @param campaigns headlines by affiliate id
 */
export function lookOf(
  { path, query, region, arm }: Arrival,
  campaigns: Pick<ReadonlyMap<string, unknown>, "has">,
): Arrival {
  const { flags, affid, "show-meter": meter } = query;
  const look = {
    ...(flags !== undefined && { flags }),
    ...(meter === "yes" && { "show-meter": meter }),
    ...(affid !== undefined && (affid === SOCIAL_PIXEL_AFFID || campaigns.has(affid)) && { affid }),
  };
  return { path, query: look, referer: "", ...(region && { region }), ...(arm && { arm }) };
}

/** The arrival with an id for its click, unless it brought one (spec 7, click registration). */
export function withClick(arrival: Arrival, newId: () => string | undefined): Arrival {
  return arrival.query._ef_transaction_id ? arrival : { ...arrival, click: newId() };
}

const unbraced = (value: string | undefined) => (value === "{}" ? "" : value);
export const offer = /^[1-9]\d{0,8}$/;
/** Names of foreign parameters that are kept; short ones only, no names that objects inherit. */
const parameter = /^(?!__)[\w.[\]-]{1,64}$/;
export const identifier = /^[\w.-]{0,128}$/;

/** The affiliate in an address; undefined for a missing or impossible one. */
export function affiliateIn({ affid }: Readonly<Record<string, string>>): string | undefined {
  const named = unbraced(affid);
  return named !== undefined && identifier.test(named) ? named : undefined;
}

/** Query parameters to tracking fields, over the path's defaults (spec 7, rulings 31 to 32 and 143 to 145). */
export function track({ query, click }: Arrival, defaults: EntryDefaults): Tracking {
  return {
    affid: affiliateIn(query) ?? String(defaults.affid ?? DEFAULT_AFFID),
    oid: query.oid && offer.test(query.oid) ? query.oid : String(defaults.oid ?? DEFAULT_OFFER),
    sub_id: unbraced(query.s1) ?? unbraced(query.sub1) ?? DEFAULT_SUB_ID,
    sub_id2: unbraced(query.sub2) ?? "",
    sub_id3: unbraced(query.sub3) ?? "",
    sub_id4: unbraced(query.sub4) ?? "",
    click_id: unbraced(query.sub5) ?? "",
    gclid: query.gclid ?? "",
    fbclid: query.fbclid ?? "",
    ef_transaction_id: query._ef_transaction_id ?? click ?? "",
    debug_id: query.debug ?? "",
    ...Object.fromEntries(otherClickIds.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
  };
}
