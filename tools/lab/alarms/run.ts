import { historyHours } from "../../../services/alarms/series.ts";
import { lab } from "../lab.ts";
import { replay } from "./replay.ts";
import { type Outage, trafficOf } from "./traffic.ts";

const program = lab("alarms", "Count false alarms and how soon outages are noticed, on simulated traffic.")
  .option("--sites <number>", "sites to simulate, 26 weeks each", "5")
  .option("--leads <number>", "leads a day on each", "400");
await program.parseAsync();
const { sites, leads } = program.opts<{ sites: string; leads: string }>();
const leadsPerDay = Number(leads);
const weeks = 26;
const hoursPerMonth = 730;

let [messages, months] = [0, 0];
for (let seed = 1; seed <= Number(sites); seed++) {
  const hours = trafficOf({ seed, weeks, leadsPerDay });
  messages += (await replay(hours, historyHours)).length;
  months += (hours.length - historyHours) / hoursPerMonth;
}
console.log(
  `False alarms: ${messages} in ${months.toFixed(1)} months, ${(messages / months).toFixed(2)} a month.\n`,
);

const begin = historyHours + 7 * 24 + 10;
const outageHours = 48;
const planted: { name: string; outage: Outage; series: string }[] = [
  ...["1", "5", "15", "30"].map((source) => ({
    name: `source ${source} sends nobody`,
    outage: { what: "no leads" as const, source, from: begin, hours: outageHours },
    series: `source:c/${source}`,
  })),
  ...["1", "5", "15"].map((source) => ({
    name: `source ${source} converts half as often`,
    outage: { what: "half the leads" as const, source, from: begin, hours: outageHours },
    series: `source:c/${source}`,
  })),
  {
    name: "a service fails 30 % of calls",
    outage: { what: "service fails", from: begin, hours: outageHours },
    series: "service:emailCheck",
  },
  {
    name: "a step loses another fifth of its visitors after a release",
    outage: { what: "step broken", from: begin, hours: outageHours },
    series: "place:c/P5",
  },
];
console.log("| Outage of 48 hours | Noticed | Median delay, hours | Longest |\n| --- | --- | --- | --- |");
for (const { name, outage, series } of planted) {
  const delays: number[] = [];
  for (let seed = 1; seed <= Number(sites); seed++) {
    const hours = trafficOf({ seed: 1_000 + seed, weeks: 14, leadsPerDay, outages: [outage] });
    const sent = await replay(hours.slice(0, begin + outageHours), begin - 10);
    const first = sent.find(
      ({ hour, alarms }) => hour >= begin && alarms.some((each) => each.series === series),
    );
    if (first) delays.push(first.hour + 1 - begin);
  }
  delays.sort((one, other) => one - other);
  const middle = delays[Math.floor(delays.length / 2)] ?? "";
  console.log(`| ${name} | ${delays.length} of ${sites} | ${middle} | ${delays.at(-1) ?? ""} |`);
}
