/** Digits as a US keyboard has them, for full-width and Arabic ones and what else is another way to write the same sign. */
export function plainDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Each at its digit, English, Spanish, and the words for a nought. */
const spoken =
  "zero cero oh,one uno,two dos,three tres,four cuatro,five cinco,six seis,seven siete,eight ocho,nine nueve"
    .split(",")
    .map((words) => words.split(" "));

/**
 * The digits of a telephone number as dictated ("two one three") or written with a letter for 1 or 0 ("2l3-555-o123").
 */
export function phoneDigits(text: string): string {
  return plainDigits(text)
    .replace(/[a-z]+/gi, (word) => {
      const digit = spoken.findIndex((words) => words.includes(word.toLowerCase()));
      return digit < 0 ? word : String(digit);
    })
    .replace(/(?<=\d)[il](?![a-z])|(?<![a-z])[il](?=\d)/gi, "1")
    .replace(/(?<=\d)o(?![a-z])|(?<![a-z])o(?=\d)/gi, "0");
}
