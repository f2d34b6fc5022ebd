import { describe, expect, it } from "vitest";
import { track } from "../../machines/lead/tracking.ts";
import { defaultSurvey, entryPaths, findEntry, variants } from "../../machines/registry.ts";
import { surveyPaths } from "../../remix.config.js";
import { holds } from "../support/holds.ts";

const codes = (
  "a b c d e f g dui vw3 short-video progress-bar medical-treatment medical-treatment-2 linear-short sl-v2 v4nv " +
  "v4nv-es crash-comped v4nv-rz v4g v4nv-ep v7 v5nv v4nv-1to1 v4nv-d1 v4nv-d2 v4nv-x1 one-page multi-step " +
  "ticket benefits"
).split(" ");

/** The table of paths: offer, affiliate, variant. */
const table: [path: string, oid: string, affid: string, code: string][] = [
  ["/survey/tt", "80", "252", "short-video"],
  ["/survey/yt", "112", "252", "d"],
  ["/survey/insta", "113", "252", "e"],
  ["/survey/fb", "114", "252", "b"],
  ["/survey/vw", "86", "1", "vw3"],
  ["/survey/es", "85", "1", "v4nv-es"],
  ["/survey/v4nv-es", "81", "1", "v4nv-es"],
  ["/survey/v4nv", "81", "1", "v4nv"],
  ["/survey/v4nv-ep", "196", "1", "v4nv-ep"],
  ["/survey/v4nv-rz", "188", "1", "v4nv-rz"],
  ["/survey/v4nv-d1", "81", "1", "v4nv-d1"],
  ["/survey/v4nv-d2", "81", "1", "v4nv-d2"],
  ["/survey/v4nv-x1", "81", "1", "v4nv-x1"],
  ["/survey-sd/v4", "152", "340", "a"],
  ["/survey-sd/v3b", "152", "340", "c"],
  ["/survey/v6", "160", "1", "medical-treatment"],
  ["/survey-sl", "235", "1", "sl-v2"],
  ["/survey/ig", "81", "107", "linear-short"],
  ["/yt", "56", "1", "a"],
  ["/survey-google", "57", "1", "g"],
  ["/g", "57", "1", "g"],
  ["/g2", "101", "1", "multi-step"],
  ["/form", "101", "1", "multi-step"],
  ["/f", "102", "1", "f"],
  ["/survey/v2", "81", "1", "a"],
  ["/survey/v3", "81", "1", "c"],
  ["/survey/v4", "81", "1", "progress-bar"],
  ["/survey/v5", "81", "1", "one-page"],
  ["/survey-sd/v3", "81", "1", "c"],
  ["/survey/v7", "81", "1", "v7"],
  ["/survey/crash-comped", "81", "1", "crash-comped"],
  ["/survey/v4nv-1to1", "81", "1", "v4nv-1to1"],
  ["/survey/dui", "81", "1", "dui"],
  ["/survey/ticket", "81", "1", "ticket"],
  ["/survey/benefits", "81", "1", "benefits"],
  // Found by what they contain, as they are or without their slashes.
  ["/surveyv4nv", "81", "1", "v4nv"],
  ["/lp/SurveyV4NV-2/x", "81", "1", "v4nv"],
  ["/survey/v4nv-promo", "81", "1", "v4nv"],
  ["/survey/v4nv-d3", "81", "1", "v4nv"],
  ["/lp/survey/v4nv", "81", "1", "v4nv"],
  ["/surveyv4g", "81", "1", "v4g"],
  ["/survey/v4g-west", "81", "1", "v4g"],
  ["/surveyv5nv", "81", "1", "v5nv"],
  ["/lp/surveyv5nv/now", "81", "1", "v5nv"],
  ["/surveyes", "85", "1", "v4nv-es"],
];

it("has every variant by its short code, and no other", holds(134), () => {
  expect([...variants.keys()].sort()).toEqual([...codes].sort());
});

describe.each(table)("%s", (path, oid, affid, code) => {
  it(
    `shows ${code} with offer ${oid} and affiliate ${affid}`,
    holds(
      101,
      102,
      104,
      105,
      106,
      107,
      108,
      109,
      110,
      111,
      112,
      113,
      114,
      115,
      116,
      117,
      118,
      122,
      123,
      124,
      129,
      130,
      131,
    ),
    () => {
      for (const written of [path, `${path}/`]) {
        const { variant, defaults, path: found } = findEntry(written)!;
        expect(variant.code).toBe(code);
        expect(found).toBe(path);
        expect(track({ path: found, query: {}, referer: "" }, defaults)).toMatchObject({ oid, affid });
      }
    },
  );
});

