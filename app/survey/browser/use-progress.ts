import { useState } from "react";
import { tabStorage } from "../../ui/tab-memory.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import { type ProgressQueue, progressQueue, type ServerReply, type VisitFacts } from "./progress-queue.ts";

export type Progress = {
  queue: ProgressQueue;
  trouble: boolean;
  /** Values that the server had to fill in after the page was rendered. */
  later: ServerReply["drafts"];
  query: VisitFacts["query"];
  /** Identifies the visit, once it has begun. */
  visit: SurveyPageData["visit"];
};

/** The progress save of a page. @param timeZone the visitor's, such as America/Chicago */
export function useProgress(data: SurveyPageData, timeZone: string): Progress {
  const { entry } = data;
  const [trouble, onTrouble] = useState(false);
  const [later, setLater] = useState<ServerReply["drafts"]>();
  const [query, onQuery] = useState(entry.query);
  const [visit, setVisit] = useState(data.visit);
  const [queue] = useState(() => {
    const queue = progressQueue({
      facts: { path: entry.path, ...beginning(data), timeZone, query },
      visit: data.visit,
      isStored: isBegun(data),
      storage: tabStorage,
      onRefused: () => startOver(queue),
      onTrouble,
      onQuery,
      onReply({ drafts, compensation: estimate, visit: begun }) {
        if (begun) setVisit(begun);
        if (drafts) setLater((known) => ({ ...drafts, ...known }));
        if (estimate && data.meter)
          void import("./live-meter.tsx").then(({ showEstimate }) => showEstimate(data, estimate));
      },
    });
    return queue;
  });
  return { queue, trouble, later, query, visit };
}

/** Which visit the posts belong to, or how one begins with them. */
function beginning({ visit }: SurveyPageData): Pick<VisitFacts, "visit" | "first"> {
  if (visit) return { visit: visit.token };
  return { first: { at: Math.round(performance.timeOrigin), referer: document.referrer } };
}

/** True once a visit has answers; the form of a survey that asks all at once names its visit before. */
export function isBegun({ visit, log }: Pick<SurveyPageData, "visit" | "log">): boolean {
  return visit !== undefined && log.length > 0;
}

/** Asks the server where the visit is. */
export function startOver({ facts }: Pick<ProgressQueue, "facts">): void {
  const { path, query } = facts();
  location.replace(`${path}?${new URLSearchParams(query)}`);
}
