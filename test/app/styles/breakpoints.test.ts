import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { holds } from "../../support/holds.ts";
import { filesIn } from "../../support/source-files.ts";

/** Spec 9, "Presentation". */
const listed = [340, 370, 420, 450, 500, 560, 600, 767, 768, 850, 1100, 1120, 1130, 1150];

it("style sheets change at every breakpoint of the specification, and at no other", holds(523), () => {
  const sheets = filesIn("app")
    .filter((path) => path.endsWith(".css"))
    .map((path) => readFileSync(path, "utf8"));
  const conditions = sheets.flatMap((sheet) => sheet.match(/@media[^{]*/g) ?? []);
  const widths = conditions.flatMap((condition) =>
    [...condition.matchAll(/width: ([\d.]+\w+)/g)].map(([, width]) => width!),
  );
  expect([...new Set(widths)].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual(
    listed.map((width) => `${width}px`),
  );
});
