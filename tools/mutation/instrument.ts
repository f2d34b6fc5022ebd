import type { Mutant } from "./operators.ts";

/** Name under which an instrumented file asks whether one of its mutants is on. */
export const SWITCH = "__mutant";

/**
 * A file with all its mutants in it, each behind its switch: `(__mutant(3) ? a <= b : a < b)`. Mutants are
 * numbered from 1 in their order; while none is on the text does what it did.
 */
export function instrumented(text: string, mutants: readonly Mutant[]): string {
  const numbered = mutants.map((mutant, index) => ({ ...mutant, number: index + 1 }));
  const render = (from: number, to: number, inside: typeof numbered): string => {
    let out = "";
    let at = from;
    for (let rest = inside; rest.length > 0; ) {
      const [{ start, end, isStatement }] = rest as [(typeof numbered)[0]];
      const here = rest.filter((mutant) => mutant.start === start && mutant.end === end);
      const within = rest.filter((mutant) => mutant.end <= end && !here.includes(mutant));
      const original = render(start, end, within);
      const switches = here.map(({ number, after }) => `${SWITCH}(${number}) ? (${after}) : `).join("");
      out += text.slice(at, start);
      out += isStatement
        ? `if (!${SWITCH}(${here[0]!.number})) { ${original} }`
        : `(${switches}(${original}))`;
      at = end;
      rest = rest.filter((mutant) => mutant.start >= end);
    }
    return out + text.slice(at, to);
  };
  const ordered = numbered.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return render(0, text.length, ordered);
}
