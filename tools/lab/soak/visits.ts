import { setTimeout } from "node:timers/promises";
import { type Chance, chanceFrom } from "../../../services/analytics/simulation/behaviour.ts";
import type { Sent } from "../../../test/support/send.ts";
import {
  type Answer,
  type Entry,
  entriesC,
  FormVisitor,
  fromAddress,
  JsonVisitor,
} from "../../../test/support/visitors.ts";

export type Traffic = {
  /** Visits that ended as they should, by kind. */
  done: Record<string, number>;
  /** How often a busy store was asked again. */
  repeats: number;
  /** What went wrong, and how often. */
  wrong: Record<string, number>;
};

const medianThinkMs = 1_000;

/**
 * Visitors come at a steady rate, whether or not those before them are through, as they do in life.
 * @param settings how long they come in milliseconds, how many a minute
 * @returns when the last one is through
 */
export async function traffic(
  origin: string,
  { forMs, perMinute, seed }: { forMs: number; perMinute: number; seed: number },
): Promise<Traffic> {
  const chance = chanceFrom(seed);
  const kinds = Object.entries(visits);
  const found: Traffic = { done: {}, repeats: 0, wrong: {} };
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  const startOf = (number: number) => began + (number * 60_000) / perMinute;
  for (let number = 0; startOf(number) < began + forMs; number++) {
    await setTimeout(Math.max(0, startOf(number) - performance.now()));
    const [kind, { visit }] = chance.pick(kinds, ([, { share }]) => share);
    const onRepeat = () => {
      found.repeats += 1;
    };
    const person = { origin, number, chance: chanceFrom(seed + number), onRepeat };
    const through = visit(person)
      .then(() => count(found.done, kind))
      .catch((error: Error) => count(found.wrong, `${kind}: ${error.message}`))
      .finally(() => underWay.delete(through));
    underWay.add(through);
  }
  await Promise.all(underWay);
  return found;
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** One visitor: how long each thinks, and where each comes from. */
type Person = {
  origin: string;
  number: number;
  chance: Chance;
  /** Told when the store had no time (503) and what was sent is sent again. */
  onRepeat: () => void;
};
const mostRepeats = 5;

/** So many of each are there among a hundred visitors. Each throws an Error that names what the site did wrong. */
const visits: Record<string, { share: number; visit: (person: Person) => Promise<void> }> = {
  "by the island": { share: 45, visit: byIsland },
  "by forms": { share: 20, visit: byForms },
  abandoned: { share: 25, visit: abandoned },
  "with refreshes": { share: 10, visit: withRefreshes },
};

async function byIsland(person: Person): Promise<void> {
  const visitor = await arrive(person);
  for (const entry of entriesOf(person)) await answer(person, visitor, entry);
  await finish(person, visitor);
}

/** Leaves somewhere on the way, half of them before the first answer. */
async function abandoned(person: Person): Promise<void> {
  const visitor = await arrive(person);
  const entries = entriesOf(person);
  const most = person.chance.happens(0.5) ? 0 : entries.length;
  for (const entry of entries.slice(0, Math.floor(person.chance.next() * most))) {
    await answer(person, visitor, entry);
  }
}

/** Loads the page again between answers, goes back once, and posts the lead twice. */
async function withRefreshes(person: Person): Promise<void> {
  const visitor = await arrive(person);
  for (const [index, entry] of entriesOf(person).entries()) {
    await answer(person, visitor, entry);
    if (person.chance.happens(0.3)) await visitor.open("?affid=7");
    if (index !== 2) continue;
    demand(await patiently(person, () => visitor.progress([{ back: "AtFault" }])));
    await answer(person, visitor, entry);
  }
  await finish(person, visitor);
  await finish(person, visitor);
}

async function byForms(person: Person): Promise<void> {
  const from = addressOf(person);
  const visitor = new FormVisitor(
    person.origin,
    fromAddress(() => from),
  );
  await visitor.open(`/survey/c?affid=7&s1=${person.number}`);
  for (const entry of entriesOf(person)) {
    await think(person);
    if (!("answer" in entry)) continue;
    const { screen } = visitor;
    const shown = await patiently(person, async () => {
      visitor.screen = screen;
      return visitor.post(entry.answer.fields);
    });
    if (shown.status !== 200) throw new Error(`a form was answered ${shown.status}`);
  }
  if (visitor.screen.step) throw new Error(`the forms ended at ${visitor.screen.step}`);
}

async function arrive(person: Person): Promise<JsonVisitor> {
  const headers = { "X-Forwarded-For": addressOf(person) };
  const visitor = new JsonVisitor(person.origin, "/survey/c", { headers });
  await visitor.open(`?affid=7&oid=57&s1=${person.number}`);
  if (!visitor.cookie) throw new Error("the first page began no session");
  return visitor;
}

async function answer(person: Person, visitor: JsonVisitor, entry: Entry): Promise<void> {
  await think(person);
  demand(await patiently(person, () => visitor.progress([entry])));
}

async function finish(person: Person, visitor: JsonVisitor): Promise<void> {
  await think(person);
  demand(await patiently(person, () => visitor.postLead()));
}

/** Sends again what found the store busy, as the island does by itself and people do by the button they are shown. */
async function patiently<Answered extends { status: number }>(
  { onRepeat }: Person,
  ask: () => Promise<Answered>,
): Promise<Answered> {
  for (let pauses = 1; ; pauses++) {
    const answered = await ask();
    if (answered.status !== 503 || pauses > mostRepeats) return answered;
    onRepeat();
    await setTimeout(pauses * 1_000);
  }
}

function demand({ status, text }: Sent): void {
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 200)}`);
}

const think = ({ chance }: Person) => setTimeout(chance.time(medianThinkMs, 0.7));

/** Each has an e-mail address of their own, as the suppression list and erasure look for them. */
function entriesOf({ number }: Person): Entry[] {
  const contact: Answer = { firstName: "Ana", lastName: "Rivera", email: `visitor-${number}@example.com` };
  return entriesC({ NameAndEmail: contact });
}

/** Another network for each, up to 16 million. */
const addressOf = ({ number }: Person) => `11.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
