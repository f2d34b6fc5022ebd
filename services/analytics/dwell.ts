/**
 * Dwell times are stored in a byte each: class `n` stands for 1.1 ** n milliseconds, at most 5 % off; the
 * last class is 415 days. A visit's times are kept as one short base64 text.
 */
const step = Math.log(1.1);
const last = 255;

export const dwellClasses = last + 1;

/** The class of a time in milliseconds; less than 1 counts as 1. */
export function dwellClass(ms: number): number {
  return Math.min(last, Math.round(Math.log(Math.max(1, ms)) / step));
}

/** The time of a class, in whole milliseconds. */
export function dwellTime(dwellClass: number): number {
  return Math.round(Math.exp(dwellClass * step));
}

/**
 * Times below or at which so large parts of all are, by the nearest rank.
 * @param counts how many there are of each class
 * @returns null without any
 */
export function quantilesOf(counts: ArrayLike<number>, parts: readonly number[]): (number | null)[] {
  const classes = Array.from(counts);
  const count = classes.reduce((sum, each) => sum + each, 0);
  return parts.map((part) => {
    let left = Math.ceil(part * count);
    for (const [index, each] of classes.entries()) {
      left -= each;
      if (each > 0 && left <= 0) return dwellTime(index);
    }
    return null;
  });
}

/** Nobody reads a question, decides and answers in less time than this several times in a row; in milliseconds. */
const fastestAnswer = 500;
/** Fewer fast answers may come from somebody who knows the first questions. */
const fewestAnswers = 4;

const timeOf = Float64Array.from({ length: dwellClasses }, (_, index) => dwellTime(index));

/**
 * True for a visit whose answers followed each other faster than anybody can give them. The time for services counts
 * too, and the first answer is excluded, because it begins the visit.
 * @param classes one for each of its moves
 * @param answers how many of them were answers
 */
export function isTooFast(classes: Uint8Array, answers: number): boolean {
  if (answers < fewestAnswers) return false;
  let lasted = 0;
  for (const each of classes) lasted += timeOf[each]!;
  return lasted < (answers - 1) * fastestAnswer;
}

/** @param classes one for each move */
export function packDwells(classes: readonly number[]): string {
  return Buffer.from(classes).toString("base64");
}

export function unpackDwells(packed: string): Uint8Array {
  return Buffer.from(packed, "base64");
}
