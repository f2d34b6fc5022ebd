import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { drawn } from "../../../tools/bench/cost.ts";

describe("the picture of cost", () => {
  // After an edit of the record by hand: `npx vitest run test/tools/bench -u`.
  it("equals the record", async () => {
    const lines = readFileSync("docs/measurements/cost.jsonl", "utf8").trim().split("\n");
    await expect(drawn(lines.map((line) => JSON.parse(line)))).toMatchFileSnapshot(
      "../../../docs/pictures/cost.svg",
    );
  });

  it("has a line for each figure with a limit, and marks one above it", () => {
    const run = (commit: string, dear: number) => ({
      commit,
      figures: { dear, cheap: 1, none: 0 },
      limits: { dear: 2, cheap: 2, none: 0 },
    });
    const picture = drawn([run("a1", 1), run("b2", 3)]);
    expect(picture.match(/class="line"/g)).toHaveLength(2);
    expect(picture.match(/class="over"/g)).toHaveLength(1);
    expect(picture).toContain(">150 %<");
    expect(picture).toContain(">50 %<");
  });
});
