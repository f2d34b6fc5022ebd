import { describe, expect, it } from "vitest";
import { closedForMs, hours } from "../../../services/settings/destinations/hours.ts";
import { readFile } from "../../../services/settings/settings-file.ts";
import {
  claimpathIn,
  destinationsIn,
  type GivenSettings,
  settingsOf,
  settingsWith,
} from "../../support/files.ts";
import { holds } from "../../support/holds.ts";

describe("destinations", () => {
  const secret = `whsec_${btoa("k".repeat(32))}`;

  function faultsOf(yaml: string, env: Record<string, string> = {}): string[] {
    const { path, remove } = destinationsIn(yaml);
    try {
      return readFile({ CLAIMPATH_FILE: path, ...env }).faults.map((fault) => fault.replace(`${path} `, ""));
    } finally {
      remove();
    }
  }

  it("reads every kind, with secrets from the environment", () => {
    const yaml = `
destinations:
  crm: { kind: webhook, url: "https://crm.example/hook/", secrets: "\${CRM_SECRET}", mode: live }
  buyer:
    kind: json
    url: https://buyer.example/leads
    headers: { Authorization: "Bearer \${BUYER_KEY}" }
    fields: { Name: first_name, Hurt: { from: physical_injury, values: { Yes: 1 }, otherwise: 0 } }
    only: { states: TX, variants: [c, v4nv], affiliates: [007, x], qualified: true }
    hours: mon-fri 08:00-18:00
    daily-cap: 20
  old: { kind: form, url: "https://old.example" }
  desk: { kind: email, smtp: "smtp://mail.example:587", from: a@example.com, to: b@example.com }
  sheet: { kind: file, folder: data/sheet }
  chat: { kind: slack, url: "\${SLACK}" }
  lp: { kind: leadprosper, campaign-id: 1, supplier-id: 2, key: "\${LP_KEY}" }
order: [buyer, old]
`;
    const env = { CRM_SECRET: secret, BUYER_KEY: "k1", SLACK: "https://slack.example/x", LP_KEY: "k2" };
    const { destinations } = settingsWith(yaml, env);
    expect(destinations.map(({ name, kind, mode, order }) => [name, kind, mode, order])).toEqual([
      ["crm", "webhook", "live", undefined],
      ["buyer", "json", "test", 0],
      ["old", "form", "test", 1],
      ["desk", "email", "test", undefined],
      ["sheet", "file", "test", undefined],
      ["chat", "slack", "test", undefined],
      ["lp", "leadprosper", "test", undefined],
    ]);
    expect(destinations[0]).toMatchObject({ url: "https://crm.example/hook", secrets: [secret] });
    expect(destinations[1]).toMatchObject({
      headers: { Authorization: "Bearer k1" },
      fields: { Name: { from: "first_name" }, Hurt: { values: { Yes: 1 }, otherwise: 0 } },
      only: { states: ["TX"], affiliates: ["007", "x"] },
    });
  });

  describe("a fault says where it is and what was probably meant", () => {
    it.each([
      [
        "destinations:\n  desk: { kind: emial }",
        "line 2 column 11: destinations.desk.kind must have a kind among webhook, form, json, email, file, slack, leadprosper; did you mean email?",
      ],
      [
        "destinations:\n  a:\n    kind: file\n    foldr: x\n    folder: x",
        "line 4 column 5: destinations.a.foldr is not known here; did you mean folder?",
      ],
      ["destinations:\n  a:\n    kind: file", "line 2 column 3: destinations.a.folder is missing"],
      [
        "destinations:\n  a: { kind: file, folder: x, only: { states: [TX, FX] } }",
        "line 2 column 52: destinations.a.only.states.1 must be one of AL, AK, AZ and so on; did you mean FL?",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, fields: { Name: frst_name } }",
        "line 2 column 41: destinations.a.fields.Name must be a field of the lead (docs/receivers.md); did you mean first_name?",
      ],
      [
        "destinations:\n  a:\n    kind: file\n    folder: x\n    only: { accident-day: { at-most: 365 } }",
        "line 5 column 13: destinations.a.only.accident-day is not known here; did you mean accident-days?",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, only: { accident-days: { at-mots: 365 } } }",
        "line 2 column 56: destinations.a.only.accident-days.at-mots is not known here; did you mean at-most?",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, only: { accident-days: 365 } }",
        "destinations.a.only.accident-days must be such as {at-most: 365}",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, only: { accident-days: { at-least: 90, at-most: 30 } } }",
        "destinations.a.only.accident-days has an at-least above its at-most",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, only: { injury_type: [Doctor, Hospitl] } }",
        "line 2 column 61: destinations.a.only.injury_type.1 is no answer to “What medical care have you had?”, which has Hospital, Doctor, Chiropractor, None; did you mean Hospital?",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, only: { email: a@b.example } }",
        "destinations.a.only.email must be {given: true} or {given: false}: no more is asked of what says who somebody is",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, only: { incident_date: { from: 2026-13-01 } } }",
        "destinations.a.only.incident_date.from must be a day such as 2026-01-31",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, hours: mon-fri 25:00 }",
        "line 2 column 31: destinations.a.hours must be hours such as mon-fri 08:00-18:00",
      ],
      [
        "destinations:\n  north: { kind: file, folder: x }\norder: [nort]",
        "line 3 column 9: order.0 names no destination; did you mean north?",
      ],
      ["destinations:\n  a: [", "line 2 column 7: this is not YAML"],
      [
        "destinations:\n  lead-prosper: { kind: file, folder: x }",
        "line 2 column 3: destinations.lead-prosper is a name that the program uses itself",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, repeats: { hours: 2161 } }",
        "destinations.a.repeats.hours must be 2160 at most",
      ],
      ["destinatons: {}", "line 1 column 1: destinatons is not known here; did you mean destinations?"],
      [
        "destinations:\n  a:\n    kind: json\n    url: https://a.example\n    ping: { url: https://a.example, fields: { n: phone }, answer: { accepted: { field: ok, is: yes } } }",
        "line 5 column 37: destinations.a.ping.fields must not have phone: a ping says nothing about who the person is",
      ],
      [
        "destinations:\n  a:\n    kind: json\n    url: https://a.example\n    ping: { url: https://a.example, fields: { n: landing_page_url }, answer: { accepted: { field: ok, is: yes } } }",
        "destinations.a.ping.fields must not have landing_page_url: a ping says nothing about who the person is",
      ],
      [
        "destinations:\n  a: { kind: json, url: https://a.example, weekly-budget: 500 }",
        "line 2 column 44: destinations.a.weekly-budget needs a price, by which money is counted",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x }\n  b: { kind: file, folder: y }\norder: [a, b]\norder-by: best-prize",
        "line 5 column 1: order-by must be among fixed, weighted, best-price; did you mean best-price?",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x }\n  b: { kind: file, folder: y }\norder: [a, b]\norder-by: best-price",
        "line 5 column 1: order-by needs a ping whose answer names a price, of one in the order",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x }\norder: [a]\norder-by: weighted",
        "line 4 column 1: order-by needs an order of two or more",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, weight: 3 }\n  b: { kind: file, folder: y }\norder: [a, b]",
        "line 2 column 31: destinations.a.weight needs a place in an order that has order-by: weighted",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, credentials-end: 2027-02-30 }",
        "line 2 column 31: destinations.a.credentials-end must be a day such as 2027-01-31",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x }\nbid-seconds: 3",
        "line 3 column 1: bid-seconds needs order-by: best-price",
      ],
      [
        "destinations:\n  a: { kind: json, url: https://a.example, price: 45, min-price: 30 }",
        "destinations.a.min-price needs a ping whose answer names a price",
      ],
      [
        "destinations:\n  a: { kind: json, url: https://a.example, price: 45, monthly-budget: 0 }",
        "destinations.a.monthly-budget must be more than 0",
      ],
      [
        "destinations:\n  a: { kind: file, folder: x, weekly-cap: 1.5 }",
        "destinations.a.weekly-cap must be a whole number",
      ],
      [
        "destinations: {}\naffiliates: { 7: { share: 40%, daily-cap: 0 } }",
        "affiliates.7.daily-cap must be at least 1",
      ],
      [
        "destinations: {}\naffiliates: { 7: { payout: 5, share: 40% } }",
        "affiliates.7 must be {payout: 20.00} or {share: 40%}, and caps if there are any",
      ],
    ])("%s", (yaml, expected) => {
      expect(faultsOf(yaml).join("\n")).toContain(expected);
    });
  });

  it("secrets are in the environment only, and no fault quotes one", holds("T90"), () => {
    const webhook = (secrets: string) =>
      `destinations:\n  crm: { kind: webhook, url: https://a.example, secrets: "${secrets}" }`;
    const literal = faultsOf(webhook(secret));
    expect(literal[0]).toContain("must come from the environment: write ${");
    expect(faultsOf(webhook(`$\{CRM_SECRTS}`), { CRM_SECRETS: secret })[0]).toMatch(
      /needs CRM_SECRTS, which the environment does not have; did you mean CRM_SECRETS\?/,
    );
    const wrong = faultsOf(webhook(`$\{CRM_SECRET}`), { CRM_SECRET: "not-a-webhook-secret" });
    expect(wrong[0]).toContain("must be whsec_ followed by 24 to 64 bytes in base64");
    const header = faultsOf(
      `destinations:\n  a: { kind: json, url: https://a.example, headers: { X-Api-Key: abc123 } }`,
    );
    const smtp = faultsOf(
      `destinations:\n  a: { kind: email, smtp: "smtp://u:pass@h", from: a@b.co, to: a@b.co }`,
    );
    const inUrl = faultsOf(`destinations:\n  a: { kind: json, url: "https://u:pass@a.example/in" }`);
    for (const faults of [literal, wrong, header, smtp, inUrl]) {
      expect(faults.length).toBeGreaterThan(0);
      expect(faults.join()).not.toMatch(/whsec_\w|not-a-webhook|abc123|u:pass/);
    }
  });

  describe("opening hours", () => {
    const week = [hours.parse("mon-fri 08:00-18:00")];
    const monday = Date.UTC(2025, 5, 16);
    const hour = 3_600_000;
    it.each([
      ["open at noon", monday + 12 * hour, 0],
      ["closed before eight", monday + 7 * hour + 90_000, hour - 90_000],
      ["closed in the evening until the morning", monday + 18 * hour, 14 * hour],
      ["closed on Saturday, for no more than a day at once", monday + 5 * 24 * hour, 24 * hour],
    ])("%s", (_what, at, expected) => {
      expect(closedForMs(week, "UTC", at)).toBe(expected);
    });

    it("are in the site's time zone", () => {
      expect(closedForMs(week, "America/New_York", monday + 12 * hour)).toBe(0);
      expect(closedForMs(week, "America/New_York", monday + 11 * hour)).toBe(hour);
    });

    it("may span the end of the week, or include every day", () => {
      expect(hours.parse("fri-mon 10:00-12:00").days).toEqual([5, 6, 0, 1]);
      expect(hours.parse("00:00-24:00")).toEqual({ days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 1440 });
    });
  });

  it("a witness by e-mail requires a mail server", () => {
    const witness = { "consents.witness-email": "auditor@example.org" };
    expect(() => settingsOf(witness)).toThrow("needs a destination of kind email");
    const mail = `{ kind: email, smtp: "smtp://mail.example", from: a@example.com, to: b@example.com }`;
    expect(settingsWith(`destinations: { desk: ${mail} }`, witness).witnesses.email).toEqual({
      to: "auditor@example.org",
      smtp: "smtp://mail.example",
      from: "a@example.com",
    });
  });

  it("who had leads of whom is kept as long as a receiver asks, and a month at least", () => {
    const kept = (repeats: string) =>
      settingsWith(`destinations:\n  a: { kind: file, folder: x${repeats} }\n`).sightingsMs / 86_400_000;
    expect([kept(""), kept(", repeats: { hours: 48 }"), kept(", repeats: { hours: 2160 }")]).toEqual([
      30, 30, 90,
    ]);
  });
});

