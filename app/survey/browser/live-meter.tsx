import { flushSync } from "react-dom";
import { hydrateRoot, type Root } from "react-dom/client";
import type { CompensationEstimate } from "../../../machines/rules/compensation.ts";
import { CompensationMeter } from "../../site/home/compensation-meter.tsx";
import type { SurveyPageData } from "../screen/page-data.ts";

let root: Root | undefined;

/** Shows a new estimate on the meter that the server drew. */
export function showEstimate({ input, meter }: SurveyPageData, estimate: CompensationEstimate): void {
  const { words, estimate: before } = meter!;
  const drawn = (shown?: CompensationEstimate) => (
    <CompensationMeter words={words} estimate={shown} display={input.flags?.compensation} />
  );
  // The server's own elements are kept: screen readers announce changes only in live regions that existed before.
  root ??= flushSync(() => hydrateRoot(document.querySelector("[data-meter]")!, drawn(before)));
  root.render(drawn(estimate));
}
