import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { thanks } from "../../test/support/insisting.ts";
import { entriesC, JsonVisitor } from "../../test/support/json-visitor.ts";
import { answersOf, emailOf } from "../../test/support/visit-after-visit.ts";
import { arrivalQuery } from "../bench/visits.ts";

/** What visitors met, each in the group that the proxy would keep them in. */
export type Driven = {
  /** E-mail addresses of those who were thanked, by group. */
  acknowledged: string[][];
  /** Times of their requests that were answered, in milliseconds. */
  times: number[];
  refused: number;
};

/** So many visitors at once, as many in each group; when one has finished another begins. */
export function drive(urls: readonly string[], visitors: number, name: string) {
  const driven: Driven = { acknowledged: urls.map(() => []), times: [], refused: 0 };
  let over = false;
  const agent = new Agent({ keepAlive: true });
  const timed = async <Answer extends { status: number }>(
    ask: Promise<Answer>,
  ): Promise<Answer | undefined> => {
    const began = performance.now();
    const answer = await ask.catch(() => undefined);
    if (answer?.status === 200) driven.times.push(performance.now() - began);
    else driven.refused += 1;
    return answer?.status === 200 ? answer : undefined;
  };
  const visit = async (group: number, person: string) => {
    const visitor = new JsonVisitor(urls[group]!, "/survey/c", { agent });
    const page = await timed(
      visitor.open(arrivalQuery).then(({ cookie }) => ({ status: cookie ? 200 : 500 })),
    );
    if (!page) return;
    for (const entry of entriesC(answersOf(person))) if (!(await timed(visitor.progress([entry])))) return;
    const answer = await timed(visitor.postLead());
    if (answer && thanks(answer)) driven.acknowledged[group]!.push(emailOf(person));
  };
  const follow = async (who: number) => {
    // Not all of them at once at the same question.
    await setTimeout(who * 50);
    for (let count = 0; !over; count++) {
      await visit(who % urls.length, `${name}-${who}-${count}`);
      await setTimeout(10);
    }
  };
  const running = Array.from({ length: visitors }, (_, who) => follow(who));
  return {
    driven,
    async end() {
      over = true;
      await Promise.all(running);
      agent.destroy();
    },
  };
}
