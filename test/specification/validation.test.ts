import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { answerTo, tryAnswer, walkSurvey, wrongFields } from "./survey-walk.ts";

/** Spec 5.2 to 5.8: what a survey takes, asks for again, or only marks. */

const site = siteForTests({
  TRUST_PROXY: "1",
  "company.time-zone": "UTC",
  "survey.reserved-surnames": "Nobody",
});

describe("the one-page survey asks again for", () => {
  const path = "/survey/one-page";
  it.each<[string, Record<string, string>]>([
    [
      "what is left empty",
      {
        firstName: "",
        lastName: "",
        address: "",
        email: "",
        phone: "",
        zip_code: "",
        injury_year: "",
        accident_type: "",
        in_an_accident: "",
        physical_injury: "",
        with_Lawyer: "",
        at_Fault: "",
        police_report: "",
      },
    ],
    ["a number that no area has", { phone: "(113) 555-0123" }],
    [
      "what is unfinished or not to be chosen",
      {
        lastName: " ",
        email: "ana@example",
        phone: "213-555-012",
        zip_code: "9021",
        injury_year: "0",
        with_Lawyer: "0",
        case_worth_interest: "0",
        injury_type: "0",
      },
    ],
    [
      "an e-mail address, a zip code and a number that checks refuse",
      { email: "bad@example.com", zip_code: "00000", phone: "(213) 555-0198" },
    ],
  ])(
    "%s, each and nothing else",
    holds(325, 394, 395, 396, 397, 398, 399, 400, 401, 402, 403, 404, 411, 443),
    async (_, given) => {
      const { screen, wrong } = await tryAnswer(site, path, "OnePageSurvey", given);
      expect(screen.status).toBe(422);
      expect(wrong.sort()).toEqual(Object.keys(given).sort());
    },
  );

  it.each(["00901", "96910", "09001", "96799"])(
    "the ZIP code %s, which no state has, and explains why",
    async (zip_code) => {
      const { screen, wrong } = await tryAnswer(site, path, "OnePageSurvey", { zip_code });
      expect(wrong).toEqual(["zip_code"]);
      expect(screen.html).toContain("in the 50 states or Washington, DC");
    },
  );

  it("nothing of somebody with a lawyer, disqualified on the page", holds(326, 405), async () => {
    const { end, lead } = await walkSurvey(site, path, { OnePageSurvey: { with_Lawyer: "yes" } });
    expect(lead.record).toMatchObject({ with_Lawyer: "yes", lead_is_qualified: "no" });
    expect([end.step, end.status]).toEqual(["Disqualified", 200]);
  });

  it("nothing of anybody else, who is thanked", holds(206, 327), async () => {
    for (const [physical_injury, injury_type] of [
      ["Yes", "Hospital"],
      ["No", ""],
    ] as const) {
      const given = { physical_injury, injury_type };
      const { address, lead } = await walkSurvey(site, path, { OnePageSurvey: given });
      expect(address.pathname).toBe("/survey-thank-you/");
      expect(lead.record.incident_date).toMatch(/^\d{4}-01-01$/);
      expect(lead.record.injury_type).toBe(injury_type);
    }
  });
});

describe("a ZIP code that no place has is asked about once, then taken:", () => {
  it.each([
    ["/survey/c", "PhoneAndZip"],
    ["/survey/v4nv-1to1", "ZipCode"],
    ["/survey/v4nv?flags=combinedLastStep", "AllPii"],
    ["/g2", "FormSecondQuestions"],
  ])("%s", async (path, step) => {
    const { visitor, screen, wrong } = await tryAnswer(site, path, step, { zip_code: "00000" });
    expect([screen.status, screen.step, wrong]).toEqual([422, step, ["zip_code"]]);
    expect(screen.html).toContain("or press the button again if it’s right");
    // Another one is another question.
    const other = await visitor.post(answerTo(screen, { zip_code: "99999" }));
    expect(wrongFields(other)).toEqual(["zip_code"]);
    const taken = await visitor.post(answerTo(other, { zip_code: "00000" }));
    expect(taken.step).not.toBe(step);
    expect(taken.status).toBe(200);
  });
});

