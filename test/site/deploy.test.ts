import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { change, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests({ stubs: false });

const steps = Object.keys(answersC);

/** Starts the site again, and makes it seem that the chart had another name for the second question until then. */
async function deploy(): Promise<void> {
  await site.stop();
  change(site.databaseFile, (db) => {
    db.exec("update visits set machine_version = 'the-one-before'");
    const renamed = db.prepare(
      "update visit_log set body = replace(body, '\"OtherDriversVehicleType\"', '\"Vehicle\"')",
    );
    expect(renamed.run().changes).toBeGreaterThan(0);
  });
  await site.restart();
}

const lastRecord = () => storedLeads(site.databaseFile).at(-1)!.record;
const given = { at_Fault: "no", physical_injury: "Yes", injury_type: "Hospital", first_name: "Ana" };

describe("a visit that was begun under an older chart", holds("T35"), () => {
  it("goes on by forms from a page of that time, is asked what is new, and keeps its answers", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    while (visitor.screen.step !== "PoliceReportFiled") await visitor.post(answersC[visitor.screen.step]!);
    await deploy();

    await visitor.post(answersC.PoliceReportFiled!);
    expect([visitor.screen.status, visitor.screen.step]).toEqual([200, "OtherDriversVehicleType"]);
    const chosen: Record<string, string | undefined> = {};
    while (visitor.screen.step) {
      const { step, html } = visitor.screen;
      const [button = ""] = html.match(/<button[^>]*data-chosen[^>]*>/) ?? [];
      chosen[step] = button.match(/value="([^"]*)"/)?.[1];
      await visitor.post(answersC[step]!);
    }
    expect(chosen).toMatchObject({
      AtFault: "no",
      WasUserInjured: "Yes",
      TypeOfMedicalTreatment: "Hospital",
    });
    expect(visitor.screen.url).toMatch(/^\/survey-thank-you\//);
    expect(lastRecord()).toMatchObject(given);
  });

  it("goes on by JSON: a page of that time learns where the visit is", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.progress(entriesC().slice(0, 5));
    await deploy();

    const late = await visitor.progress(entriesC().slice(5, 6));
    expect(late.status).toBe(409);
    expect(JSON.parse(late.text)).toMatchObject({ step: steps[1] });
    // The page loads itself again.
    await visitor.open();
    expect((await visitor.finish(entriesC().slice(1))).status).toBe(200);
    expect(lastRecord()).toMatchObject(given);
  });
});
