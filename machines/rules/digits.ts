/** Digits as a US keyboard has them, for full-width and Arabic ones and what else is another way to write the same sign. */
export function plainDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

const spoken = new Map(
  [
    ["zero", "oh", "cero"],
    ["one", "uno"],
    ["two", "dos"],
    ["three", "tres"],
    ["four", "cuatro"],
    ["five", "cinco"],
    ["six", "seis"],
    ["seven", "siete"],
    ["eight", "ocho"],
    ["nine", "nueve"],
  ].flatMap((names, digit) => names.map((name) => [name, String(digit)] as const)),
);
const spokenWords = new RegExp(`\\b(?:${[...spoken.keys()].join("|")})\\b`, "gi");

/** The digits of a telephone number as it is dictated ("two one three") or written with a letter for 1 or 0 ("2l3-555-o123"). */
export function phoneDigits(text: string): string {
  return plainDigits(text)
    .replace(spokenWords, (word) => spoken.get(word.toLowerCase())!)
    .replace(/(?<=\d)[il](?![a-z])|(?<![a-z])[il](?=\d)/gi, "1")
    .replace(/(?<=\d)o(?![a-z])|(?<![a-z])o(?=\d)/gi, "0");
}
