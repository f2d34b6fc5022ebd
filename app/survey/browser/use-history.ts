import { useEffect, useRef } from "react";
import type { SurveyPageData } from "../screen/page-data.ts";
import { stepAddress } from "../screen/step-address.ts";
import { afterPaint } from "./after-paint.ts";
import type { ProgressQueue } from "./progress-queue.ts";
import { startOver } from "./use-progress.ts";

/** What the survey keeps with an entry of the history: its question, and how many entries of questions precede it. */
type Entry = { step?: string; at?: number };

/** The entry that the visitor is at, or will be once it is pushed, and when that was asked for. */
type Place = { step?: string; at: number; since: number };

type Shown = {
  data: SurveyPageData;
  /** Shows a question; false where it is not on the way. */
  show: (step: string) => boolean;
  queue: ProgressQueue;
};

/** For that long, Back may have been pressed before the browser knew of the question on screen. */
const newMs = 1000;

/** One history entry per question, so that the browser's own Back and Forward move one question. */
export function useHistory({ data, show, queue }: Shown): void {
  const step = data.session.currentStep;
  const address = stepAddress(data.entry.path, data.entry.query, step);
  const place = useRef<Place>({ step, at: entry().at ?? 0, since: Number.NEGATIVE_INFINITY });
  const shown = useRef(step);
  useEffect(() => {
    const { at } = place.current;
    const before = shown.current;
    shown.current = step;
    // The click's id may have come meanwhile.
    if (place.current.step === step)
      return history.replaceState({ step, at }, "", withClick(data.entry.query));
    // The visitor has moved to another entry already, whose question is about to be shown.
    if (before === step) return;
    const mine = { step, at: at + 1, since: performance.now() };
    place.current = mine;
    return afterPaint(() => {
      if (place.current === mine) history.pushState({ step, at: mine.at }, "", address);
    });
  }, [step, address, data.entry.query]);

  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const onPop = () => {
      const { step: asked, at = 0 } = entry();
      const { at: left, since } = place.current;
      place.current = { step: asked, at, since: Number.NEGATIVE_INFINITY };
      // Back left the entry before the one that was about to come: it means that entry, not the one before it.
      if (left - at === 2 && performance.now() - since < newMs) history.forward();
      // A question that is no longer on the way: the server knows where the visit is.
      else if (asked && !latest.current(asked)) startOver(queue);
    };
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }, [queue]);
}

function entry(): Entry {
  return (history.state as Entry | null) ?? {};
}

/** The page's own address with the id of the click, whatever else is in it (spec 7). */
function withClick({ _ef_transaction_id: id }: Record<string, string>): URL {
  const here = new URL(location.href);
  if (id) here.searchParams.set("_ef_transaction_id", id);
  return here;
}
