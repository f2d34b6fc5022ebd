import type { View } from "../../../../machines/graph/view.ts";
import { variants } from "../../../../machines/registry.ts";
import { viewOfVariant } from "../../../../services/analytics/session.ts";
import { addedToNumbers, type NextStep } from "../../../../services/features/numbers/added.ts";
import type { Breakdown } from "../../../../services/features/numbers/breakdown.ts";
import type { Overview } from "../../../../services/features/numbers/index/overview.ts";
import { type Estimate, leaksOf, roughly } from "../../../../services/features/numbers/leaks.ts";
import type { SourceOutcomes } from "../../../../services/features/numbers/outcomes.ts";
import type { Outage } from "../../../../services/features/numbers/series.ts";
import type { NodeNumbers, Numbers, Query } from "../../../../services/features/numbers/types.ts";
import type { Services } from "../../../../services/index.ts";
import { addressWith } from "../../../graphs/ui/address.ts";
import { timeOf } from "../../../graphs/ui/time-of.ts";
import { titlesIn } from "../../../graphs/ui/title-of.ts";
import { addedToNumberPages } from "../added.ts";
import { say } from "../tables/table.ts";
import { payPerLead } from "./leaks-and-outcomes.ts";

/** How many surveys are examined: those with the most leads. */
const mostSurveys = 5;

/** An analyst's next steps in the surveys of an overview. @param asked the filters of the page */
export async function loadNextSteps(
  services: Services,
  { surveys }: Overview,
  { data: kind = "real", filters }: Omit<Query, "variant">,
  asked: URLSearchParams,
): Promise<NextStep[]> {
  const { settings, running } = services;
  const analytics = running.numbers;
  const codes = surveys
    .slice(0, mostSurveys)
    .flatMap(({ value }) => (value && variants.has(value) ? [value] : []));
  const counted = codes.map(async (code) => {
    const query = { variant: code, data: kind, filters };
    const [numbers, outcomes, outages, affiliates] = await Promise.all([
      analytics.query(query),
      analytics.outcomes(query),
      analytics.outages(query),
      analytics.breakdown(query, "affiliate"),
    ]);
    const fast = { ...query, filters: { ...filters, pace: "fast" as const } };
    const tooFast = numbers.setApart > 0 ? await analytics.query(fast) : null;
    const view = viewOfVariant({ variant: variants.get(code)! });
    return { view, numbers, outcomes, outages, affiliates, tooFast };
  });
  const ofFeatures = addedToNumbers().flatMap(({ nextSteps: own }) => own?.(services, kind) ?? []);
  return nextSteps({
    surveys: await Promise.all(counted),
    ofFeatures: (await Promise.all(ofFeatures)).flat(),
    asked,
    timeZone: settings.siteTimeZone,
  });
}

type Counted = {
  surveys: readonly {
    view: View;
    numbers: Numbers;
    outcomes: SourceOutcomes | null;
    outages: readonly Outage[];
    affiliates: Pick<Breakdown, "total" | "rows">;
    /** The visits that answered faster than anybody can; null without any. */
    tooFast: Pick<Numbers, "totals" | "choices"> | null;
  }[];
  ofFeatures: readonly NextStep[];
  /** The filters of the page, which links to numbers and visits keep. */
  asked: URLSearchParams;
  timeZone: string;
};

/** Below this, one visitor could account for all refusals or failures. */
const fewest = 20;

/** The largest finding of each kind. Each one can be counted again on the page that it links to. */
export function nextSteps(counted: Counted): NextStep[] {
  const places = placesIn(counted);
  const all = [
    costliestStep(counted, places),
    losingAffiliate(counted),
    worseAffiliate(counted),
    outage(counted),
    failingService(counted, places),
    refusedField(places),
    noPeople(counted),
  ];
  return [...all.filter((found) => found !== undefined), ...counted.ofFeatures];
}

/** The address of a page of one survey. @param more filters in addition to this page's */
function pageOf(
  code: string,
  page: "numbers" | "visits",
  asked: URLSearchParams,
  more: Record<string, string>,
) {
  return `/graphs/${code}/${page}${addressWith(asked, more)}`;
}

type Places = ReturnType<typeof placesIn>;

/** Every step of every survey. */
function placesIn({ surveys, asked }: Counted) {
  return surveys.flatMap(({ view, numbers }) => {
    const titleOf = titlesIn(view);
    return numbers.nodes.map((node) => ({
      node,
      name: `“${titleOf(node.id)}” of ${view.code}`,
      numbersLink: {
        text: "Numbers",
        href: `${pageOf(view.code, "numbers", asked, { at: node.id })}#picked`,
      },
      visitsLink: (filters: Record<string, string>) => ({
        text: "Visits",
        href: pageOf(view.code, "visits", asked, filters),
      }),
      code: view.code,
    }));
  });
}