const pagesWith = (yaml: string) => `pages:\n  ${yaml.trim().replaceAll("\n", "\n  ")}\n`;
const read = (yaml: string, more: GivenSettings = {}) => settingsWith(pagesWith(yaml), more);

describe("the section pages", () => {
  it("sets flags of paths, even on a survey of one screen where numbers are not verified", () => {
    const yaml = `
/survey/c:
  flags: { theme: v3, verifyPhone: on }
/survey/v5/: { flags: { verifyPhone: false, logo: v1 } }
/yt: {}
`;
    expect(read(yaml).pageFlags).toEqual({
      "/survey/c": { theme: "v3", verifyPhone: true },
      "/survey/v5": { verifyPhone: false, logo: "v1" },
      "/yt": {},
    });
  });

  it("sets what paths load, in addition to what all surveys load", () => {
    const yaml = `
/survey/ticket: { pixels: { tracking: "https://other.example/b.gif?x=1,2;3", meta: off } }
/survey/c: { pixels: { meta: 22222 } }
`;
    const { pixels } = read(yaml, {
      "pixels.tracking": "https://pixel.example/a.gif",
      "pixels.meta": "11111",
    });
    expect(pixels.everywhere).toMatchObject({
      loadTrackingPixel: "https://pixel.example/a.gif",
      loadSocialPixel: { meta: { id: "11111" } },
    });
    expect(pixels.at["/survey/ticket"]).toEqual({ loadTrackingPixel: "https://other.example/b.gif?x=1,2;3" });
    expect(pixels.at["/survey/c"]).toMatchObject({
      loadTrackingPixel: "https://pixel.example/a.gif",
      loadSocialPixel: { meta: { id: "22222" } },
    });
  });

  it("may be empty", () => {
    expect(readFile({ CLAIMPATH_FILE: claimpathIn("pages:\n") })).toMatchObject({
      pages: { flags: {}, pixels: {} },
      faults: [],
    });
  });
});

