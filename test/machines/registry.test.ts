import { readdirSync, readFileSync } from "node:fs";
import { matchPath } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import { track } from "../../machines/context/tracking.ts";
import { defaultSurvey, entryPaths, findEntry, variants } from "../../machines/registry.ts";
import * as declared from "../../machines/variants/index.ts";
import { surveyPaths } from "../../remix.config.js";
import { paths } from "../specification/paths.ts";
import { isSpecified } from "../specification/requirement-files.ts";
import { holds } from "../support/holds.ts";

type Row = [path: string, oid: string, affid: string, code: string];
const table = paths.map(({ path, oid = 81, affid = 1, survey }): Row => [path, `${oid}`, `${affid}`, survey]);
/** Found by what they contain, as they are or without their slashes. */

const specified = new Set(table.map(([path]) => path));
/** Every variant is at its short code too, with the usual offer unless the table has another, or it is nobody's but ours. */
const byCode = [...variants]
  .map(([code, { entries }]): Row => {
    const { oid = 81, affid = 1 } = (!isSpecified(code) && entries[`/survey/${code}`]) || {};
    return [`/survey/${code}`, `${oid}`, `${affid}`, code];
  })
  .filter(([path]) => !specified.has(path));

const all = Object.values(declared);

const everyPath = new Set([...table, ...byCode].map(([path]) => path));

describe("the path of a survey", () => {
  it.each([...table, ...byCode])(
    "the path %s has offer %s, affiliate %s and variant %s",
    holds(
      34,
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
      133,
    ),
    (path, oid, affid, code) => {
      const { variant, defaults, path: found } = findEntry(`${path}/`)!;
      expect([found, variant.code]).toEqual([path, code]);
      expect(findEntry(path)).toEqual({ variant, defaults, path });
      expect(track({ path, query: {}, referer: "" }, defaults)).toMatchObject({ oid, affid });
      expect(surveyPaths.some((pattern) => matchPath(`/${pattern}`, path))).toBe(true);
    },
  );

  it(
    "every named path is in the table, is plain, belongs to one variant, and has its own route",
    holds(134),
    () => {
      expect(entryPaths.filter((path) => !everyPath.has(path))).toEqual([]);
      expect(entryPaths.filter((path) => !/^(\/[a-z0-9-]+)+$/.test(path))).toEqual([]);
      expect(new Set(entryPaths).size).toBe(
        all.flatMap(({ entries, isDraft }) => (isDraft ? [] : Object.keys(entries))).length,
      );
      const routes = surveyPaths.filter((path) => !path.startsWith(":"));
      const isRouted = (path: string) => routes.some((pattern) => matchPath(`/${pattern}`, path));
      expect(entryPaths.filter((path) => !isRouted(path))).toEqual([]);
      expect(findEntry(defaultSurvey)!.variant.code).toBe("c");
    },
  );

  /** A path of this many characters that contains a part. */
  const longest = (part: string, length: number) => `/${part.padStart(length - 1, "x")}`;

  it.each([
    "/",
    "",
    "/survey",
    "/survey/",
    "/survey/unknown",
    "/survey/v",
    "/survey/v1",
    "/survey/v4n",
    "/survey/c2",
    "/survey/c/x",
    "survey/c",
    "/SURVEY/CC",
    "/survey/v3b",
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
    "/__proto__",
    "/survey/__proto__",
    "/survey/a b/surveyv4nv",
    "//example.org/surveyv4nv",
    "/\\example.org/surveyv4nv",
    "/lp//surveyv4nv",
    longest("surveyv4nv", 201),
  ])("the path %s shows no survey", holds(35, 101, 119), (path) => {
    expect(findEntry(path)).toBeUndefined();
  });

  it("a survey is found in any letter case, and a landing page's in up to 200 characters", holds(119), () => {
    expect(findEntry("/SURVEY/C/")?.path).toBe("/survey/c");
    expect(findEntry(longest("surveyv4nv", 200))?.variant.code).toBe("v4nv");
  });
});

describe("the variants' table of contents", () => {
  const index = readFileSync("machines/variants/index.ts", "utf8");
  const lines = index.matchAll(/from "\.\/(.+)\.ts";(?: \/\/ (.+))?/g);
  const listed = [...lines].map(([, code, text]) => [code, (text ?? "").match(/(\/|\*)\S+/g) ?? []] as const);

  it("lists every file, each of which has the variant of its name", () => {
    const codes = listed.map(([code]) => code).sort();
    expect(readdirSync("machines/variants").sort()).toEqual(
      [...codes, "index"].map((name) => `${name}.ts`).sort(),
    );
    expect(all.map(({ code }) => code).sort()).toEqual(codes);
    for (const { code, machine } of all) expect(machine.id).toBe(code);
    for (const code of codes)
      expect(readFileSync(`machines/variants/${code}.ts`, "utf8")).toContain(`code: "${code}"`);
  });

  it.each(listed)("names every path of %s", (code, paths) => {
    const { entries, landingPart } = all.find((each) => each.code === code)!;
    const own = Object.keys(entries).filter((path) => path !== `/survey/${code}`);
    expect(paths).toEqual(landingPart ? [...own, `*${landingPart}*`] : own);
  });
});
