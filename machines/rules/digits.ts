/** Digits as a US keyboard has them, for full-width and Arabic ones and what else is another way to write the same sign. */
export function plainDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
