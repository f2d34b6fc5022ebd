import { dwellTime, unpackDwells } from "../../../services/analytics/dwell.ts";
import type { Filters, Numbers } from "../../../services/features/numbers/types.ts";
import type { AnalyticsSession, AnalyticsSource } from "../../../services/store/rows.ts";

/** A session as plain facts, from any source. */
export type Plain = {
  source: AnalyticsSource;
  day: string;
  result: string;
  dqReason: string;
  place: string;
  moves: { isJump: boolean; from: string; to: string; ms: number }[];
  refusals: { node: string; fields: string[] }[];
  services: { node: string; service: string; outcome: string }[];
  /** Its last activity, epoch milliseconds; by default long ago. */
  lastAt?: number;
};

/** The recounted part of `Numbers`, in an order of its own. */
export type Recounted = ReturnType<typeof recount>;

const isLead = ({ result }: Plain) => result === "qualified" || result === "disqualified";

/** How many sessions passed something how often, and what became of them. */
export function passed(sessions: readonly Plain[], visitsOf: (session: Plain) => number) {
  const those = sessions.filter((session) => visitsOf(session) > 0);
  return {
    sessions: those.length,
    visits: sum(sessions.map(visitsOf)),
    leads: those.filter(isLead).length,
    qualified: those.filter(({ result }) => result === "qualified").length,
  };
}

/** Whether a session came to a node for the first time by then, from its last activity and the times of its moves. */
export function cameBy({ moves, lastAt }: Plain, node: string, until: number): boolean {
  const first = node === "start" ? -1 : moves.findIndex(({ to }) => to === node);
  if (node !== "start" && first < 0) return false;
  return lastAt === undefined || lastAt - sum(moves.slice(first + 1).map(({ ms }) => ms)) <= until;
}

/**
 * Counts sessions one by one and number by number, as slowly and plainly as can be.
 * @param until who came later to a step is in no rate of it
 */
export function recount(sessions: readonly Plain[], until = Number.POSITIVE_INFINITY) {
  const names = unique(
    sessions.flatMap(({ moves, place }) => [place, ...moves.flatMap((m) => [m.from, m.to])]),
  );
  const ratedAt = (id: string) => {
    const came = sessions.filter((session) => cameBy(session, id, until));
    return {
      sessions: came.length,
      leads: came.filter(isLead).length,
      qualified: came.filter(({ result }) => result === "qualified").length,
      left: came.filter(({ place, result }) => place === id && result === "open").length,
      looked: 0,
      refused: came.filter(({ refusals }) => refusals.some(({ node }) => node === id)).length,
    };
  };
  const nodes = names.map((id) => {
    const times = sessions.flatMap(({ moves }) =>
      moves.filter(({ from }) => from === id).map(({ ms }) => ms),
    );
    const jumps = sessions.flatMap(({ moves }) => moves.filter(({ isJump }) => isJump));
    const refusals = sessions.flatMap(({ refusals }) => refusals.filter(({ node }) => node === id));
    const services = sessions.flatMap(({ services }) => services.filter(({ node }) => node === id));
    return {
      id,
      ...passed(sessions, ({ moves }) => moves.filter(({ to }) => to === id).length + Number(id === "start")),
      exits: times.length,
      stillThere: sessions.filter(({ place }) => place === id).length,
      left: sessions.filter(({ place, result }) => place === id && result === "open").length,
      rated: ratedAt(id),
      dwell: { count: times.length, median: rank(times, 0.5), p90: rank(times, 0.9) },
      backFrom: jumps.filter(({ from }) => from === id).length,
      backTo: jumps.filter(({ to }) => to === id).length,
      refusals: {
        count: refusals.length,
        // What first forms refused is in no session.
        unanswered: 0,
        sessions: sessions.filter(({ refusals }) => refusals.some(({ node }) => node === id)).length,
        fields: tally(refusals.flatMap(({ fields }) => fields)),
      },
      services: tally(services.map(({ service, outcome }) => `${service} ${outcome}`)),
    };
  });
  const links = (isJump: boolean) => {
    const ofKind = (session: Plain) => session.moves.filter((move) => move.isJump === isJump).map(idOf);
    const ids = unique(sessions.flatMap(ofKind));
    return ids.map((id) => ({
      id,
      ...passed(sessions, (session) => ofKind(session).filter((each) => each === id).length),
    }));
  };
  const lasted = (device?: string) =>
    sessions
      .filter((session) => isLead(session) && (!device || session.source.device === device))
      .map(({ moves }) => sum(moves.map(({ ms }) => ms)));
  const completed = (device?: string) => {
    const times = lasted(device);
    const [quarter, median, threeQuarters] = [0.25, 0.5, 0.75].map((part) => between(times, part));
    return { device: device ?? null, count: times.length, quarter, median, threeQuarters };
  };
  const devices = unique(sessions.filter(isLead).map(({ source }) => source.device));
  const pathOf = ({ moves }: Plain) => moves.map(({ to }) => to).join(" ");
  const paths = unique(sessions.map(pathOf)).map((path) => ({
    path,
    ...passed(sessions, (session) => Number(pathOf(session) === path)),
  }));
  return {
    totals: { sessions: sessions.length, leads: sessions.filter(isLead).length },
    completed: [completed(), ...devices.sort().map(completed)].filter(({ count }) => count > 0),
    nodes: byId(nodes),
    edges: byId(links(false)),
    jumps: byId(links(true)),
    paths: paths.map(({ path, visits, ...numbers }) => ({ id: path, ...numbers })).sort(order),
    leads: tally(sessions.filter(isLead).map(({ result, dqReason }) => `${result} ${dqReason}`)),
  };
}

