import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { OwnFigures } from "../../../app/site/home/own-figures.tsx";
import type { Language } from "../../../machines/steps/step.ts";
import type { OwnFigures as Figures } from "../../../services/visits/own-figures.ts";

const counted = { sent: 1200, fit: 40, days: 90, until: "2026-11-23" };
const shown = (figures: Figures, language: Language = "en") =>
  renderToStaticMarkup(<OwnFigures figures={figures} language={language} />);
const rowsIn = (html: string) =>
  [...html.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, what, figure]) => `${figure} ${what}`);

it("says how many answered everything and how many fit, in both languages", () => {
  expect(rowsIn(shown(counted))).toEqual([
    "1,200 people answered all of our questions",
    "40 had a case that the firms here take",
  ]);
  expect(rowsIn(shown(counted, "es"))).toEqual([
    "1,200 personas contestaron todas nuestras preguntas",
    "40 tenían un caso como los que aceptan los bufetes",
  ]);
  expect(shown(counted)).toContain(
    "<p>Counted from our own records over the 90 days before November 23, 2026. A case that fits is not a promise",
  );
});

it.each([
  [35, "35 minutes"],
  [90, "2 hours"],
  [35 * 60, "35 hours"],
  [36 * 60, "2 days"],
])("says that half of %i minutes passed as people say it: %s", (minutes, words) => {
  const html = shown({ ...counted, call: { minutes, of: 1050 } });
  expect(rowsIn(html)[2]).toBe(`${words} was the typical wait for a firm’s first call`);
  expect(html).toContain(
    "<p>Half of the 1,050 first calls that firms reported came sooner than that. Counted",
  );
});
