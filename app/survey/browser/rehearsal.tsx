import { startTransition, useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import { SurveyScreen } from "../screen/survey-screen.tsx";
import { hasParts, needsParts } from "./later-parts.ts";

/**
 * While the visitor reads the first question, each of its answers is decided and drawn once, outside the page: code that
 * runs for the first time takes three times as long, and a press is not to be that time.
 * @param ahead the page after an answer
 */
export function useRehearsal(
  page: SurveyPageData,
  ahead: (option: string) => SurveyPageData,
  words: Wording,
): void {
  const first = useRef({ page, ahead, words });
  useEffect(() => {
    const { page, ahead, words } = first.current;
    const root = createRoot(document.createElement("div"));
    const draw = (data: SurveyPageData) => {
      if (needsParts(data) && !hasParts) return;
      // In slices, between which the visitor can press.
      startTransition(() => root.render(<SurveyScreen data={data} words={words} />));
    };
    const { options } = page.steps[page.session.currentStep]!;
    const scenes = options.flatMap(({ value }) => [() => draw(page), () => draw(ahead(value))]);
    const play = () => {
      const scene = scenes.shift();
      if (!scene) return root.unmount();
      scene();
      whenIdle(play);
    };
    whenIdle(play);
  }, []);
}

/** Runs something when the browser is idle. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 100);
}
