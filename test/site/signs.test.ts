import { describe, expect, it } from "vitest";
import { answersC, contactMessage } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { query } from "../support/store-reader.ts";
import { type Answer, entriesC, FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests();

const trap = { subject: "Cheap watches" };
const newest = () =>
  query<{ id: string; signs: string }>(site.databaseFile, "select id, signs from leads order by id desc")[0]!;
const signs = () => JSON.parse(newest().signs);
const aTime = expect.toSatisfy((ms) => Number.isInteger(ms) && ms >= 0);

/** @param more what is sent with the answer to this step */
async function throughSurvey(more: { step: string; fields: Answer }): Promise<void> {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  while (visitor.screen.step) {
    const { step, html } = visitor.screen;
    expect(html.includes('name="subject"'), step).toBe(step === "PhoneAndZip");
    await visitor.post({ ...answersC[step], ...(step === more.step && more.fields) });
  }
}

describe("a survey's last step", holds("T28"), () => {
  it("has a field that programs fill in: the lead is kept, and says so", async () => {
    await throughSurvey({ step: "PhoneAndZip", fields: trap });
    expect(signs()).toEqual({ tookMs: aTime, trapFilled: true });
    const { stdout } = await runCommand(`leads show ${newest().id}`, {
      DATABASE_URL: `file:${site.databaseFile}`,
    });
    expect(stdout).toContain("Perhaps made by a program: the hidden field was filled in");
    expect(stdout).not.toContain("watches");
  });

  it("says nothing of the kind of a visitor who left the field alone, as browsers post it", async () => {
    await throughSurvey({ step: "PhoneAndZip", fields: { subject: "" } });
    expect(signs()).toEqual({ tookMs: aTime, trapFilled: false });
  });

  it("says it of answers that came as JSON, too", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    const last = { ...answersC.PhoneAndZip!, ...trap };
    await visitor.progress(entriesC({ PhoneAndZip: last }));
    expect((await visitor.postLead()).status).toBe(200);
    expect(signs().trapFilled).toBe(true);
  });
});

it("the contact form has the same field, and its message is kept", async () => {
  for (const more of [{}, trap]) {
    const page = await send(site.url, "/contact/");
    expect(page.text).toMatch(/<label>Leave this field empty<input[^>]* name="subject"/);
    const form = {
      ...hiddenFields(page.text),
      ...contactMessage,
      ...more,
    };
    expect((await send(site.url, "/contact/", { form })).headers.location).toBe("/contact/?sent=1");
    expect(signs()).toEqual({ tookMs: aTime, trapFilled: more === trap });
  }
});

it("the do-not-sell form has it, and its request counts like any other", async () => {
  const path = "/do-not-sell-my-information/";
  const page = await send(site.url, path);
  const form = { ...hiddenFields(page.text), email: "odd@example.com", ...trap };
  expect((await send(site.url, path, { form })).headers.location).toBe(`${path}?done=all`);
  const rows = query<{ reason: string }>(site.databaseFile, "select reason from suppressions");
  expect(rows.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^do-not-sell, the hidden field was filled in/),
  ]);
});
