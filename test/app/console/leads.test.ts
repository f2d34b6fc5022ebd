import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { leadData } from "../../../app/console/lead/load.ts";
import type { Role } from "../../../services/console/roles.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe("a lead in the console", () => {
  const on = freshStore(databases[0].start);
  const context = () =>
    ({ services: { store: on.store, settings: readSettings({}) } }) as unknown as AppLoadContext;
  const viewer = (role: Role) => ({ name: "ana", role, session: "" });

  async function storedLead(
    record: Record<string, unknown> = {},
    more: { kind: string; body: object }[] = [],
  ) {
    const submission = aSubmission(["lead-prosper"], on.now);
    submission.lead.record = {
      first_name: "Zoe",
      last_name: "Quill",
      email: "zoe@example.com",
      phone: "2125550142",
      state: "TX",
      ...record,
    };
    const log = [
      { kind: "answer", body: { step: "NameAndEmail", answers: { firstName: "Zoe" } }, at: on.now },
      ...more.map((entry) => ({ ...entry, at: on.now })),
    ];
    await on.store.submit(aVisit(), 0, log, submission);
    return submission.lead.id;
  }

  it("shows the case in the words of its questions, without retracted answers, to roles that see leads unmasked", async () => {
    const answer = (step: string, answers: object) => ({ kind: "answer", body: { step, answers } });
    const id = await storedLead({}, [
      answer("WhenWasTheAccident", { accident_date_button: "Within 1 Week" }),
      answer("AtFault", { at_Fault: "yes" }),
      { kind: "back", body: { from: "WasUserInjured" } },
      answer("AtFault", { at_Fault: "no" }),
      answer("PoliceReportFiled", { police_report: "yes" }),
      { kind: "back", body: { from: "IncidentDescription" } },
      answer("IncidentDescription", { case_description: "A truck hit my car." }),
      answer("NoSuchQuestion", { at_Fault: "yes" }),
    ]);
    const answers = [
      { question: "When did the accident happen?", lines: ["In the last week"] },
      { question: "Was the accident your fault?", lines: ["No"] },
      { question: "What happened?", lines: ["A truck hit my car."] },
    ];
    const contact = [
      { text: "2125550142", href: "tel:+12125550142" },
      { text: "zoe@example.com", href: "mailto:zoe@example.com" },
    ];
    expect(await leadData(id, viewer("leads"), context())).toMatchObject({ answers, contact });
    const masked = await leadData(id, viewer("leads-masked"), context());
    expect(masked.answers).toEqual([]);
    expect(masked.contact.map(({ href }) => href).join("")).toBe("");
  });

  it("has a title without a name, and is not found under another id", async () => {
    const id = await storedLead({ first_name: "", last_name: undefined, phone: "", email: 7 });
    expect(await leadData(id, viewer("leads"), context())).toMatchObject({ title: "No name", contact: [] });
    await expect(leadData("nobody", viewer("leads"), context())).rejects.toMatchObject({ status: 404 });
  });
});
