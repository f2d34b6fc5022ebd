import { describe, expect, it } from "vitest";
import { COMPENSATION_BLOCK_HEIGHT } from "../../machines/rules/limits.ts";
import type { SessionState } from "../../machines/visit/session.ts";
import { messagesIn } from "../../services/words/index.ts";
import { answersC, plainAnswers } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { type Answer, FormVisitor, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests({
  stubs: false,
  "server.region-header": "X-Region",
  "survey.date-of-birth-states": "CA",
});

type Page = { step: string; html: string; session: SessionState };

/** Answers by plain forms to the end. @param given answers that differ, by step @returns every question on the way */
async function walk(address: string, given: Record<string, Answer> = {}, region = ""): Promise<Page[]> {
  const visitor = new FormVisitor(site.url, (request) => {
    if (region) request.headers.set("X-Region", region);
    return fetch(request);
  });
  await visitor.open(address);
  const code = visitor.screen.html.match(/data-survey="([^"]+)"/)![1]!;
  const pages: Page[] = [];
  while (visitor.screen.step) {
    const { step, html } = visitor.screen;
    if (pages.some((page) => page.step === step)) throw new Error(`${step} was refused`);
    const [, data] = html.match(/id="survey-data"[^>]*>([^<]+)</)!;
    pages.push({ step, html, session: JSON.parse(data!).session });
    await visitor.post(given[step] ?? plainAnswers(code)(step));
  }
  return pages;
}