it.each(codes)("/survey/%s shows the variant of that code", holds(34, 102, 133), (code) => {
  const { variant, defaults } = findEntry(`/survey/${code}`)!;
  expect(variant.code).toBe(code);
  const offers: Record<string, string> = { "v4nv-ep": "196", "v4nv-rz": "188" };
  const tracking = track({ path: "", query: {}, referer: "" }, defaults);
  expect(tracking).toMatchObject({ oid: offers[code] ?? "81", affid: "1" });
});

/** A path of this many characters that contains a part. */
const longest = (part: string, length: number) => `/${part.padStart(length - 1, "x")}`;

it("a landing page's path may have 200 characters", () => {
  expect(findEntry(longest("surveyv4nv", 200))?.variant.code).toBe("v4nv");
});

it.each([
  "/",
  "",
  "/survey",
  "/survey/",
  "/survey/unknown",
  "/survey/v1",
  "/survey/v4n",
  "/fb",
  "/tt",
  "/formx",
  "/form/2",
  "/fo",
  "/f/1",
  "/g3",
  "/g/2",
  "/yt/1",
  "/ytx",
  "/survey-googl",
  "/survey-sl/v2",
  "/survey-sd/v2",
  "/survey-sd",
  "/survey/form",
  "/surveyes2",
  "/survey/espanol",
  "/constructor",
  "/survey/__proto__",
  "/survey/a b/surveyv4nv",
  "//example.org/surveyv4nv",
  "/\\example.org/surveyv4nv",
  "/lp//surveyv4nv",
  `/${"x".repeat(200)}surveyv4nv`,
  longest("surveyv4nv", 201),
])("%s shows no survey", holds(35, 101, 119), (path) => {
  expect(findEntry(path)).toBeUndefined();
});

it("sends visitors to the thank-you pages of the specification", holds(135, 137, 138, 139), () => {
  const own = Object.fromEntries(
    [...variants.values()]
      .map(({ code, thankYou }) => [code, thankYou] as const)
      .filter(([, to]) => to !== "/survey-thank-you/"),
  );
  expect(own).toEqual({
    ticket: "/ticket-thank-you/",
    v5nv: "/survey-v5-thank-you/",
    v7: "/survey-thank-you-v7/",
  });
  expect(findEntry("/survey-sd/v3b")!.defaults.thankYou).toBe("/survey-thank-you-v3b/");
  expect(findEntry("/survey-sd/v3")!.defaults.thankYou).toBeUndefined();
});

it("adds to the thank-you address what the specification adds", holds(132, 152, 153, 159), () => {
  const extras = [...variants.values()].filter(({ thankYouExtras }) => thankYouExtras.length > 0);
  expect(Object.fromEntries(extras.map(({ code, thankYouExtras }) => [code, thankYouExtras]))).toEqual({
    "multi-step": ["referer"],
    "sl-v2": ["is_disqualified"],
    "v4nv-es": ["lang=es"],
  });
  const keeping = [...variants.values()].filter(({ keepsQuery }) => keepsQuery);
  expect(keeping.map(({ code }) => code).sort()).toEqual(["multi-step", "one-page", "ticket"]);
  const flagged = entryPaths.filter((path) => findEntry(path)!.defaults.flagsDisqualified);
  expect(flagged).toEqual(["/survey-sd/v3b"]);
});

it("has a route for every path", () => {
  const patterns = surveyPaths.map((path) => new RegExp(`^/${path.replaceAll(/:\w+/g, "[^/]+")}$`));
  const named = surveyPaths.filter((path) => !path.startsWith(":"));
  for (const path of [...entryPaths, ...table.map(([known]) => known)]) {
    expect(
      patterns.some((pattern) => pattern.test(path)),
      path,
    ).toBe(true);
  }
  for (const path of entryPaths) {
    expect(
      named.some((_, at) => patterns[at]!.test(path)),
      path,
    ).toBe(true);
  }
});

it("sends visitors without a survey to one that exists", () => {
  expect(findEntry(defaultSurvey)!.variant.code).toBe("c");
});
