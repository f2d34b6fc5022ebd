import { expect, it } from "vitest";
import { chanceFrom } from "../../../services/analytics/simulation/chance.ts";
import { verdict } from "../../../tools/soak/envelope.ts";

const tolerance = { absolute: 1, share: 0.05 };

/** An hour's readings, one every ten seconds. */
const hour = (value: (at: number) => number) =>
  Array.from({ length: 361 }, (_, index) => ({ at: index * 10, value: value(index * 10) }));

it("what rises and is collected again, ever to the same level, is flat", () => {
  const { flat, level } = verdict(
    hour((at) => 100 + (at % 130) / 2),
    tolerance,
  );
  expect(flat).toBe(true);
  expect(level).toBeCloseTo(100, 0);
});

it("a slow leak under a large saw tooth is growth", () => {
  const found = verdict(
    hour((at) => 100 + (at % 130) / 2 + at / 180),
    tolerance,
  );
  expect(found.flat).toBe(false);
  expect(found.growth).toBeCloseTo(10, 0);
});

it("what warms up in the first half and then rests is flat", () => {
  expect(
    verdict(
      hour((at) => Math.min(at, 1_500)),
      tolerance,
    ).flat,
  ).toBe(true);
});

it("what falls is flat, and so is one high stretch among many", () => {
  expect(
    verdict(
      hour((at) => 1_000 - at / 10),
      tolerance,
    ),
  ).toMatchObject({ flat: true });
  const chance = chanceFrom(1);
  const noisy = hour((at) => (at > 2_400 && at < 2_700 ? 400 : 100) + 20 * chance.next());
  expect(verdict(noisy, tolerance).flat).toBe(true);
});

it("a little may be added: the greater of the two allowances", () => {
  const added = (amount: number, to: number) => hour((at) => to + (at * amount) / 1_800);
  expect(verdict(added(0.9, 1), tolerance).flat).toBe(true);
  expect(verdict(added(4, 100), tolerance).flat).toBe(true);
  expect(verdict(added(4, 10), tolerance).flat).toBe(false);
});

it("too few readings are no verdict", () => {
  expect(() => verdict(hour(() => 1).slice(0, 20), tolerance)).toThrow(/too few/);
});
