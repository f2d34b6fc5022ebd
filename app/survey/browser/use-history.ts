import { useEffect, useRef } from "react";
import { type SurveyPageData, stepAddress } from "../screen/page-data.ts";
import { afterPaint } from "./after-paint.ts";
import type { ProgressQueue } from "./progress-queue.ts";
import { startOver } from "./use-progress.ts";

/**
 * What the survey keeps with a history entry: its question, how many entries of questions precede it, the question of
 * the one before, and the one to return to from here (`key`: see use-survey.ts).
 */
type Entry = { step?: string; at?: number; from?: string; until?: string; key?: string };

/** The visitor's entry, or the one about to be pushed, and when that was requested. */
type Place = Pick<Entry, "step" | "from"> & { at: number; since: number };

type Shown = {
  data: SurveyPageData;
  /** Shows a question; false where it is not on the way. */
  show: (step: string, until?: string) => boolean;
  /** The question to come back to from the one on screen. */
  until?: string;
  /** The key of typed text. */
  key: string;
  queue: ProgressQueue;
};

/** For this long, Back may have been pressed before the browser registered the question on screen. */
const newMs = 1000;

/** One history entry per question, so that the browser's own Back and Forward move one question. */
export function useHistory({ data, show, until, key, queue }: Shown): void {
  const step = data.session.currentStep;
  const address = stepAddress(data.entry.path, data.entry.query, step, until);
  const place = useRef<Place>({ step, at: 0, ...entry(), since: Number.NEGATIVE_INFINITY });
  const shown = useRef(step);
  useEffect(() => {
    const { at, from, step: here } = place.current;
    const before = shown.current;
    shown.current = step;
    // The click's id may have arrived meanwhile.
    if (here === step)
      return history.replaceState({ ...history.state, step, at, key }, "", withClick(data.entry.query));
    // The visitor has moved to another entry already, whose question is about to be shown.
    if (before === step) return;
    // Where the entry before shows it already, the browser goes there: another entry would make its Back loop.
    const isBefore = from === step;
    const since = performance.now();
    const mine = isBefore ? { step, at: at - 1, since } : { step, at: at + 1, from: here, since };
    place.current = mine;
    return afterPaint(() => {
      if (place.current !== mine) return;
      if (isBefore) history.back();
      else history.pushState({ step, at: mine.at, from: here, until, key }, "", address);
    });
  }, [step, address, until, key, data.entry.query]);

  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const onPop = () => {
      const { step: asked, at = 0, from, until } = entry();
      const { at: left, since } = place.current;
      place.current = { step: asked, at, from, since: Number.NEGATIVE_INFINITY };
      // Back left the entry before the one that was about to come: it means that entry, not the one before it.
      if (left - at === 2 && performance.now() - since < newMs) history.forward();
      // A question that is no longer on the way: the server knows where the visit is.
      else if (asked && asked !== shown.current && !latest.current(asked, until)) startOver(queue);
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
