import { replay } from "../../../machines/visit/replay.ts";
import { curve, type Figure } from "../figure.ts";
import { fullTrail, input, steps } from "../replay.ts";

const sizes = [1, 2, 5, 10];
const rounds = 9;
const times = 200;

/** What it costs to find out where a visit is after so many answers, which every request of it does. */
export function growthOfAnswers(): Figure[] {
  const trail = fullTrail();
  const points = sizes.map((size) => {
    const part = trail.slice(0, size);
    for (let count = 0; count < times; count++) replay(steps, input, part);
    const values = Array.from({ length: rounds }, () => {
      const began = performance.now();
      for (let count = 0; count < times; count++) replay(steps, input, part);
      return ((performance.now() - began) * 1000) / times;
    });
    return { size, values };
  });
  return curve("visit replayed", "us", "answers", points);
}
