import { setTimeout } from "node:timers/promises";
import type { Chance } from "../../../services/analytics/simulation/behaviour.ts";
import { type Answer, FormVisitor, fromAddress } from "../../../test/support/form-visitor.ts";
import { type Entry, entriesC, JsonVisitor } from "../../../test/support/json-visitor.ts";
import type { Sent } from "../../../test/support/send.ts";

/** One visitor: how long each thinks, and where each comes from. */
export type Person = {
  origin: string;
  number: number;
  chance: Chance;
  medianThinkMs: number;
  /** Told when the store had no time (503) and what was sent is sent again. */
  onRepeat: () => void;
};
const mostRepeats = 5;

/** @throws an Error that names what the site did wrong */
export type Visit = (person: Person) => Promise<void>;

/** So many of each are there among a hundred visitors. */
export const visits: Record<string, { share: number; visit: Visit }> = {
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

const think = ({ chance, medianThinkMs }: Person) => setTimeout(chance.time(medianThinkMs, 0.7));

/** Each has an e-mail address of their own, as the suppression list and erasure look for them. */
function entriesOf({ number }: Person): Entry[] {
  const contact: Answer = { firstName: "Ana", lastName: "Rivera", email: `visitor-${number}@example.com` };
  return entriesC({ NameAndEmail: contact });
}

/** Another network for each, up to 16 million. */
const addressOf = ({ number }: Person) => `11.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
