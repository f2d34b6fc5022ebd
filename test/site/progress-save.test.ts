import { expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { query } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { thanks, waitFor } from "../support/wait-for.ts";

const site = siteForTests();

const newestVisit = () =>
  query<{ id: string; session_id: string }>(
    site.databaseFile,
    "select id, session_id from visits order by rowid desc",
  )[0]!;

/** Steps in the order of both queues as they have arrived, a step that was left by Back in brackets. */
function arrived(visit: string) {
  const saved = site.stubs.progress.saved.get(visit);
  const inOrder = <Item>(queue?: Map<number, Item>) =>
    [...(queue ?? [])].sort(([a], [b]) => a - b).map(([, item]) => item);
  const named = (item: { step: string } | { back: string }) =>
    "step" in item ? item.step : `(${item.back})`;
  const backup = inOrder(saved?.backup);
  return { progression: inOrder(saved?.progression).map(named), backup: backup.map(named), entries: backup };
}
const settled = () =>
  query<{ n: number }>(
    site.databaseFile,
    "select count(*) as n from progress_saves where next_at is not null",
  )[0]!.n === 0;

it("a walked visit ends in both queues, with its answers and back moves", holds(483), async () => {
  const visitor = await new JsonVisitor(site.url).open();
  const entries = entriesC();
  await visitor.progress([...entries.slice(0, 4), { back: "TypeOfMedicalTreatment" }]);
  expect(thanks(await visitor.finish(entries.slice(3)))).toBe(true);
  await waitFor("the progress save", settled);
  const { id, session_id } = newestVisit();
  const steps = Object.keys(answersC);
  const way = [...steps.slice(0, 4), "(TypeOfMedicalTreatment)", ...steps.slice(3)];
  const { progression, backup, entries: kept } = arrived(id);
  expect(progression).toEqual(way);
  expect(backup).toEqual(way);
  expect(kept.at(-1)).toMatchObject({
    step: "PhoneAndZip",
    answers: { phone: "(213) 555-0123", zip_code: "90210" },
  });
  const { requests } = site.stubs.progress;
  expect(requests.length, "one post while the visitor is at it").toBeLessThan(4);
  expect(requests.map(({ path }) => path)).toEqual(requests.map(() => "/api/save-data"));
  expect(JSON.stringify(requests)).not.toContain(session_id);
  expect(site.output()).not.toMatch(/ana\.rivera|5550123|"AtFault"/);
});
