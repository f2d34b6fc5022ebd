import { readFileSync } from "node:fs";
import { matchPath } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import { defaultSurvey, entryPaths, findEntry, variants } from "../../machines/registry.ts";
import { DEFAULT_AFFID, DEFAULT_OFFER } from "../../machines/rules/limits.ts";
import * as all from "../../machines/variants/index.ts";
import { surveyPaths } from "../../remix.config.js";
import { holds } from "../support/holds.ts";
import { offersOf } from "../support/path-table.ts";

describe("the registry", () => {
  it("gives no code and no path to two variants", () => {
    const declared = Object.values(all);
    expect(variants.size).toBe(declared.length);
    expect(entryPaths.length).toBe(declared.flatMap(({ entries }) => Object.keys(entries)).length);
  });

  it.each([...variants])("shows %s at its short code", (code, { machine }) => {
    expect(findEntry(`/survey/${code}`)?.variant.code).toBe(code);
    expect(machine.id).toBe(code);
  });

  it("sends visitors without a survey to one that exists", () => {
    expect(findEntry(defaultSurvey)).toBeDefined();
  });

  it("has plain paths: lower case, no slash at the end", () => {
    expect(entryPaths.filter((path) => !/^(\/[a-z0-9-]+)+$/.test(path))).toEqual([]);
  });
});

describe("finding an entry", () => {
  it.each([
    ["/survey/c", "/survey/c"],
    ["/survey/c/", "/survey/c"],
    ["/survey/v3", "/survey/v3"],
    ["/survey-sd/v3b/", "/survey-sd/v3b"],
    ["/survey/c2", undefined],
    ["/survey/v", undefined],
    ["/survey/v3b", undefined],
    ["/survey", undefined],
    ["/SURVEY/C/", "/survey/c"],
    ["/SURVEY/CC", undefined],
    ["/survey/c/x", undefined],
    ["survey/c", undefined],
    ["/__proto__", undefined],
    ["", undefined],
    ["/", undefined],
  ])("%s gives %s", holds(119), (path, found) => {
    expect(findEntry(path)?.path).toBe(found);
  });
});

it.each(entryPaths)("%s has a route", (path) => {
  expect(surveyPaths.some((pattern) => matchPath(`/${pattern}`, path))).toBe(true);
});

it.each(entryPaths.filter((path) => offersOf(path)))(
  "%s presets the specification's offer and affiliate",
  (path) => {
    const { oid = DEFAULT_OFFER, affid = DEFAULT_AFFID } = findEntry(path)!.defaults;
    expect([oid, affid]).toEqual(offersOf(path));
  },
);

describe("the variants' table of contents", () => {
  const lines = readFileSync("machines/variants/index.ts", "utf8").matchAll(
    /from "\.\/(.+)\.ts"; \/\/ (.+)/g,
  );
  const listed = [...lines].map(([, code, text]) => [code, text!.match(/(\/|\*)\S+/g) ?? []] as const);

  it("lists every variant", () => {
    expect(listed.map(([code]) => code).toSorted()).toEqual([...variants.keys()].toSorted());
  });

  it.each(listed)("names every path of %s", (code, paths) => {
    const { entries, landingPart } = variants.get(code!)!;
    const own = Object.keys(entries).filter((path) => path !== `/survey/${code}`);
    expect(paths).toEqual(landingPart ? [...own, `*${landingPart}*`] : own);
  });
});