describe("the multi-step survey asks again for", () => {
  it.each<[string, Record<string, string>]>([
    ["FormFirstQuestions", { physical_injury: "", police_report: "" }],
    [
      "FormSecondQuestions",
      {
        zip_code: "9021",
        case_description: "Too short.",
        injury_month: "",
        injury_year: "",
        doctor_treatment: "",
      },
    ],
    ["FormThirdQuestions", { firstName: "", lastName: "", email: "ana", phone: "555-0123" }],
    ["FormThirdQuestions", { email: "bad@example.com" }],
  ])("what is wrong in %s: %o", holds(412, 413, 414, 415, 417, 418, 419, 420), async (step, given) => {
    const { screen, wrong } = await tryAnswer(site, "/g2", step, given);
    expect(screen.status).toBe(422);
    expect(wrong.sort()).toEqual(Object.keys(given).sort());
  });

  it("when treatment was sought by visitors who had some", holds(416), async () => {
    const given = { doctor_treatment: "Yes", when_seek_medical_treatment: "" };
    const { wrong } = await tryAnswer(site, "/g2", "FormSecondQuestions", given);
    expect(wrong).toEqual(["when_seek_medical_treatment"]);
  });

  it("no number that a service would refuse, since none is asked", holds(419), async () => {
    const { lead } = await walkSurvey(site, "/g2", { FormThirdQuestions: { phone: "(213) 555-0199" } });
    expect(lead.record.phone).toBe("(213) 555-0199");
  });

  it(
    "no time of treatment of visitors without any; thanked though disqualified",
    holds(330, 416),
    async () => {
      const { address } = await walkSurvey(site, "/g2", {
        FormSecondQuestions: {
          doctor_treatment: "No",
          when_seek_medical_treatment: "",
          case_description: "qwrtpsdfg hjklzxcvb nmqwrtp sdfghjk",
        },
      });
      expect(address.pathname).toBe("/survey-thank-you/");
      expect(address.searchParams.get("q")).toBe("n");
    },
  );
});

describe("a description", () => {
  const describe = (case_description: string) => ({ IncidentDescription: { case_description } });

  it("of 19 characters is asked for again, and of 20 is accepted", holds(421, 422), async () => {
    const short = await tryAnswer(site, "/survey/c", "IncidentDescription", {
      case_description: "Hit by a truck now.",
    });
    expect([short.screen.status, short.wrong]).toEqual([422, ["case_description"]]);
    const long = await tryAnswer(site, "/survey/c", "IncidentDescription", {
      case_description: "Hit by a truck today",
    });
    expect(long.screen.step).toBe("NameAndEmail");
  });

  it.each([
    ["Supercalifragilistic car crash", "no"],
    ["Somebody carelessly rear-ended me", "yes"],
  ])("“%s” has enough words: %s", holds(174, 423), async (words, said) => {
    const { lead } = await walkSurvey(site, "/survey-sl", describe(words));
    expect(lead.record.enough_words).toBe(said);
  });

  it.each([
    "They offered me a GIFT CARD after the crash",
    "I entered a sweepstakes on that very day",
    "Please pay me by cash app for this crash",
    "I was hit and want FREE legal advice please",
    "I only need some money for my broken car",
    "The other driver left the scene of the crash",
    "It was a work injury at the warehouse there",
    "Fue un choque y el conductor huyó del lugar",
    "Quiero dinero gratis por el choque de ayer",
  ])("is marked for its words, never stopped: “%s”", holds(177, 455, 456, 457, 458, 459), async (words) => {
    const { lead, address } = await walkSurvey(site, "/survey-sl", describe(words));
    expect(lead.record.bad_words).toBe("yes");
    expect(address.searchParams.get("q")).toBe("y");
  });

  it("is not marked for parts of words", holds(455), async () => {
    const { lead } = await walkSurvey(
      site,
      "/survey-sl",
      describe("A truck hit my car on the freeway near home"),
    );
    expect(lead.record.bad_words).toBe("no");
  });
});

