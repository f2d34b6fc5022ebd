import { type Finding, note, ok, wrong } from "./finding.ts";

const patienceMs = 5_000;
/** Receivers of signed posts refuse what is five minutes off. */
const mostSkewMs = 60_000;

/**
 * Knocks at every outside service that is in use: HEAD of its host's root, never of the address itself, so that
 * nothing is asked, sent or charged. Any answer means that it can be reached; its Date tells whether our clock is right.
 */
export async function lookAtServices(
  services: readonly { name: string; addresses: readonly string[] }[],
  now: () => number,
): Promise<Finding[]> {
  if (services.length === 0) return [ok("No outside service is in use.")];
  const origins = [
    ...new Set(services.flatMap(({ addresses }) => addresses.map((each) => new URL(each).origin))),
  ];
  const answers = await Promise.all(origins.map((origin) => knock(origin, now)));
  const reached = new Map(answers.map((answer) => [answer.origin, answer.skewMs]));
  const found = services.flatMap(({ name, addresses }) =>
    [...new Set(addresses.map((address) => new URL(address).origin))].map((origin) => {
      const { host } = new URL(origin);
      return reached.get(origin) === undefined
        ? wrong(`${name} cannot be reached: ${host} gave no answer in ${patienceMs / 1000} s.`)
        : ok(`${name} can be reached at ${host}.`);
    }),
  );
  return [...found, clock([...reached.values()])];
}

/** `skewMs`: by how much our clock is ahead; NaN when the answer does not say, undefined without an answer. */
async function knock(origin: string, now: () => number): Promise<{ origin: string; skewMs?: number }> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { headers } = await fetch(`${origin}/`, { method: "HEAD", redirect: "manual", signal });
    return { origin, skewMs: now() - Date.parse(headers.get("Date") ?? "") };
  } catch {
    return { origin };
  }
}

/** The median: one service's wrong clock is not ours. */
function clock(skews: readonly (number | undefined)[]): Finding {
  const known = skews.filter((skew) => skew !== undefined && !Number.isNaN(skew)).map((skew) => skew!);
  if (known.length === 0) return note("The clock could not be compared with that of any outside service.");
  const median = known.sort((a, b) => a - b)[Math.floor(known.length / 2)]!;
  if (Math.abs(median) <= mostSkewMs) return ok("The clock agrees with the outside services.");
  return wrong(`The clock is ${Math.round(Math.abs(median) / 1000)} s ${median > 0 ? "fast" : "slow"}.`);
}
