import { describe, expect, it } from "vitest";
import { answerUpTo } from "../support/answer-up-to.ts";
import { siteForTests } from "../support/during.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { storedLeads } from "../support/store-reader.ts";

const site = siteForTests();

const leads = () => storedLeads(site.databaseFile);

const isThanks = ({ status, url }: FormVisitor["screen"]) =>
  status === 200 && /^\/(survey|ticket)(-v5)?-thank-you/.test(url);

describe.each(["medical-treatment", "medical-treatment-2"])("the thank-you step of %s", (code) => {
  it("is between the stored lead and the thank-you page", holds(273), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(`/survey/${code}`);
    expect(visitor.screen.html).not.toContain("data-backdrop=");
    const before = leads().length;
    await answerUpTo(visitor, code, "ThankYouStep");
    expect(visitor.screen).toMatchObject({ status: 200, step: "ThankYouStep", progress: "100" });
    expect(leads()).toHaveLength(before + 1);
    expect(visitor.screen.html).not.toContain('value="back"');
    expect(visitor.screen.html).toContain('data-backdrop="true"');

    await visitor.open(visitor.screen.url);
    expect(visitor.screen.step).toBe("ThankYouStep");
    await visitor.open(visitor.screen.url.replace("ThankYouStep", "PhoneAndZip"));
    expect(visitor.screen.step).toBe("ThankYouStep");

    await visitor.post({ intent: "next" });
    expect(isThanks(visitor.screen)).toBe(true);
    expect(leads()).toHaveLength(before + 1);
  });
});

it("the one-page survey says so to the disqualified on the page, their lead being stored", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/one-page");
  const before = leads().length;
  await answerUpTo(visitor, "one-page", "Disqualified", { with_Lawyer: "yes" });
  expect(visitor.screen).toMatchObject({ status: 200, step: "Disqualified" });
  expect(leads()).toHaveLength(before + 1);
  expect(leads().at(-1)).toMatchObject({ qualified: 0, dqReason: "have_attorney|yes" });
  await visitor.open(visitor.screen.url);
  expect(visitor.screen.step).toBe("Disqualified");
  // A visitor who comes back later starts again.
  await visitor.open("/survey/one-page");
  expect(visitor.screen.step).toBe("OnePageSurvey");
});

it("the benefits flow closes without a lead, and can be begun again", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/benefits");
  const before = leads().length;
  await answerUpTo(visitor, "benefits", "Closing");
  await visitor.open(visitor.screen.url);
  expect(visitor.screen).toMatchObject({ status: 200, step: "Closing" });
  expect(leads()).toHaveLength(before);
  await visitor.open("/survey/benefits");
  expect(visitor.screen.step).toBe("SelectAgeGroup");
});