/** "Step n of m" as it is in the text, and as it is spoken. */
const countOf = ({ html }: Page) => {
  const [, text] = html.match(/aria-valuetext="(Step \d+ of \d+): /)!;
  expect(html).toMatch(new RegExp(`<span[^>]*>(?:${text}|One more about this|And one more)<`));
  return text!.match(/\d+/g)!.slice(0, 2).map(Number) as [number: number, total: number];
};

const dots = ({ html }: Page) =>
  [
    ...html.matchAll(
      /<span class="[^"]+" title="([^"]+)"(?: data-reached="(\w+)")?(?: data-begins="true")?>/g,
    ),
  ].map(([, title, reached = ""]) => [title!, reached] as const);

const lawyer = { option: "yes" };
const followUps = {
  AtFault: { option: "yes" },
  WasUserInjured: { option: "Whiplash" },
  HasLawyer: lawyer,
  HasCaseBeenSettled: { option: "no" },
  HasReceivedFunding: { option: "no" },
  IncidentDescription: { case_description: "It was a hit and run, the driver left the scene of the crash." },
  HitAndRunIdentified: { option: "no" },
};

describe("step n of m", () => {
  it.each<
    [
      title: string,
      address: string,
      given: Record<string, Answer>,
      region: string,
      steps: number,
      total: number,
    ]
  >([
    ["v4nv", "/survey/v4nv", {}, "", 9, 9],
    ["v4nv without an injury", "/survey/v4nv", { WasUserInjured: { option: "No" } }, "", 8, 9],
    ["v4nv with every follow-up", "/survey/v4nv", followUps, "", 20, 9],
    ["v4nv where a date of birth is asked", "/survey/v4nv", {}, "CA", 10, 10],
    ["v4nv on one last page", "/survey/v4nv?flags=combinedLastStep", {}, "", 8, 8],
    ["v7", "/survey/v7", {}, "", 11, 11],
    ["v7 with every follow-up", "/survey/v7", followUps, "", 22, 11],
    ["the DUI branch", "/survey/dui", { AtFault: { option: "yes" } }, "", 10, 9],
  ])("never grows and ends at m: %s", holds(209), async (_title, address, given, region, steps, total) => {
    const pages = await walk(address, given, region);
    const counts = pages.map(countOf);
    expect(pages.map(({ step }) => step)).toHaveLength(steps);
    expect(new Set(counts.map(([, of]) => of))).toEqual(new Set([total]));
    const numbers = counts.map(([number]) => number);
    expect([numbers[0], numbers.at(-1)]).toEqual([1, total]);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    pages.forEach((page, index) => {
      const reached = dots(page).map(([, how]) => how);
      const before = Array.from({ length: numbers[index]! - 1 }, () => "completed");
      const after = Array.from({ length: total - numbers[index]! }, () => "");
      expect(reached, page.step).toEqual([...before, "active", ...after]);
    });
  });
});

describe("the session state", () => {
  it("says where the visit is, and what a page then shows", holds(208), async () => {
    const pages = await walk("/survey/dui?flags=disableScroll", {
      WhenWasTheAccident: { injury_month: "1", injury_day: "20", injury_year: "2015" },
      AtFault: { option: "yes" },
    });
    const at = (name: string) => pages.find(({ step }) => step === name)!.session;
    // The visit begins with its first answer, and so does its id.
    const [first, ...later] = pages.map(({ session }) => session.sessionId);
    expect([first, new Set(later).size]).toEqual(["", 1]);
    expect(later[0]!.length).toBeGreaterThan(8);
    expect(at("AtFault")).toMatchObject({
      steps: ["NameAndEmail", "AutoAccidentCaseWorth", "WhenWasTheAccident", "AtFault"],
      currentStep: "AtFault",
      currentProgress: 33,
      injuryDate: "2015-01-20",
      inDuiFlow: false,
      isDisqualified: false,
      dqReason: "",
      isExternalHost: false,
      showOverlay: false,
      disableScroll: true,
    });
    expect(at("PendingDUICharges").inDuiFlow).toBe(false);
    expect(at("TypeOfAlcoholTestPerformed").inDuiFlow).toBe(true);
  });

  it("knows about a disqualification, which no visitor reads", holds(17, 208), async () => {
    const pages = await walk("/survey/c", { HasLawyer: lawyer });
    const { session, html } = pages.find(({ step }) => step === "IncidentDescription")!;
    expect(session).toMatchObject({ isDisqualified: true, dqReason: "have_attorney|yes" });
    const text = html.replace(/<script[\s\S]*?<\/script>/g, "").replace(/<[^>]+>/g, " ");
    expect(text).not.toMatch(/disqualif|have_attorney/i);
  });

  it("shows the overlay behind the thank-you step", holds(208, 273), async () => {
    const pages = await walk("/survey/medical-treatment");
    expect(pages.map(({ session }) => session.showOverlay)).toEqual([
      ...pages.slice(1).map(() => false),
      true,
    ]);
  });
});

describe("a survey that scrolls to its form, without scripts", () => {
  async function redirectOf(address: string) {
    let location = "";
    const visitor = new FormVisitor(site.url, async (request) => {
      const response = await fetch(request);
      location = response.headers.get("Location") ?? location;
      return response;
    });
    await visitor.open(address);
    const { step } = visitor.screen;
    await visitor.post(plainAnswers("g")(step));
    expect(visitor.screen.html).toContain('<form id="survey"');
    return location;
  }

  it.each([
    ["/survey/g", /step=\w+#survey$/],
    ["/g", /step=\w+#survey$/],
    ["/survey/g?flags=disableScroll", /step=\w+$/],
    ["/survey/f", /step=\w+$/],
  ])("leads to it, unless scrolling is disabled: %s", holds(249, 250), async (address, expected) => {
    expect(await redirectOf(address)).toMatch(expected);
  });
});

describe("the compensation meter", () => {
  const meter = "?show-meter=yes";
  const en = messagesIn("en").pages.compensation;

  const site = siteForTests({ stubs: false });

  /** The meter's text, the height of its vertical bar in levels, and the length of its horizontal one in percent. */
  function meterOf(html: string) {
    const [, said, level] =
      html.match(/aria-live="polite">([^<]*?)(?:<!-- -->|\s)*<strong[^>]*>([^<]*)/) ?? [];
    const height = html.match(/ y="[\d.]+" width="100%" height="([\d.]+)"/)?.[1];
    const width = html.match(/width="([\d.]+)%" height="100%"\/?><\/?rect>?<\/svg>/)?.[1];
    return { said, level, levels: Number(height) / COMPENSATION_BLOCK_HEIGHT, width: Number(width) };
  }

  const thanked = (of: Site) =>
    new URL(
      query<{ location: string }>(
        of.databaseFile,
        "select location from leads order by created_at desc, id desc limit 1",
      )[0]!.location,
      of.url,
    ).searchParams;

  describe("with no configuration the built-in table", () => {
    it("is listed among the services", async () => {
      expect(await site.listServices()).toContain(
        "compensation estimate: embedded (our own table of round figures)",
      );
    });

    it("moves the meter with each answer, up to the thanks", holds(154, 221, 373, 374, 508), async () => {
      const visitor = new FormVisitor(site.url);
      const seen = [meterOf((await visitor.open(`/survey/c${meter}`)).html)];
      expect(visitor.screen.html).toContain(en.disclaimer);
      for (const answer of Object.values(answersC)) seen.push(meterOf((await visitor.post(answer)).html));
      expect(seen[0]).toMatchObject({ said: en.start, level: "Low Value", levels: 1 });
      const later = seen.slice(1, -1);
      expect(new Set(later.map(({ said }) => said))).toEqual(new Set([en.estimate]));
      // When, vehicle and fault; hurt: 8,000 dollars; in hospital: 16,000; all the rest.
      expect(later.map(({ level }) => level)).toEqual([
        ...Array(3).fill("Low Value"),
        "Mid Value",
        ...Array(5).fill("Mid to High Value"),
      ]);
      expect(later[3]!.levels).toBeCloseTo(2 + 1_000 / 5_500, 4);
      expect(later[4]!.levels).toBeCloseTo(3 + 3_500 / 12_500, 4);
      expect(later[4]!.width).toBeCloseTo((later[4]!.levels / 7) * 100, 4);
      expect(thanked(site).get("cl")).toBe("4");
    });

    it("is not asked where there is no meter", holds(154), async () => {
      const visitor = new FormVisitor(site.url);
      await visitor.open("/survey/c");
      for (const answer of Object.values(answersC)) {
        expect(visitor.screen.html).not.toContain("data-compensation");
        await visitor.post(answer);
      }
      expect(thanked(site).has("cl")).toBe(false);
      const ticket = new JsonVisitor(site.url, "/survey/ticket");
      await ticket.open(meter);
      const first = { step: "StartTicketFlow", fields: { option: "yes" } };
      const { status, text } = await ticket.progress([{ answer: first }]);
      expect(status).toBe(200);
      expect(text).not.toContain("compensation");
    });

    it("can be switched off", holds(154, 221), async () => {
      const off = await startSite({ stubs: false, "survey.compensation-table": "off" });
      try {
        expect(await off.listServices()).toContain(
          "compensation estimate: off (survey.compensation-table is off",
        );
        const visitor = new FormVisitor(off.url);
        await visitor.open(`/survey/c${meter}`);
        for (const answer of Object.values(answersC)) {
          expect(meterOf(visitor.screen.html)).toMatchObject({ said: en.start, levels: 1 });
          await visitor.post(answer);
        }
        expect(thanked(off).has("cl")).toBe(false);
      } finally {
        await off.close();
      }
    });
  });
});