function costliestStep({ surveys }: Counted, places: Places): NextStep | undefined {
  const leaks = surveys.flatMap(({ view, numbers, outcomes }) =>
    leaksOf(numbers).flatMap((leak) =>
      leak.leads && leak.leads.about >= 1 ? [{ ...leak, leads: leak.leads, code: view.code, outcomes }] : [],
    ),
  );
  const worst = most(leaks, ({ leads }) => leads.about);
  if (!worst) return undefined;
  const { code, node, left, looked, wentOn, leads, qualified, outcomes } = worst;
  const place = places.find((each) => each.code === code && each.node.id === node)!;
  const pay = outcomes && payPerLead(outcomes.all);
  const money = pay && qualified ? `, ${say(100 * roughly((qualified.about * pay) / 100), "money")}` : "";
  const went = looked > 0 ? "saw it or came there and went no further" : "came there and went no further";
  return {
    what: `Most leads are lost at ${place.name}: ${say(left, "count")} of ${say(left + wentOn, "count")} visitors ${went}.`,
    size: `About ${around(leads)} leads at most${money}`,
    certainty: `${range(leads)} (95% interval), if those who left had converted like those who went on. They differ, so mending it wins back only a part.`,
    links: [
      place.numbersLink,
      // A bounce left no visit that could be listed.
      ...(looked > 0 ? [] : [place.visitsLink({ endingAt: node, result: "open" })]),
      ...addedToNumberPages().flatMap(({ atLeak }) => atLeak?.(code, node) ?? []),
    ],
  };
}

function losingAffiliate({ surveys, asked }: Counted): NextStep | undefined {
  const money = new Map<string, { cost: number; revenue: number }>();
  for (const { outcomes } of surveys)
    for (const [name, { paid, credited, cost }] of Object.entries(outcomes?.by.affiliate ?? {})) {
      const { cost: spent, revenue } = money.get(name) ?? { cost: 0, revenue: 0 };
      money.set(name, { cost: spent + (cost ?? 0), revenue: revenue + paid - credited });
    }
  const worst = most([...money], ([, { cost, revenue }]) => cost - revenue);
  if (!worst || worst[1].cost <= worst[1].revenue) return undefined;
  const [name, { cost, revenue }] = worst;
  return {
    what: `Affiliate ${name} costs more than it earns: ${say(cost, "money")} for ${say(revenue, "money")} of revenue.`,
    size: `${say(cost - revenue, "money")} lost`,
    certainty:
      "Costs as they were imported, and what buyers have paid or named so far: leads that nobody has reported earn nothing here.",
    links: [
      { text: "All numbers", href: `/graphs/numbers${addressWith(asked, { affiliate: name })}` },
      ...surveys
        .filter(({ outcomes }) => outcomes?.by.affiliate[name])
        .slice(0, 1)
        .map(({ view: { code } }) => ({
          text: `Breakdown of ${code}`,
          href: pageOf(code, "numbers", asked, { show: "values", by: "affiliate" }),
        })),
    ],
  };
}

/** The affiliate that falls furthest short, by more than chance, of the leads that all others' visitors would make. */
function worseAffiliate({ surveys, asked }: Counted): NextStep | undefined {
  const all = surveys.flatMap(({ view: { code }, affiliates: { total, rows } }) =>
    rows
      .filter(({ value, total: { differs } }) => value !== null && differs < 0)
      .map(({ value, total: own }) => {
        const of = total.rated.sessions - own.rated.sessions;
        const rest = { rate: (total.rated.leads - own.rated.leads) / of, of };
        return { code, name: value!, own, rest, missing: rest.rate * own.rated.sessions - own.rated.leads };
      }),
  );
  const worst = most(all, ({ missing }) => missing);
  if (!worst) return undefined;
  const { code, name, own, rest, missing } = worst;
  return {
    what: `Visitors of affiliate ${name || "(none)"} make fewer leads at ${code}: ${say(own.rate, "percent")} of ${say(own.rated.sessions, "count")}, all others ${say(rest.rate, "percent")}.`,
    size: `About ${say(roughly(missing), "count")} leads fewer than others would have made`,
    certainty: `More than chance: adjusted p ${say(own.adjusted, "p")}. Whether it is the audience or the ad, its visits tell.`,
    links: [
      {
        text: `Affiliates of ${code}`,
        href: pageOf(code, "numbers", asked, { show: "values", by: "affiliate" }),
      },
      {
        text: "Numbers of its visitors",
        href: pageOf(code, "numbers", asked, { affiliate: name }),
      },
      { text: "Visits", href: pageOf(code, "visits", asked, { affiliate: name }) },
    ],
  };
}

const hourMs = 3_600_000;

