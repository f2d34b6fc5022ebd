import { useState } from "react";
import type { SurveyPageData } from "../screen/page-data.ts";
import { type ProgressQueue, progressQueue, type ServerReply, type VisitFacts } from "./progress-queue.ts";

/**
 * The progress save of a page.
 * @param startOver asks the server where the visit is
 * @returns `trouble` while posts fail; `later` is what the server has had to fill in since the page was made
 */
export function useProgress(
  data: SurveyPageData,
  facts: VisitFacts,
  startOver: () => void,
): { queue: ProgressQueue; trouble: boolean; later: () => ServerReply["drafts"] } {
  const [trouble, setTrouble] = useState(false);
  const [{ queue, later }] = useState(() => {
    let drafts: ServerReply["drafts"];
    const queue = progressQueue({
      facts,
      storage: sessionStorage,
      onRefused: startOver,
      onTrouble: setTrouble,
      waitFor: (entries) => data.thirdParties?.waitFor?.(entries),
      onReply: ({ drafts: more, compensation: estimate }) => {
        drafts = { ...more, ...drafts };
        if (estimate && data.meter)
          void import("../../site/live-meter.tsx").then(({ showEstimate }) => showEstimate(data, estimate));
      },
    });
    return { queue, later: () => drafts };
  });
  return { queue, trouble, later };
}
