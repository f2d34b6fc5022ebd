import mailchecker from "mailchecker";

/** On the list, yet people use them to hide their own, lasting address: such mail does arrive. */
const relays = new Set(["duck.com", "mozmail.com", "simplelogin.com"]);

/** True when the domain, or one above it, hands out throw-away addresses. */
export function isDisposable(domain: string): boolean {
  const labels = domain.split(".");
  const withParents = labels.map((_, index) => labels.slice(index).join("."));
  if (withParents.some((name) => relays.has(name))) return false;
  return withParents.some((name) => mailchecker.blacklist().has(name));
}
