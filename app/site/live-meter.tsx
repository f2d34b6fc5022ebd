import { createRoot, type Root } from "react-dom/client";
import type { SurveyPageData } from "../survey/page-data.ts";
import { CompensationMeter } from "./compensation-meter.tsx";

let root: Root | undefined;

/** Puts a new level on the meter that the server drew. @param level 1 to 7 */
export function showLevel({ language, input }: SurveyPageData, level: number): void {
  const place = document.querySelector("[data-meter]");
  if (!place) return;
  root ??= createRoot(place);
  root.render(<CompensationMeter language={language} level={level} display={input.flags?.compensation} />);
}
