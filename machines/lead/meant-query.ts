import { identifier, knownParameters, offer } from "../context/tracking.ts";

const byLowerCase = new Map<string, string>(knownParameters.map((name) => [name.toLowerCase(), name]));
/**
 * The beginning of a nested query in a value, followed by a name that we know: a second question mark, `;`, and an `&`
 * that a redirector has encoded once or twice.
 */
const nextQuery = new RegExp(`(?:[?&;]|%3f|%26|%3b)(?=(?:${knownParameters.join("|")})(?:=|%3d))`, "i");
/**
 * A placeholder that an ad network should have replaced: `{sub1}`, `{{campaign.name}}`, `__CAMPAIGN_ID__`,
 * `[CLICK_ID]`, `%%ID%%`.
 */
const macro = /^(?:\$?\{+[^{}]+\}+|__[A-Z\d_]+__|\[[\w.-]+\]|%%.+%%)$/;
/** A program's word for a missing value. */
const nothing = /^\(?(?:null|undefined)\)?$/i;
/** A plain value, which is meant as it is where its name is ours. */
const plainText = /^(?!__|null$|undefined$)[\w.~-]*$/i;
/** Only the beginning of an affiliate or an offer is meant; the rest may be the sentence around the link. */
const begun = /^["'“”‘’«(]*([\w.-]+)(?:[\s\p{Pe}\p{Pf}\p{Pi}/\\"'?!&#,;:|+*~].*)?$/su;
const numbers: ReadonlyMap<string, RegExp> = new Map([
  ["affid", identifier],
  ["oid", offer],
]);

/**
 * The intended query of a survey's address, where ad tools, mail or web pages write it with `?`, `&amp;`, `%26`, `;`,
 * brackets, quotes or capitals, or left placeholders in (ruling 232). The server redirects to it, so that the browser
 * need not handle this.
 * @returns undefined for a proper query
 */
export function meantQuery(search: string): string | undefined {
  const found: [name: string, value: string][] = [];
  const filled = new Set<string>();
  const empty = new Set<string>();
  let isChanged = false;
  const add = (name: string, value: string) => {
    found.push([name, value]);
    (value === "" ? empty : filled).add(name);
  };
  for (const [name, value] of new URLSearchParams(`?${search}`)) {
    if (byLowerCase.get(name.toLowerCase()) === name && plainText.test(value)) {
      add(name, value);
      continue;
    }
    const [first = "", ...queries] = value.split(nextQuery);
    const others = queries.flatMap((query) => [...new URLSearchParams(query.replace(/%3d/i, "="))]);
    for (const [spelled, text] of [[name, first] as const, ...others]) {
      const bare = spelled.replace(/^(?:[?&]|amp;)+/i, "");
      const known = byLowerCase.get(bare.replace(/\[\d*\]$/, "").toLowerCase());
      const plain = known ? meantValue(known, text) : text;
      add(known ?? bare, plain);
      isChanged ||= (known ?? bare) !== name || plain !== value;
    }
  }
  // An unfilled placeholder precedes a real value.
  const isLost = ([name, value]: (typeof found)[number]) =>
    value === "" && byLowerCase.get(name) === name && filled.has(name);
  isChanged ||= [...empty].some((name) => isLost([name, ""]));
  return isChanged ? String(new URLSearchParams(found.filter((pair) => !isLost(pair)))) : undefined;
}

function meantValue(name: string, text: string): string {
  const seen = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");
  if (macro.test(seen) || nothing.test(seen)) return "";
  const pattern = numbers.get(name);
  if (!pattern) return seen === text.trim() ? text : seen;
  const [, value = ""] = begun.exec(decoded(seen).normalize("NFKC").trim()) ?? [];
  return value !== "" && pattern.test(value) ? value : text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
