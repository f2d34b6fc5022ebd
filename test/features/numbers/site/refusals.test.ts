import { describe, expect, it } from "vitest";
import { answersC } from "../../../support/answers.ts";
import { chartsToken, withCharts } from "../../../support/console-people.ts";
import { siteForTests } from "../../../support/during.ts";
import { send } from "../../../support/send.ts";
import { parseCsv } from "../../../support/tables.ts";
import { FormVisitor } from "../../../support/visitors.ts";
import { waitFor } from "../../../support/wait-for.ts";

describe("the numbers of what forms refused", () => {
  const site = siteForTests(withCharts);
  /** By field: its step and the numbers of its line. These visitors are faster than people. */
  const linesOf = async (code: string, affiliate: string) => {
    const asked = `/graphs/${code}/numbers/refusals.csv?pace=all&affiliate=${affiliate}`;
    const { text } = await send(site.url, asked, { headers: { Authorization: `Bearer ${chartsToken}` } });
    return parseCsv(text)
      .slice(1)
      .map((line) => line.slice(0, 5));
  };
  const wrong = { firstName: "", lastName: "Diaz", email: "ana@example.com" };

  it("count them at the step that posted, in the older of two tabs too", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c?affid=91");
    for (const [step, answer] of Object.entries(answersC)) {
      if (step === "NameAndEmail") break;
      await visitor.post(answer);
    }
    const older = visitor.screen;
    await visitor.post(answersC.NameAndEmail!);
    expect(visitor.screen.step).toBe("PhoneAndZip");
    visitor.screen = older;
    await visitor.post(wrong);
    expect(visitor.screen.status).toBe(422);
    await waitFor("the session", async () => (await linesOf("c", "91")).length > 0);
    expect(await linesOf("c", "91")).toEqual([["Name and email", "firstName", "1", "0", "1"]]);
  });

  it("include those of a first form whose visitors left, under the filters of their source", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey-sl/?affid=92");
    await visitor.post(wrong);
    await waitFor("the count", async () => (await linesOf("sl-v2", "92")).length > 0);
    expect(await linesOf("sl-v2", "92")).toEqual([["Name and email", "firstName", "1", "1", "0"]]);
    expect(await linesOf("sl-v2", "93")).toEqual([]);
  });
});
