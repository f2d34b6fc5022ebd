import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { FormVisitor } from "../support/visitors.ts";
import { walkSurvey } from "./survey-walk.ts";

/** What the specification leaves to lists of states, which are settings. */

const site = siteForTests({
  SITE_TIME_ZONE: "UTC",
  REGION_HEADER: "x-region",
  DATE_OF_BIRTH_STATES: "TX,CA",
  PARTIAL_FAULT_STATES: "KY,TX",
});

/** A visitor whose proxy says which state they are in. */
const from = (region: string) =>
  new FormVisitor(site.url, (request) => {
    request.headers.set("x-region", region);
    return fetch(request);
  });

it.each([
  ["TX", true],
  ["NY", false],
])(
  "v4nv asks a visitor from %s for the date of birth: %s, then for phone and zip code",
  holds(312, 313, 315, 515),
  async (region, asks) => {
    const { steps, lead } = await walkSurvey(site, "/survey/v4nv", {}, { visitor: from(region) });
    const end = asks
      ? ["NameAndEmail", "DateOfBirth", "PhoneAndZip"]
      : ["IncidentDescription", "NameAndEmail", "PhoneAndZip"];
    expect(steps.slice(-3)).toEqual(end);
    expect(lead.record.date_of_birth || undefined).toBe(asks ? "1980-02-29" : undefined);
  },
);

it("partial fault is none in each of the listed states and in no other", holds(354, 355, 515), async () => {
  for (const [zip_code, fault] of [
    ["40202", "no"],
    ["75201", "no"],
    ["90210", "yes"],
  ] as const) {
    const { lead } = await walkSurvey(site, "/survey/linear-short", {
      AtFault: "partially",
      PhoneAndZip: { zip_code },
    });
    expect(lead.record.at_Fault, zip_code).toBe(fault);
  }
});
