import { expect, it } from "vitest";
import { crash } from "../support/crash.ts";
import { holds } from "../support/holds.ts";

const kills = Number(process.env.KILLS ?? 1);

it(`loses and doubles nothing in ${kills} kill${kills === 1 ? "" : "s"} under load, though the receivers fail`, {
  ...holds("T1"),
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const figures = await crash({ kills });
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
  });
  for (const [name, receiver] of Object.entries(figures.receivers)) {
    expect(receiver, name).toMatchObject({ delivered: figures.stored, wrong: 0, strangers: 0 });
    expect(receiver.failed, `${name} failed often`).toBeGreaterThan(figures.stored / 10);
  }
});