/** The worst hours of a service. */
function outage({ surveys, timeZone, asked }: Counted): NextStep | undefined {
  const all = surveys.flatMap(({ view: { code }, outages }) => outages.map((each) => ({ code, ...each })));
  const worst = most(all, ({ failed }) => failed);
  if (!worst) return undefined;
  const { code, service, hour, end, failed, calls } = worst;
  const [from, to] = [timeOf(hour * hourMs, timeZone), timeOf(end * hourMs, timeZone)];
  return {
    what: `The service ${service} was down for visitors of ${code}: ${say(failed, "count")} of ${say(calls, "count")} calls failed.`,
    size: `In visits that began from ${from} to ${to} (${timeZone})`,
    certainty: "Counted, not estimated; so much more often than at all other hours that it is no chance.",
    links: [
      {
        text: "Over time",
        href: pageOf(code, "numbers", asked, { show: "time", about: `service:${service}`, step: "hour" }),
      },
      { text: "Alarms", href: "/graphs/alarms" },
    ],
  };
}

function failingService({ surveys, asked }: Counted, places: Places): NextStep | undefined {
  const failing = places.flatMap((place) =>
    servicesAt(place.node).map((service) => ({ ...place, ...service })),
  );
  const worst = most(failing, ({ failed }) => failed);
  if (!worst || worst.failed < fewest) return undefined;
  const { node, name, code, service, calls, failed, how } = worst;
  // `outage` reports a service that was down for some hours.
  const { outages } = surveys.find(({ view }) => view.code === code)!;
  if (most(outages, (each) => each.failed)?.service === service) return undefined;
  return {
    what: `The service ${service} failed ${say(failed, "count")} of ${say(calls, "count")} times at ${name}: ${how}.`,
    size: `${say(failed / calls, "percent")} of its calls there`,
    certainty: "Counted, not estimated. What a failure leads to is in the chart.",
    links: [
      {
        text: "Over time",
        href: pageOf(code, "numbers", asked, { show: "time", about: `service:${service}` }),
      },
      worst.numbersLink,
      worst.visitsLink({ with: node.id }),
      { text: "Alarms", href: "/graphs/alarms" },
    ],
  };
}

/** Programs among the visitors. */
function noPeople({ surveys, asked }: Counted): NextStep | undefined {
  const worst = most(surveys, ({ numbers }) => numbers.setApart);
  if (!worst?.tooFast || worst.numbers.setApart < fewest) return undefined;
  const { view, numbers, tooFast } = worst;
  const affiliate = most(tooFast.choices.affiliate, ({ sessions }) => sessions)!;
  const { sessions, leads } = tooFast.totals;
  const fast = { pace: "fast" };
  return {
    what: `${say(sessions, "count")} visits of ${view.code} answered faster than anybody can, ${say(affiliate.sessions, "count")} of them from affiliate ${affiliate.value || "(none)"}.`,
    size: `${say(numbers.setApart, "count")} that made no lead are counted apart, ${say(leads, "count")} with a lead are counted`,
    certainty:
      "Four answers or more in less than half a second each. Programs that take their time are not among them.",
    links: [
      { text: "Numbers of these", href: pageOf(view.code, "numbers", asked, fast) },
      { text: "Visits", href: pageOf(view.code, "visits", asked, fast) },
      {
        text: "Over time",
        href: pageOf(view.code, "numbers", asked, { ...fast, show: "time", step: "hour" }),
      },
    ],
  };
}

/** How often each service failed at a step, and in which way most. */
function servicesAt({ services }: NodeNumbers) {
  return [...new Set(services.map(({ service }) => service))].map((service) => {
    const its = services.filter((each) => each.service === service);
    const failures = its.filter(({ outcome }) => outcome !== "ok");
    const sum = (all: typeof its) => all.reduce((total, { count }) => total + count, 0);
    return {
      service,
      calls: sum(its),
      failed: sum(failures),
      how: most(failures, ({ count }) => count)?.outcome ?? "",
    };
  });
}

function refusedField(places: Places): NextStep | undefined {
  const refused = places.flatMap((place) =>
    place.node.refusals.fields.map((field) => ({ ...place, ...field })),
  );
  const worst = most(refused, ({ count }) => count);
  if (!worst || worst.count < fewest) return undefined;
  const { node, name, field, count } = worst;
  return {
    what: `The field ${field} is refused most: ${say(count, "count")} times at ${name}.`,
    size: `${say(node.refusals.sessions, "count")} of ${say(node.sessions, "count")} visits there were refused something${beforeAny(worst.unanswered)}`,
    certainty: `Counted, not estimated. ${say(node.rated.left, "count")} visits left at this step, whether refused or not.`,
    links: [worst.numbersLink, worst.visitsLink({ with: node.id })],
  };
}

/** Refusals by a first form, after which nothing was answered. */
function beforeAny(unanswered: number): string {
  return unanswered > 0 ? `; ${say(unanswered, "count")} of the refusals came before any answer` : "";
}

function most<Item>(all: readonly Item[], size: (item: Item) => number): Item | undefined {
  return all.toSorted((one, other) => size(other) - size(one))[0];
}

const around = ({ about }: Estimate) => say(roughly(about), "count");
const range = ({ low, high }: Estimate) => `${say(roughly(low), "count")} to ${say(roughly(high), "count")}`;
