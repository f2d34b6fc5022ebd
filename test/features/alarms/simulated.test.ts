/**
 * What the alarms would have sent, hour by hour, on simulated traffic: a weekly pattern, growth, and more noise than
 * independent visits have.
 */
import { expect, it } from "vitest";
import { decisionOn } from "../../../services/features/alarms/decide.ts";
import { type CountedHour, historyHours, historyOf } from "../../../services/features/alarms/series.ts";
import type { Alarm } from "../../../services/features/alarms/tables.ts";
import { watchOf } from "../../../services/features/alarms/watch.ts";
import { type Chance, chanceFrom } from "../../../services/features/numbers/simulation/behaviour.ts";

const scene = { seed: 11, weeks: 12, leadsPerDay: 400 };
const at = (day: number) => historyHours + day * 24 + 10;

/** At one false alarm a month, two weeks have more than three by chance once in 700 times (Poisson). */
const maxByChance = 3;

it("two ordinary weeks of thirty noisy sources raise no more false alarms than promised", async () => {
  expect((await replay(trafficOf(scene), historyHours)).length).toBeLessThanOrEqual(maxByChance);
});

it("a source that stops, a service that fails and a broken step are noticed within hours", async () => {
  const outages: Outage[] = [
    { what: "no leads", source: "1", from: at(1), hours: 24 },
    { what: "service fails", from: at(5), hours: 24 },
    { what: "step broken", from: at(9), hours: 24 },
  ];
  const sent = await replay(trafficOf({ ...scene, outages }), historyHours);
  const delayOf = (series: string, day: number) => {
    const found = sent.find(
      ({ hour, alarms }) => hour >= at(day) && alarms.some((each) => each.series === series),
    );
    return found && found.hour + 1 - at(day);
  };
  expect(delayOf("source:c/1", 1)).toBeLessThanOrEqual(8);
  expect(delayOf("service:emailCheck", 5)).toBeLessThanOrEqual(4);
  expect(delayOf("place:c/P5", 9)).toBeLessThanOrEqual(8);
});

/** What breaks, from which hour and for how many. */
type Outage = { from: number; hours: number } & (
  | { what: "no leads"; source: string }
  | { what: "service fails" | "step broken" }
);

type Scene = { seed: number; weeks: number; leadsPerDay: number; outages?: readonly Outage[] };

const sources = Array.from({ length: 30 }, (_, rank) => ({
  name: String(rank + 1),
  share: 1 / (rank + 2),
}));
const wholeShare = sources.reduce((sum, { share }) => sum + share, 0);
const conversion = 0.35;
/** Each place keeps the same share of its visits, so that `conversion` of them pass through all. */
const places = Array.from({ length: 10 }, (_, place) => `P${place}`);
const stays = conversion ** (1 / places.length);
const services = { emailCheck: 0.01, phoneCheck: 0.02, zipLookup: 0.002 };
/** Days with 35 % less traffic, by number. */
const holidays = [60, 137];

function trafficOf({ seed, weeks, leadsPerDay, outages = [] }: Scene): CountedHour[] {
  const chance = chanceFrom(seed);
  const levels = sources.map(() => 1);
  const hours: CountedHour[] = [];
  for (let day = 0; day < weeks * 7; day++) {
    const ofDay = Math.exp(0.06 * normal(chance)) * (holidays.includes(day) ? 0.65 : 1) * 1.01 ** (day / 7);
    const ofSources = sources.map((_, index) => {
      levels[index]! *= Math.exp(0.01 * normal(chance));
      return {
        visits: levels[index]! * Math.exp(0.12 * normal(chance)),
        rate: Math.exp(0.06 * normal(chance)),
      };
    });
    for (let hour = day * 24; hour < day * 24 + 24; hour++) {
      const now = outages.filter(({ from, hours: long }) => hour >= from && hour < from + long);
      const usual = (leadsPerDay / conversion / 24) * ofDay * busy(hour);
      hours.push({ hour, counts: {} });
      const { counts } = hours.at(-1)!;
      const add = (series: string, hits: number, tries: number) => {
        const known = counts[series] ?? [0, 0];
        if (tries > 0) counts[series] = [known[0] + hits, known[1] + tries];
      };
      for (const [index, { name, share }] of sources.entries()) {
        const { visits, rate } = ofSources[index]!;
        const mean = usual * (share / wholeShare) * visits * Math.exp(0.2 * normal(chance));
        const own = now.find((each) => "source" in each && each.source === name);
        let here = poisson(chance, own ? 0 : mean);
        const began = here;
        for (const [place, title] of places.entries()) {
          const isBroken = place === 5 && now.some(({ what }) => what === "step broken");
          const goOn = Math.min(0.995, stays * rate ** 0.1) * (isBroken ? 0.8 : 1);
          const next = binomial(chance, here, goOn);
          add(`place:c/${title}`, here - next, here);
          here = next;
        }
        for (const series of ["site:", "survey:c", `source:c/${name}`]) add(series, here, began);
        for (const [service, usually] of Object.entries(services)) {
          const fails =
            service === "emailCheck" && now.some(({ what }) => what === "service fails") ? 0.3 : usually;
          add(`service:${service}`, binomial(chance, here, fails), here);
        }
      }
    }
  }
  return hours;
}

/** How busy an hour is, by time of day and day of the week; about 1 on average. */
function busy(hour: number): number {
  const [clock, day] = [hour % 24, Math.floor(hour / 24) % 7];
  return (1 + 0.75 * Math.sin(((clock - 9) / 24) * 2 * Math.PI)) * (day >= 5 ? 0.75 : 1.1);
}

function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
}

function poisson(chance: Chance, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(chance)));
  let count = -1;
  for (let product = 1, end = Math.exp(-mean); product > end; count++) product *= chance.next();
  return Math.max(0, count);
}

function binomial(chance: Chance, of: number, rate: number): number {
  let hits = 0;
  for (let each = 0; each < of; each++) hits += Number(chance.happens(rate));
  return hits;
}

/** A message that announced alarms; `hour` as in `CountedHour`. */
type Sent = { hour: number; alarms: Alarm[] };

/** Judges hours as the job does, except that forecasts are made only once a day, to save time. @param from first hour judged */
async function replay(hours: readonly CountedHour[], from: number): Promise<Sent[]> {
  const known: Alarm[] = [];
  const sent: Sent[] = [];
  let lastId = 0;
  for (let day = from; day < hours.length; day += 24) {
    const end = Math.min(hours.length, day + 24);
    const history = historyOf(hours.slice(Math.max(0, end - historyHours), end), (hour) => hour % 168);
    const watch = await watchOf(history, day - history.first);
    for (let hour = day; hour < end; hour++) {
      const { began, ended } = decisionOn({
        history: { ...history, hours: hour + 1 - history.first },
        watch,
        open: known.filter(({ endedHour }) => endedHour === null),
        recent: known.filter(({ noticedHour }) => noticedHour >= hour - 24),
        falsePerMonth: 1,
        destinations: [],
        at: 0,
        newId: () => String(++lastId),
        page: "",
        timeZone: "UTC",
      });
      for (const each of known) if (ended.includes(each.id)) each.endedHour = hour;
      known.push(...began);
      const announced = began.filter(({ messageId }) => messageId !== null);
      if (announced.length > 0) sent.push({ hour, alarms: announced });
    }
  }
  return sent;
}
