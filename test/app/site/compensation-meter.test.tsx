import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CompensationMeter } from "../../../app/site/home/compensation-meter.tsx";
import { fill } from "../../../machines/messages/fill.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { languages } from "../../../services/words/languages.ts";
import { holds } from "../../support/holds.ts";

const levels = [1, 2, 3, 4, 5, 6, 7];
const ranges = [
  ["$0", "$5,000"],
  ["$5,001", "$7,000"],
  ["$7,001", "$12,500"],
  ["$12,501", "$25,000"],
  ["$25,001", "$50,000"],
  ["$50,001", "$100,000"],
  ["$100,001", "$250,000"],
] as const;

/** Texts of the scale's blocks from the lowest up, and which of them is marked. */
function scale(html: string) {
  const blocks = [...html.matchAll(/<li([^>]*)>([^<]*)/g)].reverse();
  return {
    texts: blocks.map(([, , text]) => text),
    marked: blocks.flatMap(([, attributes], index) =>
      attributes!.includes('aria-current="true"') ? [index + 1] : [],
    ),
  };
}

describe.each(languages)("in %s", (language) => {
  const words = messagesIn(language).pages.compensation;

  test.each(levels)("level %i fills its blocks in both bars and is marked", (level) => {
    const html = renderToString(<CompensationMeter words={words} estimate={{ level }} />);
    const [vertical] = [...html.matchAll(/ y="[^"]+" width="100%" height="([\d.]+)"/g)];
    const [horizontal] = [...html.matchAll(/width="([\d.]+)%" height="100%"/g)].slice(1);
    expect(Number(vertical![1])).toBeCloseTo(level * 60.71);
    expect(Number(horizontal![1])).toBeCloseTo((level / 7) * 100);
    expect(scale(html)).toEqual({ texts: words.levels, marked: [level] });
    expect(html).toContain(words.estimate);
    expect(html.split(words.here)).toHaveLength(2);
  });

  test("shows the levels in dollars on request", holds(381), () => {
    const html = renderToString(
      <CompensationMeter words={words} estimate={{ level: 3 }} display="dollars" />,
    );
    expect(scale(html).texts).toEqual(
      ranges.map(([floor, ceiling]) => fill(words.range, { from: floor, to: ceiling })),
    );
  });

  test("without an estimate is at the start of its scale, and says so", holds(221), () => {
    const html = renderToString(<CompensationMeter words={words} />);
    expect(scale(html).marked).toEqual([1]);
    expect(html).toContain(words.start);
    expect(html).not.toContain(words.estimate);
    expect(html).not.toContain(words.here);
  });

  test("an amount fills its level in proportion", holds(221), () => {
    const html = renderToString(<CompensationMeter words={words} estimate={{ level: 2, amount: 6_000 }} />);
    expect(scale(html).marked).toEqual([2]);
    expect(html).toContain(`height="${1.5 * 60.71}"`);
  });

  test("always says that it is an illustration, no offer, no promise and no legal advice", () => {
    const html = renderToString(<CompensationMeter words={words} estimate={{ level: 7 }} />);
    expect(html).toContain(words.disclaimer);
  });
});
