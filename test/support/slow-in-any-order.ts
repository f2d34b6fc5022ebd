import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs the files of `slow` last, in another order every time: what CI has no time left for is not always the same. */
export class SlowInAnyOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const draws = new Map(sorted.map((file) => [file, file.project.name === "slow" ? Math.random() : 0]));
    return sorted.sort((a, b) => draws.get(a)! - draws.get(b)!);
  }
}
