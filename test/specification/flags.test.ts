import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { visitorOf, walkSurvey, words } from "./survey-walk.ts";

/** Spec 4.3: what page-level flags switch, as pages are served. */

const site = siteForTests({ TRUST_PROXY: "1" });

const served = async (path: string) => (await send(site.url, path)).text;
describe("page flags", () => {
  const first = async (flags: string, path = "/survey/c") => served(`${path}?flags=${flags}`);

  it("put headers above the first, the last and every question", holds(376, 377, 378), async () => {
    const plain = words(await served("/survey/c"));
    expect(plain).not.toMatch(/See if a law firm can help|We try to match you/);
    expect(words(await first("firstQuestionHeader"))).toContain("See if a law firm can help");
    expect(words(await first("matchWithLawyer"))).toContain("We try to match you with a lawyer near you");
    const last = await walkSurvey(
      site,
      "/survey/linear-short?flags=findMeALawyer",
      {},
      { until: "PhoneAndZip" },
    );
    expect(words(last.end.html)).toContain("Find me a lawyer");
  });

  it.each([
    ["roundedButtons", "data-rounded-buttons"],
    ["progressBar:v1,noPercentSign", "data-no-percent-sign"],
    ["noPrivacyGuarantee", "data-no-privacy-guarantee"],
    ["accidentTimeframe", "data-accident-timeframe"],
    ["logo:v1", 'data-logo="v1"'],
    ["logo:v5", 'data-logo="v5"'],
    ["theme:v12", 'data-theme="v12"'],
    ["fontWeight:500", 'data-font-weight="500"'],
    ["fontWeight:600", 'data-font-weight="600"'],
    ["progressBar:v1", 'data-progress-bar="v1"'],
  ])("%s changes look and style sheet", holds(379, 380, 383, 384, 385, 386), async (flag, attribute) => {
    const [plain, flagged] = [await served("/survey/c"), await first(flag)];
    const tag = (html: string) => html.match(/<html[^>]*>/)![0];
    expect(tag(plain)).not.toContain(attribute);
    expect(tag(flagged)).toContain(attribute);
    const name = attribute.split("=")[0]!;
    const [style = ""] = flagged.match(/<style[\s\S]*?<\/style>/) ?? [];
    expect(style.includes(name)).toBe(true);
  });

  it("progressBar:v1 makes dots a bar; socialProof adds what others did", holds(379, 383), async () => {
    expect(await served("/survey/c")).not.toMatch(/<progress/);
    expect(await first("progressBar:v1")).toMatch(/<progress/);
    expect((await first("socialProof")).length).toBeGreaterThan((await served("/survey/c")).length);
  });

  it.each([
    ["v1", "Keep going"],
    ["v2", "See if a lawyer can help"],
  ])("nameAndEmailCta:%s words the button", holds(382), async (value, text) => {
    const walk = await walkSurvey(
      site,
      `/survey/c?flags=nameAndEmailCta:${value}`,
      {},
      { until: "NameAndEmail", visitor: visitorOf(site) },
    );
    expect(walk.end.html).toMatch(new RegExp(`<button[^>]*>${text}`));
  });
});
