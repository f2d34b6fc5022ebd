import { expect, it } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import type { Store } from "../../services/store/store.ts";
import { openStore } from "../../services/store/store.ts";
import { answersC } from "../support/answers-c.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { newEmail } from "../support/new-email.ts";
import { change, query } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();

type Source = { id: number; affiliate: string; sub_id: string };
const sources = () =>
  query<Source>(site.databaseFile, "select id, affiliate, sub_id from analytics_sources order by id");

/** What an operator does to the running site's store by a command. */
async function inStore(work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore({ url: site.databaseUrl, now: Date.now, log: silentLog });
  await work(store);
  await store.close();
}

/** @returns the address of the person who came this way */
async function leadFrom(search: string): Promise<string> {
  const email = newEmail("source");
  const visitor = await new JsonVisitor(site.url).open(search);
  await visitor.finish(entriesC({ NameAndEmail: { ...answersC.NameAndEmail!, email } }));
  return email;
}

it("a click's own id goes with its person, and made-up ids are short", holds("T53"), async () => {
  const canary = "click-4711-of-one-person";
  const person = await leadFrom(`?affid=7&s1=${canary}`);
  for (let times = 0; times < 2; times++) await leadFrom("?affid=7&s1=newsletter");
  await leadFrom(`?affid=${"a".repeat(100)}&s1=last`);
  await waitFor("the analysts' sessions", () => sources().length === 3, 30_000);
  expect(sources().map(({ affiliate }) => affiliate)).toContain("(other)");
  expect(JSON.stringify(sources())).toContain(canary);

  await inStore((store) => store.people.erase({ email: person }));
  expect(JSON.stringify(sources())).not.toContain(canary);
  expect(sources().filter(({ sub_id }) => sub_id === "newsletter")).toHaveLength(1);
});

it("a source that no session uses is erased, but for the newest", holds("T53"), async () => {
  const before = sources();
  const [kept, other] = [before.at(0)!.id, before.at(-1)!.id];
  expect(before).toHaveLength(3);
  // As if each had come in again by the first one's way.
  change(site.databaseFile, (database) => database.exec(`update analytics_sessions set source_id = ${kept}`));
  await inStore((store) => store.retention.sweep({ visits: 1e12 }));
  expect(sources().map(({ id }) => id)).toEqual([kept, other]);
});
