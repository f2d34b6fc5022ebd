import { describe, expect, test } from "vitest";
import { readSettings } from "../../../services/settings/env.ts";
import { readFiles } from "../../../services/settings/settings-file.ts";
import { pagesIn } from "../../support/files.ts";

const read = (yaml: string, env: Record<string, string> = {}) =>
  readSettings({ PAGES_FILE: pagesIn(yaml), ...env });

test("sets flags of paths, also of a survey of one screen where numbers are not to be verified", () => {
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

test("sets what paths load, over what all surveys do", () => {
  const yaml = `
/survey/ticket: { pixels: { tracking: "https://other.example/b.gif?x=1,2;3", meta: off } }
/survey/c: { pixels: { meta: 22222 } }
`;
  const { pixels } = read(yaml, {
    TRACKING_PIXEL_URL: "https://pixel.example/a.gif",
    META_PIXEL_ID: "11111",
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

test("may be empty", () => {
  expect(readFiles({ PAGES_FILE: pagesIn("") })).toMatchObject({
    pages: { flags: {}, pixels: {} },
    faults: [],
  });
});

describe("a fault has its line, its column and what was probably meant", () => {
  test.each([
    ["/survey/cc: {}", "line 1 column 1: pages./survey/cc is no survey's path; did you mean /survey/c?"],
    ["- /survey/c", "line 1 column 1: pages must have paths of surveys"],
    ["/survey/c: theme", "line 1 column 1: pages./survey/c must have flags or pixels below it"],
    [
      "/survey/c:\n  flag: {}",
      "line 2 column 3: pages./survey/c.flag is not known here; did you mean flags?",
    ],
    ["/survey/c:\n  flags: theme:v3", "line 2 column 3: pages./survey/c.flags must have flags below it"],
    ["/survey/c:\n  pixels: off", "line 2 column 3: pages./survey/c.pixels must have pixels below it"],
    [
      "/survey/c:\n  flags:\n    them: v3",
      "line 3 column 5: pages./survey/c.flags.them is no flag; did you mean theme?",
    ],
    [
      "/survey/c:\n  flags: { logo: v9 }",
      "line 2 column 12: pages./survey/c.flags.logo must be one of default, v1, v2, v3, v4, v5",
    ],
    ["/survey/c:\n  flags: { verifyPhone: maybe }", "verifyPhone must be one of on, off"],
    ["/survey/one-page:\n  flags: { verifyPhone: on }", "verifyPhone cannot work in a survey of one screen"],
    ["/survey/c: {}\n/survey/c/: {}", "line 2 column 1: pages./survey/c/ is there twice"],
    [
      "/survey/c: { pixels: { metta: off } }",
      "metta is none of media, tracking, ad-tracking, meta, tiktok; did",
    ],
    ["/survey/c: { pixels: { meta: 12a } }", "meta must be a pixel id of 5 to 20 digits, or off"],
    ["/survey/c: { pixels: { tracking: x.example } }", "tracking must be"],
    ["/survey/c: {", "this is not YAML"],
  ])("%j", (yaml, fault) => {
    const { faults, pages } = readFiles({ PAGES_FILE: pagesIn(yaml) });
    expect(faults.join("\n")).toContain(fault);
    expect(pages).toEqual({ flags: {}, pixels: {} });
    expect(() => read(yaml)).toThrow(fault);
  });

  test("all of them at once", () => {
    const yaml = "/survey/c:\n  flags: { logo: v9, theme: x }\n  pixels: { meta: x }\n/survey/zz: {}";
    expect(readFiles({ PAGES_FILE: pagesIn(yaml) }).faults).toHaveLength(4);
  });

  test("a file that is not there", () => {
    expect(() => readSettings({ PAGES_FILE: "/nowhere.yaml" })).toThrow(
      "PAGES_FILE /nowhere.yaml cannot be read: there is no such file",
    );
  });
});
