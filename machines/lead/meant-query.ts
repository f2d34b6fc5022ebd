import { knownParameters } from "./tracking.ts";

const byLowerCase = new Map<string, string>(knownParameters.map((name) => [name.toLowerCase(), name]));
/** A second question mark in an address begins a query of its own, where a name that we know follows it. */
const nextQuery = new RegExp(`\\?(?=(?:${knownParameters.join("|")})=)`, "i");
/** What an ad network should have filled in: `{sub1}`, `{{campaign.name}}`, `__CAMPAIGN_ID__`, `[CLICK_ID]`, `%%ID%%`. */
const macro = /^(?:\$?\{+[^{}]+\}+|__[A-Z\d_]+__|\[[\w.-]+\]|%%.+%%)$/;
/** What stands as it was meant where its name is ours. */
const plainText = /^(?!__)[\w.~-]*$/;
const oneOfSeveral = new Set(["affid", "oid"]);

/**
 * The query of a survey's address as it was meant, where ad tools, mail or web pages spell it with `?`, `&amp;`, brackets or
 * capitals, or have filled nothing in (ruling 232). The server redirects to it, so that the browser need not know of this.
 * @returns undefined for a query that is as it should be
 */
export function meantQuery(search: string): string | undefined {
  const found: [name: string, value: string][] = [];
  let isChanged = false;
  for (const [name, value] of new URLSearchParams(`?${search}`)) {
    if (byLowerCase.get(name.toLowerCase()) === name && plainText.test(value)) {
      found.push([name, value]);
      continue;
    }
    const [first = "", ...queries] = value.split(nextQuery);
    const others = queries.flatMap((query) => [...new URLSearchParams(query)]);
    for (const [spelled, text] of [[name, first] as const, ...others]) {
      const bare = spelled.replace(/^(?:[?&]|amp;)+/i, "");
      const known = byLowerCase.get(bare.replace(/\[\d*\]$/, "").toLowerCase());
      const filled = known && macro.test(text.trim()) ? "" : text;
      const plain = known && oneOfSeveral.has(known) ? filled.replace(/,.*/s, "") : filled;
      found.push([known ?? bare, plain]);
      isChanged ||= (known ?? bare) !== name || plain !== value;
    }
  }
  return isChanged ? String(new URLSearchParams(found)) : undefined;
}