describe("a name", () => {
  it.each([
    ["Ana", "Rivera", "no"],
    ["Dr. Ana", "Rivera Jr.", "no"],
    ["Mrs Ana", "Rivera PhD", "no"],
    ["Mr. Li", "Wu III", "no"],
    ["Ana", "O'Neil-Smith", "no"],
    ["Lynn", "Byrd", "no"],
    ["Ana", "Angst", "no"],
    ["Ana", "Xzqrt", "yes"],
    ["Ana", "Aaarivera", "yes"],
    ["Ana", "Abcdfgha", "yes"],
    ["Ana", "Nobody", "yes"],
  ])(
    "%s %s is gibberish: %s; nobody is stopped for it",
    holds(177, 410, 426, 427, 428, 429, 430, 431, 432, 433, 434, 435),
    async (firstName, lastName, said) => {
      const { lead, address } = await walkSurvey(site, "/survey/linear-short", {
        NameAndEmail: { firstName, lastName },
      });
      expect(lead.record.name_gibberish).toBe(said);
      expect(address.searchParams.get("q")).toBe("y");
    },
  );

  it.each([
    [516, "no"],
    [180, "no"],
    [330, "no"],
    [517, "yes"],
  ])("is checked for offer %i: gibberish %s", holds(425), async (oid, said) => {
    const { lead } = await walkSurvey(site, `/survey/linear-short?oid=${oid}`, {
      NameAndEmail: { lastName: "Xzqrt" },
    });
    expect(lead.record.name_gibberish).toBe(said);
  });

  it("with a listed word is marked", holds(177, 410), async () => {
    const { lead } = await walkSurvey(site, "/survey/linear-short", {
      NameAndEmail: { firstName: "Free", lastName: "Money" },
    });
    expect(lead.record.name_bad_word).toBe("yes");
  });
});

describe("a phone number", () => {
  it.each([
    ["(213) 555-0186", "a fraud score of 86"],
    ["(800) 555-0123", "toll free"],
    ["(113) 555-0123", "one that cannot exist"],
  ])("%s is asked for again: %s", holds(438, 439, 444, 445, 477), async (phone) => {
    const { screen, wrong } = await tryAnswer(site, "/survey/linear-short", "PhoneAndZip", { phone });
    expect([screen.status, wrong]).toEqual([422, ["phone"]]);
  });

  it("typed in any notation is shown again in the mask's form", holds(461), async () => {
    const phone = "+1 119-555-0142";
    const { screen } = await tryAnswer(site, "/survey/linear-short", "PhoneAndZip", { phone });
    expect([screen.status, screen.html]).toEqual([422, expect.stringContaining('value="(119) 555-0142"')]);
  });

  it(
    "with a fraud score of 85 is accepted, brackets, dashes and spaces included",
    holds(436, 438, 440),
    async () => {
      const { lead } = await walkSurvey(site, "/survey/linear-short", {
        PhoneAndZip: { phone: " (213) 555-0185" },
      });
      expect(lead.record).toMatchObject({ phone_valid: "yes", phone_active: "yes" });
      expect(site.stubs.ipqs.requests.some(({ path }) => path.includes("2135550185"))).toBe(true);
    },
  );

  it.each(["/survey/v2", "/survey/v3", "/survey/v4", "/survey-sd/v3", "/survey-sd/v3b"])(
    "is never active on %s, which stops nobody",
    holds(441, 443),
    async (path) => {
      const { lead, address } = await walkSurvey(site, path);
      expect(lead.record).toMatchObject({ phone_valid: "yes", phone_active: "no" });
      expect(address.searchParams.get("q")).toBe("y");
    },
  );

  it("is active there with the flag that says so", holds(442), async () => {
    const { lead } = await walkSurvey(site, "/survey/v3?flags=overrideForcedActivity");
    expect(lead.record.phone_active).toBe("yes");
  });
});
