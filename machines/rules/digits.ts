/** Digits as a US keyboard has them, for full-width and Arabic ones and what else is another way to write the same sign. */
export function plainDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

const spoken = [
  /\b(?:zero|oh|cero)\b/gi,
  /\b(?:one|uno)\b/gi,
  /\b(?:two|dos)\b/gi,
  /\b(?:three|tres)\b/gi,
  /\b(?:four|cuatro)\b/gi,
  /\b(?:five|cinco)\b/gi,
  /\b(?:six|seis)\b/gi,
  /\b(?:seven|siete)\b/gi,
  /\b(?:eight|ocho)\b/gi,
  /\b(?:nine|nueve)\b/gi,
];

/** The digits of a telephone number as it is dictated ("two one three") or written with a letter for 1 or 0 ("2l3-555-o123"). */
export function phoneDigits(text: string): string {
  return spoken
    .reduce((written, word, digit) => written.replace(word, String(digit)), plainDigits(text))
    .replace(/(?<=\d)[il](?![a-z])|(?<![a-z])[il](?=\d)/gi, "1")
    .replace(/(?<=\d)o(?![a-z])|(?<![a-z])o(?=\d)/gi, "0");
}
