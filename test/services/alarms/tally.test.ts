import { expect, it } from "vitest";
import { tallyOf } from "../../../services/alarms/job.ts";

const visit = {
  variant: "c",
  affiliate: "7",
  place: "AtFault",
  items: ">AtFault",
  isLead: false,
  isLeft: false,
};

it("only the busiest 2,000 sources of an hour are kept", () => {
  const ended = Array.from({ length: 2_100 }, (_, at) => ({ ...visit, affiliate: `x${at}`, count: 1 }));
  const counts = tallyOf([...ended, { ...visit, count: 5 }]);
  const sources = Object.keys(counts).filter((series) => series.startsWith("source:"));
  expect([sources.length, counts["source:c/7"], counts["site:"]]).toEqual([2_000, [0, 5], [0, 2_105]]);
});

it("a visit counts once for its site, survey, source, each question and each service call", () => {
  const items = ">AtFault >Zip =zipLookup,timeout ~AtFault >Zip =zipLookup,ok >Done";
  expect(
    tallyOf([
      { ...visit, items, place: "Done", isLead: true, count: 2 },
      { ...visit, isLeft: true, count: 3 },
      { ...visit, affiliate: "", count: 1 },
    ]),
  ).toEqual({
    "site:": [2, 6],
    "survey:c": [2, 6],
    "source:c/7": [2, 5],
    "source:c/": [0, 1],
    "place:c/AtFault": [3, 6],
    "place:c/Zip": [0, 2],
    "place:c/Done": [0, 2],
    "service:zipLookup": [2, 4],
  });
});
