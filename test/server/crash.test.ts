import { expect, it } from "vitest";
import { crash } from "./crash.ts";

const kills = Number(process.env.KILLS ?? 5);

it(`loses and doubles nothing in ${kills} kills under load`, {
  timeout: 60_000 + kills * 15_000,
}, async () => {
  const figures = await crash({ kills });
  console.log(figures);
  expect(figures.acknowledged).toBeGreaterThan(kills);
  expect(figures.retries, "the kills hit visitors").toBeGreaterThan(kills);
  expect(figures.stored).toBeGreaterThanOrEqual(figures.acknowledged);
  expect(figures).toMatchObject({
    missing: 0,
    doubled: 0,
    incomplete: 0,
    orphans: 0,
    lostAnswers: 0,
    integrity: "ok",
    chain: figures.stored,
    delivered: figures.stored,
    strangers: 0,
  });
});