describe("a fault has its line, its column and what was probably meant", () => {
  it.each([
    ["/survey/cc: {}", "line 2 column 3: pages./survey/cc is no survey's path; did you mean /survey/c?"],
    ["- /survey/c", "line 1 column 1: pages must have paths of surveys"],
    ["/survey/c: theme", "line 2 column 3: pages./survey/c must have flags or pixels below it"],
    [
      "/survey/c:\n  flag: {}",
      "line 3 column 5: pages./survey/c.flag is not known here; did you mean flags?",
    ],
    ["/survey/c:\n  flags: theme:v3", "line 3 column 5: pages./survey/c.flags must have flags below it"],
    ["/survey/c:\n  pixels: off", "line 3 column 5: pages./survey/c.pixels must have pixels below it"],
    [
      "/survey/c:\n  flags:\n    them: v3",
      "line 4 column 7: pages./survey/c.flags.them is no flag; did you mean theme?",
    ],
    [
      "/survey/c:\n  flags: { logo: v9 }",
      "line 3 column 14: pages./survey/c.flags.logo must be one of default, v1, v2, v3, v4, v5",
    ],
    ["/survey/c:\n  flags: { verifyPhone: maybe }", "verifyPhone must be one of on, off"],
    ["/survey/one-page:\n  flags: { verifyPhone: on }", "verifyPhone cannot work in a survey of one screen"],
    ["/survey/c: {}\n/survey/c/: {}", "line 3 column 3: pages./survey/c/ is there twice"],
    [
      "/survey/c: { pixels: { metta: off } }",
      "metta is none of media, tracking, ad-tracking, meta, tiktok; did",
    ],
    ["/survey/c: { pixels: { meta: 12a } }", "meta must be a pixel id of 5 to 20 digits, or off"],
    ["/survey/c: { pixels: { tracking: x.example } }", "tracking must be"],
    ["/survey/c: {", "this is not YAML"],
  ])("%j", (yaml, fault) => {
    const { faults, pages } = readFile({ CLAIMPATH_FILE: claimpathIn(pagesWith(yaml)) });
    expect(faults.join("\n")).toContain(fault);
    expect(pages).toEqual({ flags: {}, pixels: {} });
    expect(() => read(yaml)).toThrow(fault);
  });

  it("all of them at once", () => {
    const yaml = "/survey/c:\n  flags: { logo: v9, theme: x }\n  pixels: { meta: x }\n/survey/zz: {}";
    expect(readFile({ CLAIMPATH_FILE: claimpathIn(pagesWith(yaml)) }).faults).toHaveLength(4);
  });
});
