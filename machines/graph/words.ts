/** Words that are written this way whatever the name's own case is. */
const proper: Record<string, string> = { dui: "DUI", pii: "PII", spanish: "Spanish" };

/** Plain words of a name in camel case, its acronyms kept: `BACMeasuredByTest` is "BAC measured by test". */
export function words(name: string): string {
  const apart = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return apart
    .split(/[\s._]+/)
    .map((word) => proper[word.toLowerCase()] ?? (/^[A-Z][A-Z\d]+$/.test(word) ? word : word.toLowerCase()))
    .join(" ");
}

/** The same with a leading capital letter. */
export function title(name: string): string {
  const plain = words(name);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A guard's text in words: `and(notInjured, not(atFault))` is "not injured and not at fault". */
export function guardInWords(guard: string): string {
  const [, operator, inner] = /^(and|or|not)\((.*)\)$/.exec(guard) ?? [];
  if (operator === undefined || inner === undefined) {
    const [, name = guard, params = ""] = /^(\w+)(\(.*\))$/.exec(guard) ?? [];
    return `${words(name)}${params && ` ${params}`}`;
  }
  const parts = topLevel(inner).map((part) =>
    /^(and|or)\(/.test(part) ? `(${guardInWords(part)})` : guardInWords(part),
  );
  return operator === "not" ? `not ${parts.join()}` : parts.join(` ${operator} `);
}

/** The parts between commas outside brackets. */
function topLevel(list: string): string[] {
  let depth = 0;
  let part = "";
  const parts: string[] = [];
  for (const character of list) {
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character)) depth--;
    if (character === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += character;
  }
  return [...parts, part].map((each) => each.trim());
}
