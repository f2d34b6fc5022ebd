import { beforeAll, describe, expect, it } from "vitest";
import { plantedFaults, releaseWith } from "../../../../../test/support/planted-faults.ts";
import { compare } from "../../../../features/rehearsal/compare.ts";
import { peopleOf } from "../../../../features/rehearsal/people.ts";
import { hosted } from "../../../../features/rehearsal/rehearsal.ts";
import { isDifferent, reportOf } from "../../../../features/rehearsal/report.ts";

const people = peopleOf(Number(process.env.PEOPLE ?? 120), 1, {}, [
  "/survey/c",
  "/survey/v4nv",
  "/survey/es",
]);

async function walkedIn(folder: string) {
  await using release = await hosted({ folder, name: "a release" });
  await release.walk(people);
  return await release.end();
}

/** Those in `npm test` are found in one release; here each is by itself. */
describe("a rehearsal finds and names", () => {
  let was: Awaited<ReturnType<typeof walkedIn>>;
  beforeAll(async () => {
    was = await walkedIn(process.cwd());
  }, 600_000);

  it.each(Object.entries(plantedFaults))("%s", { timeout: 600_000 }, async (_, fault) => {
    using release = releaseWith(fault);
    const is = await walkedIn(release.path);
    const costs = { before: was.costs, after: is.costs };
    const found = compare(was.outcomes, is.outcomes);
    expect(isDifferent(found, costs)).toBe(true);
    expect(reportOf(found, { before: "before", after: "after" }, 1, costs)).toMatch(fault.found);
  });
});
