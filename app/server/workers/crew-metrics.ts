import { ofWorker, sumOf } from "../../../services/metrics/sum.ts";
import type { Member } from "./member.ts";

/** A busy worker may take so long; after that its last word counts. */
const withinMs = 2_000;

/** The metrics of all workers as one text. @param crew those that live */
export function crewMetrics(crew: () => Member[]) {
  const lastWords = new Map<Member, string>();
  // Counters never fall: what those counted that have ended stays in the sum.
  let departed = sumOf([]);

  const counted = async (member: Member): Promise<string> => {
    const text = (await member.ask("counted", withinMs)) ?? lastWords.get(member) ?? "";
    lastWords.set(member, text);
    return text;
  };
  const read = async (member: Member) => ofWorker((await member.ask("own", withinMs)) ?? "", member.number);
  return {
    left(member: Member): void {
      departed = sumOf([departed, lastWords.get(member) ?? ""]);
      lastWords.delete(member);
    },
    async text(): Promise<string> {
      const members = crew().filter(({ isReady }) => isReady());
      const texts = await Promise.all(members.map(counted));
      const own = await Promise.all(members.map(read));
      const shared = await members[0]?.ask("shared", withinMs);
      return sumOf([...texts, departed]) + (shared ?? "") + sumOf(own);
    },
  };
}
