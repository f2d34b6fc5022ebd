import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { before, difference, type Edit, edited, NotEditable } from "../../../services/yaml/yaml-edit.ts";

const text = `keep: { visit-days: 9 } # ours
# Who gets leads.

destinations:
    # the first
    north:   { kind: json,   url: "http://x/north" }   # flow
    south:
      kind: json # k
      url:   "http://x"   # spaced
      price: 40 # a letter of June
      hours: # open
        - mon-fri 08:00-18:00 # weekdays
        - sat 09:00-12:00

      fields:
        # our name
        A: first_name # a
        B: last_name
      only: { states: [TX, FL], qualified: true } # filters
order: [north,  south] # fixed
# the end`;
const south = (key: string, value: unknown): Edit => ({ path: ["destinations", "south", key], value });

/** Each edit, and the lines that it alone takes out and puts in. */
const cases: [name: string, edits: Edit[], out: string[], into: string[]][] = [
  [
    "a value",
    [south("url", "https://y")],
    ['      url:   "http://x"   # spaced'],
    ["      url:   https://y   # spaced"],
  ],
  [
    "an entry of a list",
    [south("hours", ["mon-fri 08:00-18:00", "sun 09:00-10:00"])],
    ["        - sat 09:00-12:00"],
    ["        - sun 09:00-10:00"],
  ],
  [
    "an entry of a mapping",
    [south("fields", { A: "first_name", B: "email", C: { from: "state" } })],
    ["        B: last_name"],
    ["        B: email", "        C:", "          from: state"],
  ],
  ["a mapping's first key", [south("fields", { B: "last_name" })], ["        A: first_name # a"], []],
  [
    "a list that becomes a value",
    [south("hours", "mon-fri 08:00-18:00")],
    ["      hours: # open", "        - mon-fri 08:00-18:00 # weekdays", "        - sat 09:00-12:00"],
    ["      hours: mon-fri 08:00-18:00 # open"],
  ],
  [
    "a value that becomes a mapping",
    [south("price", { a: 1 })],
    ["      price: 40 # a letter of June"],
    ["      price: # a letter of June", "        a: 1"],
  ],
  [
    "in brackets",
    [
      { path: ["destinations", "north", "url"], value: `$\{U}` },
      { path: ["destinations", "north", "mode"], value: "live" },
    ],
    ['    north:   { kind: json,   url: "http://x/north" }   # flow'],
    [`    north:   { kind: json,   url: "$\{U}", mode: live }   # flow`],
  ],
  [
    "out of brackets",
    [{ path: ["destinations", "north", "url"], value: undefined }],
    ['    north:   { kind: json,   url: "http://x/north" }   # flow'],
    ["    north:   { kind: json }   # flow"],
  ],
  ["a section", [{ path: ["order"], value: undefined }], ["order: [north,  south] # fixed"], []],
  ["what it is already", [south("price", 40), { path: ["order"], value: ["north", "south"] }], [], []],
];

describe("an edit of a file", () => {
  it.each(cases)("changes %s and no other byte", (_, edits, out, into) => {
    const after = edited(text, edits);
    const hunks = difference(text, after);
    expect(hunks.flatMap((each) => each.out)).toEqual(out);
    expect(hunks.flatMap((each) => each.in)).toEqual(into);
    expect(before(after, hunks)).toBe(text);
  });

  it("keeps a file's own line ends, its JSON, and what it has of nothing", () => {
    const add: Edit[] = [{ path: ["destinations", "n"], value: { kind: "json", to: ["a", "b"] } }];
    expect(edited("a: 1\r\nb: 2\r\n", add)).toMatch(/^a: 1\r\nb: 2\r\ndestinations:\r\n {2}n:\r\n/);
    expect(JSON.parse(edited('{\n  "company": { "name": "x" }\n}\n', add))).toMatchObject({
      destinations: { n: { kind: "json", to: ["a", "b"] } },
    });
    for (const none of ["", "# only\n", "destinations:\n", "destinations: {}\n", "a: 1"])
      expect(parse(edited(none, add))).toMatchObject({
        destinations: { n: { kind: "json", to: ["a", "b"] } },
      });
    expect(edited("# only\n", add)).toMatch(/^# only\ndestinations:\n/);
  });

  it("is refused where a part is used again, or the text is none", () => {
    const add: Edit[] = [{ path: ["destinations", "n", "kind"], value: "json" }];
    for (const wrong of ["a: &x { b: 1 }\ndestinations: { n: *x }\n", "a: [\n"])
      expect(() => edited(wrong, add), wrong).toThrow(NotEditable);
  });
});

it("a difference is taken back only from the text that it made", () => {
  const hunks = difference("a\nb\nc\nd\n", "a\nB\nc\ne\nd\n");
  expect(hunks).toEqual([
    { line: 2, out: ["b"], in: ["B"] },
    { line: 4, out: [], in: ["e"] },
  ]);
  expect(before("a\nB\nc\ne\nd\n", hunks)).toBe("a\nb\nc\nd\n");
  expect(before("a\nB\nc\nx\nd\n", hunks)).toBeUndefined();
});
