/** Ids tie a field to its hint and error; the input's own id is its name. */
export const hintId = (name: string) => `${name}-hint`;
export const errorId = (name: string) => `${name}-error`;

/** Value of `aria-describedby`: the hint, then the error, whichever exist. */
export function describedBy(name: string, { hint, error }: { hint?: string; error?: string }) {
  return [hint && hintId(name), error && errorId(name)].filter(Boolean).join(" ") || undefined;
}

/** Id of the nth option button, counted from 0. */
export const optionId = (index: number) => `option-${index}`;
