import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answersC } from "../support/answers-c.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite({ stubs: false });
});
afterAll(() => site.close());

const masked = "(813) 555-0142";
const shown = (html: string, name: string) =>
  html.match(new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`))?.[1];
const newestRecord = () =>
  JSON.parse(
    query<{ record: string }>(
      site.databaseFile,
      "select record from leads order by created_at desc, id desc limit 1",
    )[0]!.record,
  );

describe("a phone number that is typed without a mask, into a plain form", () => {
  it("is taken in any notation and shown again in the mask's form", holds(461), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    while (visitor.screen.step !== "PhoneAndZip") await visitor.post(answersC[visitor.screen.step]!);
    // There is no area code 119, so the number is asked for once more.
    await visitor.post({ phone: "+1 119-555-0142", zip_code: "33602" });
    expect(visitor.screen.step).toBe("PhoneAndZip");
    expect(shown(visitor.screen.html, "phone")).toBe("(119) 555-0142");
    await visitor.post({ phone: "813.555.0142", zip_code: "33602" });
    expect(newestRecord().phone).toBe(masked);
  });

  it(
    "of the contact form is kept in the 14 characters of the mask, and none with fewer digits",
    holds(389),
    async () => {
      const visitor = new FormVisitor(site.url);
      await visitor.open("/contact/");
      const message = {
        typeOfAccident: "Car Accident",
        firstName: "Ana",
        lastName: "Rivera",
        email: "ana.rivera@example.com",
        message: "A truck hit my car from behind.",
      };
      const refused = await visitor.post({ ...message, phoneNumber: "813-555-014" });
      expect(refused.status).toBe(422);
      expect(shown(refused.html, "phoneNumber")).toBe("813-555-014");
      const taken = await visitor.post({ ...message, phoneNumber: "1 813 555 0142" });
      expect(taken.html).toContain("Form was submitted");
      expect(newestRecord().phone).toHaveLength(14);
    },
  );
});
