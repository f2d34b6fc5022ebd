import { useEffect, useRef, useState } from "react";
import type { SurveyPageData } from "../screen/page-data.ts";
import { hasParts, loadParts, needsParts } from "./later-parts.ts";
import type { ProgressQueue } from "./progress-queue.ts";
import { startOver } from "./use-progress.ts";

/**
 * Loads behind the first question what later ones need.
 * @returns the page to show: while a question's parts are still on their way, the one before it
 */
export function useParts(page: SurveyPageData, queue: ProgressQueue): SurveyPageData {
  const [isWhole, setWhole] = useState(hasParts);
  const shown = useRef(page);
  const isHeld = !isWhole && needsParts(page);
  if (!isHeld) shown.current = page;

  useEffect(() => {
    if (isWhole) return;
    loadParts().then(
      () => setWhole(true),
      // Held, it tries once more; then the server has to show the question.
      () => isHeld && void queue.flush().then(() => startOver(queue)),
    );
  }, [isWhole, isHeld, queue]);
  return shown.current;
}