/** The same for the index's answer, without unused parts. */
export function recounted(numbers: Numbers): Recounted {
  const { totals, completed, nodes, edges, jumps, paths, leads } = numbers;
  const counts = (rows: readonly { count: number }[], name: (row: never) => string) =>
    Object.fromEntries(rows.map((row) => [name(row as never), row.count]).sort());
  return {
    totals: { sessions: totals.sessions, leads: totals.leads },
    completed: [...completed].sort((one, other) => ((one.device ?? "") < (other.device ?? "") ? -1 : 1)),
    nodes: byId(
      nodes
        .filter(({ visits, stillThere }) => visits + stillThere > 0)
        .map(({ isModelled, underWay, dropOff, conversion, refusals, services, looked, ...node }) => ({
          ...node,
          refusals: { ...refusals, fields: counts(refusals.fields, ({ field }: { field: string }) => field) },
          services: counts(
            services,
            ({ service, outcome }: { service: string; outcome: string }) => `${service} ${outcome}`,
          ),
        })),
    ),
    edges: byId(edges.filter(({ visits }) => visits > 0).map(({ id, ...edge }) => ({ id, ...only(edge) }))),
    jumps: byId(jumps.map((jump) => ({ id: `${jump.source}->${jump.target}`, ...only(jump) }))),
    paths: paths.shown.map(({ nodes: way, share, ...path }) => ({ id: way.join(" "), ...path })).sort(order),
    leads: counts(
      leads,
      (lead: Numbers["leads"][number]) => `${lead.qualified ? "qualified" : "disqualified"} ${lead.dqReason}`,
    ),
  };
}

/** Whether a session passes filters, asked one by one. */
export function passesFilters(
  { source, day, result, dqReason, place, moves }: Plain,
  filters: Filters,
): boolean {
  const { from, to, flags = {}, with: wanted = [], without = [], endingAt = [], ...others } = filters;
  const { except = [], pace, ...lists } = others;
  const facts: Record<string, string> = { ...source, simulated: "", result, dqReason };
  const flagOf = (name: string) =>
    new Map(source.flags.split(",").map((part) => part.split(":") as [string, string])).get(name);
  const led = (id: string) => moves.some((move) => move.to === id || (!move.isJump && idOf(move) === id));
  const isAmong = (values: string[], value: string, name = "") =>
    values.length === 0 || values.includes(value) !== (except as string[]).includes(name);
  const answers = moves.filter(({ from, isJump }) => !isJump && isQuestion(from)).length;
  const isFast = answers >= 4 && sum(moves.map(({ ms }) => ms)) < 500 * (answers - 1);
  const isSold = result === "qualified" || result === "disqualified";
  return (
    (!from || day >= from) &&
    (!to || day <= to) &&
    Object.entries(lists).every(([name, values]) => isAmong(values ?? [], facts[name]!, name)) &&
    Object.entries(flags).every(([name, values]) =>
      isAmong(values, flagOf(name) ?? unsaid[name] ?? "off", `flag.${name}`),
    ) &&
    (pace !== "people" || !isFast || isSold) &&
    (pace !== "fast" || isFast) &&
    wanted.every(led) &&
    !without.some(led) &&
    isAmong(endingAt, place)
  );
}

/** Questions are named in capitals, checks and ends are not; what asks beside its checks is called so. */
const isQuestion = (node: string) => /^[A-Z]\w*(\.asking)?$/.test(node);

/** Default values of flags that are not on or off. */
const unsaid: Record<string, string> = { theme: "default" };

/** Reads a session as it is kept. */
export function plainOf(session: AnalyticsSession & { lastAt?: number }): Plain {
  const { source, trace, day, result, dqReason, dwells, lastAt } = session;
  const plain: Plain = {
    source,
    day: new Date(day * 86_400_000).toISOString().slice(0, 10),
    result,
    dqReason,
    place: trace.place,
    moves: [],
    refusals: [],
    services: [],
    ...(lastAt !== undefined && { lastAt }),
  };
  const times = [...unpackDwells(dwells)].map(dwellTime);
  let here = "start";
  for (const item of trace.items.split(" ")) {
    const [mark, words] = [item[0], item.slice(1)];
    if (mark === ">" || mark === "~") {
      plain.moves.push({ isJump: mark === "~", from: here, to: words, ms: times[plain.moves.length]! });
      here = words;
    }
    const [service = "", outcome = ""] = words.split(",");
    const [fields = "", elsewhere = here] = words.split(/,?\^/);
    if (mark === "-") plain.refusals.push({ node: elsewhere, fields: fields.split(",") });
    if (mark === "=") plain.services.push({ node: here, service, outcome });
  }
  return plain;
}

function only({
  sessions,
  visits,
  leads,
  qualified,
}: Record<"sessions" | "visits" | "leads" | "qualified", number>) {
  return { sessions, visits, leads, qualified };
}

function idOf({ from, to }: { from: string; to: string }): string {
  return `${from}->${to}`;
}

function rank(times: readonly number[], part: number): number | null {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? null;
}

/** Quantiles as a spreadsheet's QUARTILE and MEDIAN define them, computed independently: weights of the two nearest. */
function between(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  const at = part * (sorted.length - 1);
  return sum(sorted.map((time, index) => time * Math.max(0, 1 - Math.abs(index - at))));
}

function tally(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    unique(names)
      .sort()
      .map((name) => [name, names.filter((each) => each === name).length]),
  );
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

function byId<Row extends { id: string }>(rows: Row[]): Row[] {
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

function order(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
