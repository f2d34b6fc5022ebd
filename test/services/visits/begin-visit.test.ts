import { expect, it } from "vitest";
import { beginVisitWith } from "../../../services/visits/open-visit.ts";

const now = Date.UTC(2026, 10, 23, 12);
const hour = 60 * 60 * 1000;
const begin = beginVisitWith({ newId: () => "id", newClickId: () => "click", now: () => now });
const arrival = { path: "/survey/c", query: { affid: "7" }, referer: "https://our.own/page" };

it.each([
  ["when the first page was shown", now - hour, now - hour],
  ["now, where a clock says that it is yet to come", now + hour, now],
  ["a day ago at most", 0, now - 24 * hour],
])("a visit begins %s", (_when, at, began) => {
  const token = begin("c", arrival, { at, referer: "https://ads.example/" });
  expect(token).toMatchObject({ id: "id", survey: "c", at: began, seen: 0, isNew: true });
  expect(token.arrival).toEqual({ ...arrival, referer: "https://ads.example/", click: "click" });
});

it("a visit whose first page nobody knows begins now, and nobody sent it", () => {
  expect(begin("c", arrival, undefined)).toMatchObject({ at: now, arrival: { referer: "" } });
});
