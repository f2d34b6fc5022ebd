import { EMAIL_MAX_LENGTH } from "./limits.ts";

const largeProviders = ["gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "comcast.net"];
/** Too short for a slip to be told from another provider: only their endings are corrected. */
const shortNames = ["aol.com", "live.com", "msn.com", "att.net"];
/** Real providers that are one letter away from another. */
const real = ["mail.com", "ymail.com", "email.com"];
/** Slips for .com that are no top-level domains. */
const noEnding = /\.(con|cmo|ocm|vom|xom|cpm|comm|coom|c0m)$/;

/** The separators around an address in typed or pasted text: `mailto:`, brackets and the like are not part of it. */
const around = /(?:^|[<>()[\]\\,;:"])\s*([^\s@<>()[\]\\,;:"]+)\s*@\s*([^\s@<>()[\]\\/?#",;:%]+)/;

/**
 * The probable address, where there is something around or behind it or its domain looks mistyped: `maria@gmail.com`
 * for `<maria@gmail.com>`, `maria@gmail.com/` and `maria@gmial.com`. It only helps to word a refusal; a valid address
 * is accepted with any domain.
 */
export function emailSuggestion(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const spelled = text
    .replace(/@[@\s]*@/, "@")
    .replace(/\s\(?(?:at|arroba)\)?\s/, "@")
    .replace(/\s\(?(?:dot|punto)\)?\s/g, ".");
  // The pattern takes time in the square of the length.
  const [, local, given] = (text.length <= 2 * EMAIL_MAX_LENGTH && around.exec(spelled)) || [];
  const domain = given?.replace(/[\p{P}\p{S}]+$/u, "");
  if (!local || !domain) return undefined;
  const ended = domain.replace(noEnding, ".com");
  const isReal = [...largeProviders, ...shortNames, ...real].includes(ended);
  const meant = isReal ? ended : (largeProviders.find((each) => isOneSlip(ended, each)) ?? ended);
  const address = `${local}@${meant}`;
  return address === text || !/^[a-z\d.-]+\.[a-z]{2,}$/.test(meant) ? undefined : address;
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
