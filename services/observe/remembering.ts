/**
 * Keeps answers by their keys, so that each is made once. All are dropped when there are `most`: keys are what strangers send, and what is
 * asked for often is soon there again.
 * @param isKept whether an answer is worth a place; undefined never is
 */
export function remembering<Answer>(
  most: number,
  isKept: (answer: Answer, key: string) => boolean = (answer) => answer !== undefined,
): (key: string, make: () => Answer) => Answer {
  const known = new Map<string, Answer>();
  return (key, make) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make();
    if (isKept(made, key)) {
      if (known.size >= most) known.clear();
      known.set(key, made);
    }
    return made;
  };
}
