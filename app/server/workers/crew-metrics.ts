import type { Metrics } from "../../../services/metrics/metrics.ts";
import { ofWorker, together } from "../../../services/metrics/together.ts";
import type { Member } from "./member.ts";

/** A busy worker may take so long; after that its last word counts. */
const withinMs = 2_000;

/**
 * The metrics of all workers as one text.
 * @param crew those that live
 * @param own what the supervisor counts itself
 */
export function crewMetrics(
  crew: () => Pick<Member, "number" | "isReady" | "ask">[],
  own: Pick<Metrics, "text">,
) {
  type Asked = ReturnType<typeof crew>[number];
  const lastWords = new Map<Asked, string>();
  // Counters never fall: what those counted that have ended stays in the sum.
  let departed = "";

  const counted = async (member: Asked): Promise<string> => {
    // Kept here, as it may end while it is asked.
    const last = lastWords.get(member) ?? "";
    const text = await member.ask("sum", withinMs);
    if (text !== undefined) lastWords.set(member, text);
    return text ?? last;
  };
  const sums = async (members: Asked[]) => {
    const before = departed;
    const texts = await Promise.all([own.text("sum"), ...members.map(counted)]);
    return together([...texts, before], "sum");
  };
  const extreme = async (members: Asked[], way: "min" | "max") => {
    const texts = await Promise.all(members.map((member) => member.ask(way, withinMs)));
    return together(
      texts.filter((text) => text !== undefined),
      way,
    );
  };
  /** Not asked of all, since counting what is in the store takes its time; of a second one where the first is busy. */
  const same = async ([first, second]: Asked[]) =>
    (await first?.ask("any", withinMs)) ?? (await second?.ask("any", withinMs)) ?? "";
  const each = async (members: Asked[]) => {
    const read = async (member: Asked) => ofWorker((await member.ask("each", withinMs)) ?? "", member.number);
    return together(await Promise.all(members.map(read)), "sum");
  };
  return {
    left(member: Asked): void {
      departed = together([departed, lastWords.get(member) ?? ""], "sum");
      lastWords.delete(member);
    },
    async text(): Promise<string> {
      const members = crew().filter(({ isReady }) => isReady());
      const parts = [
        sums(members),
        extreme(members, "min"),
        extreme(members, "max"),
        same(members),
        each(members),
      ];
      return (await Promise.all(parts)).join("");
    },
  };
}
