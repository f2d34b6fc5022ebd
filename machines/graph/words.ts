/** Plain words of a name in camel case, its acronyms kept: `BACMeasuredByTest` is "BAC measured by test". */
export function words(name: string): string {
  const apart = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  return apart
    .split(/[\s._]+/)
    .map((word) => (/^[A-Z][A-Z\d]+$/.test(word) ? word : word.toLowerCase()))
    .join(" ");
}

/** The same with a capital letter at its head. */
export function title(name: string): string {
  const plain = words(name);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
