import { plainAnswers } from "../server/plain-answers.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import type { Site } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import type { OutsideCall, Walked } from "./calls.ts";

const message = {
  typeOfAccident: "Truck Accident",
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana.contact@example.com",
  phoneNumber: "(213) 555-0123",
  message: "A truck hit us.",
};

/** Walks a survey (or sends the contact form) with plain forms to its end. @throws where a step is not taken */
export async function walk(site: Site, call: OutsideCall): Promise<Walked & { leadId: string }> {
  const visitor = new FormVisitor(site.url);
  let slowestMs = 0;
  const press = async (form: Record<string, string>) => {
    const began = performance.now();
    await visitor.post(form);
    slowestMs = Math.max(slowestMs, performance.now() - began);
  };
  const before = newestLead(site);
  if (call.survey === "contact") {
    await visitor.open("/contact/");
    await press(message);
  } else {
    await visitor.open(`/survey/${call.survey}${call.query ?? ""}`);
    const answers = plainAnswers(call.survey, call.given);
    const refused = [...(call.firstTry ?? [])];
    while (visitor.screen.step) {
      const { step } = visitor.screen;
      const [first] = refused;
      if (first?.step === step) {
        refused.shift();
        await press(first.answers);
        continue;
      }
      await press(answers(step));
      if (visitor.screen.step === step) throw new Error(`${step} was not taken`);
    }
  }
  const lead = newestLead(site);
  if (!lead || lead.id === before?.id) throw new Error("no lead was stored");
  const rows = query<{ destination: string; status: string }>(
    site.databaseFile,
    "select destination, status from outbox where lead_id = ?",
    lead.id,
  );
  return {
    leadId: lead.id,
    page: new URL(visitor.screen.url, site.url).pathname,
    address: visitor.screen.url,
    slowestMs,
    record: JSON.parse(lead.record),
    messages: Object.fromEntries(rows.map(({ destination, status }) => [destination, { status }])),
  };
}

/** One visitor at a time walks a site, so that the newest lead is theirs. */
function newestLead({ databaseFile }: Site) {
  return query<{ id: string; record: string }>(
    databaseFile,
    "select id, record from leads order by id desc limit 1",
  )[0];
}
