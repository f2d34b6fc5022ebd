import { chanceFrom } from "../../services/analytics/simulation/behaviour.ts";
import { deviceClasses, type Filters, results } from "../../services/analytics/types.ts";

/** What there is to choose from in the simulated visits. */
const values = {
  path: ["/survey/v4nv", "/survey/surveyv4nv"],
  affiliate: ["7", "12", "31", "44", "58", "73"],
  offer: ["57", "61", "88"],
  subId: Array.from({ length: 24 }, (_, index) => `ad-${index + 1}`),
  device: [...deviceClasses],
  scripts: ["on", "off"],
  result: [...results],
  dqReason: ["have_attorney|yes", "is_gibberish|yes", "date|accident_limit_exceeded"],
};
const passed = ["HasLawyer", "ActiveInsurancePolicy", "NameAndEmail.asking", "AtFault->WasUserInjured"];

/** So many combinations of filters, the same every time; the first is none at all, which counts everything. */
export function questions(count: number): Filters[] {
  const chance = chanceFrom(2026);
  const some = (all: readonly string[]) => all.filter(() => chance.happens(0.5));
  const at = (likely: number, all: readonly string[]) => (chance.happens(likely) ? some(all) : []);
  const drawn = Array.from({ length: count - 1 }, () => ({
    ...(chance.happens(0.3) && { from: `2026-10-${22 + Math.floor(chance.next() * 9)}` }),
    ...(chance.happens(0.3) && { to: `2026-11-${10 + Math.floor(chance.next() * 10)}` }),
    ...Object.fromEntries(Object.entries(values).map(([name, all]) => [name, at(0.25, all)])),
    ...(chance.happens(0.3) && {
      flags: { theme: some(["default", "v3"]), socialProof: some(["on", "off"]) },
    }),
    ...(chance.happens(0.4) && { with: some(passed) }),
    ...(chance.happens(0.2) && { without: ["ConfirmationHasLawyer"] }),
    ...(chance.happens(0.15) && { endingAt: ["thankYou", "NameAndEmail.asking"] }),
  }));
  return [{}, ...drawn];
}

/** The same question to the database itself: how many sessions pass, by SQL alone. */
export function asSql({
  from,
  to,
  flags = {},
  with: wanted = [],
  without = [],
  endingAt,
  ...lists
}: Filters): string {
  const columns: Record<string, string> = { dqReason: "dq_reason", subId: "sub_id" };
  const among = (column: string, all: readonly string[] | undefined) =>
    all && all.length > 0 ? [`${column} in (${all.map((each) => `'${each}'`).join(", ")})`] : [];
  const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
  const has = (item: string) => `' ' || items || ' ' like '% ${item} %'`;
  const led = (id: string) => {
    const [source, target] = id.split("->");
    const ways = target ? [`>${source} >${target}`, `~${source} >${target}`] : [`>${id}`, `~${id}`];
    return `(${ways.map(has).join(" or ")})`;
  };
  const flag = (name: string, all: readonly string[]) => {
    const isSet = `(',' || flags || ',' like '%,${name}:%')`;
    const tests = all.map((value) => (value === "on" || value === "v3" ? isSet : `not ${isSet}`));
    return tests.length > 0 ? [`(${tests.join(" or ")})`] : [];
  };
  const conditions = [
    "simulated = 1",
    ...(from ? [`day >= ${dayNumber(from)}`] : []),
    ...(to ? [`day <= ${dayNumber(to)}`] : []),
    ...Object.entries(lists).flatMap(([name, all]) => among(columns[name] ?? name, all as string[])),
    ...Object.entries(flags).flatMap(([name, all]) => flag(name, all)),
    ...wanted.map(led),
    ...without.map((id) => `not ${led(id)}`),
    ...among("place", endingAt),
  ];
  return `select count(*) as sessions from analytics_sessions s join analytics_sources c on c.id = s.source_id
    join analytics_traces t on t.id = s.trace_id where ${conditions.join(" and ")}`;
}
