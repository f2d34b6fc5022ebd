const largeProviders = ["gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "comcast.net"];
/** Too short for a slip to be told from another provider: only their endings are mended. */
const shortNames = ["aol.com", "live.com", "msn.com", "att.net"];
/** Real providers that are one letter away from another. */
const real = ["mail.com", "ymail.com", "email.com"];
/** Slips for .com that are no top-level domains. */
const noEnding = /\.(con|cmo|ocm|vom|xom|cpm|comm|coom|c0m)$/;

/**
 * The address that was probably meant, where its domain looks mistyped: `maria@gmail.com` for `maria@gmial.com`.
 * It only helps to word a refusal; an address that is valid passes whatever its domain looks like.
 */
export function emailSuggestion(typed: string): string | undefined {
  const [, local, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim().toLowerCase()) ?? [];
  if (!local || !domain) return undefined;
  const ended = domain.replace(noEnding, ".com");
  const isReal = [...largeProviders, ...shortNames, ...real].includes(ended);
  const meant = isReal ? ended : (largeProviders.find((each) => isOneSlip(ended, each)) ?? ended);
  return meant === domain ? undefined : `${local}@${meant}`;
}

/** One letter too many, missing or wrong, or two neighbors swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  let end = 0;
  while (end < Math.min(typed.length, meant.length) - start && typed.at(-1 - end) === meant.at(-1 - end))
    end++;
  const [one, other] = [typed, meant].map((text) => text.slice(start, text.length - end)) as [string, string];
  if (one.length <= 1 && other.length <= 1) return true;
  return one.length === 2 && one === other[1]! + other[0]!;
}
