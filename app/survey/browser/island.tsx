import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { readArrival, track } from "../../../machines/context/tracking.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { Variant } from "../../../machines/variant.ts";
import { featureScripts } from "../../feature-scripts.ts";
import { hydrate } from "../../ui/hydrate.tsx";
import { islandData } from "../../ui/island-data.tsx";
import { screenChanged } from "../../ui/one-press.ts";
import { isCovered, type SurveyPageData, withoutThirdParties } from "../screen/page-data.ts";
import { SurveyScreen } from "../screen/survey-screen.tsx";
import { useAfterPaint } from "./after-paint.ts";
import type { OpenClickWindow } from "./click-window.ts";
import { hasParts, loadParts, needsParts } from "./later-parts.ts";
import type { ProgressQueue } from "./progress-queue.ts";
import { useRehearsal } from "./rehearsal.tsx";
import { useHistory } from "./use-history.ts";
import { startOver } from "./use-progress.ts";
import { useSurvey } from "./use-survey.ts";
import { isAnswered } from "./use-visit.ts";
import type { VerifyPhone } from "./visitor-moves.ts";

/** The page with how its visitor came in: a first view is the same for everybody, and the address has the rest. */
function arrivedPage(page: SurveyPageData): SurveyPageData {
  const { entry, input } = page;
  if (!entry.preset) return page;
  const { defaults, keepsQuery } = entry.preset;
  // A tool may put the fragment before the query, which the server never sees then.
  const query = location.search || location.hash.replace(/^#[^?]*\?/, "");
  const arrival = readArrival(entry.path, new URLSearchParams(query), "", { keepsQuery });
  return {
    ...page,
    entry: { ...entry, query: arrival.query },
    input: { ...input, tracking: track(arrival, defaults) },
  };
}

/**
 * Loads behind the first question what later ones need.
 * @returns the page to show: while a question's parts are still on their way, the one before it
 */
function useParts(page: SurveyPageData, queue: ProgressQueue): SurveyPageData {
  const [isWhole, setWhole] = useState(hasParts);
  const shown = useRef(page);
  const isHeld = !isWhole && needsParts(page);
  if (!isHeld) shown.current = page;

  useEffect(() => {
    if (isWhole) return;
    loadParts(shown.current).then(
      () => setWhole(true),
      // With a held press, it retries once; then the server has to show the question.
      () => isHeld && void queue.flush().then(() => startOver(queue)),
    );
  }, [isWhole, isHeld, queue]);
  return shown.current;
}

/**
 * While the overlay covers the page, nothing under it can be reached, by keyboard or otherwise. The focused element
 * gets the focus back, if it is still there. In the browser only.
 */
function useStillPage(isCovered: boolean): void {
  useLayoutEffect(() => {
    if (!isCovered) return;
    const focused = document.activeElement;
    const covered = besides(document.querySelector("[data-overlay]")!);
    for (const element of covered) element.inert = true;
    return () => {
      for (const element of covered) element.inert = false;
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    };
  }, [isCovered]);
}

/** Everything outside an element that can be reached: its siblings and those of each ancestor. */
function besides(element: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let inner = element; inner !== document.body; inner = inner.parentElement!) {
    for (const other of inner.parentElement!.children) {
      if (other !== inner && other instanceof HTMLElement && !other.inert) found.push(other);
    }
  }
  return found;
}

/** Brings a survey page to life where it is. */
export async function mount(element: HTMLElement): Promise<void> {
  const page = islandData<SurveyPageData>("survey-data");
  const data = arrivedPage(navigator.globalPrivacyControl ? withoutThirdParties(page) : page);
  const [variant, { words }, openWindow, isReady] = await Promise.all([
    variantOf(element, data.survey),
    // The page names its language's file, and those of others stay on the server.
    import(/* @vite-ignore */ element.dataset.words!) as Promise<{ words: Wording }>,
    windowOpener(data),
    !needsParts(data) ||
      loadParts(data).then(
        () => true,
        () => false,
      ),
  ]);
  // Then its form is posted.
  if (!isReady) return;
  const verifyPhone = phoneVerifier(data);
  // Read once, before the first render: it takes longer than the rest of a render.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await hydrate(
    element,
    <Island
      data={data}
      variant={variant}
      words={words}
      timeZone={timeZone}
      openWindow={openWindow}
      verifyPhone={verifyPhone}
    />,
  );
}

/** The chart of this visitor: the page names its files, and all others stay on the server. */
async function variantOf({ dataset }: HTMLElement, code: string): Promise<Variant> {
  const files = dataset.variant!.split(" ").map((file) => import(/* @vite-ignore */ file));
  const [file] = await Promise.all<Record<string, Variant>>(files);
  return Object.values(file!).find((variant) => variant.code === code)!;
}

/** Loaded only where windows are configured, and beforehand: the press leaves no time for it. */
async function windowOpener({ effects }: SurveyPageData): Promise<OpenClickWindow> {
  const { clickWindow } = effects;
  if (!clickWindow) return () => {};
  const { clickWindowOpener } = await import("./click-window.ts");
  return clickWindowOpener(clickWindow);
}

/**
 * Loaded only where numbers are verified, and not awaited until one is; a visitor who cannot load it continues without.
 */
function phoneVerifier({ language, phoneCode, verifiedPhone }: SurveyPageData): VerifyPhone | undefined {
  if (!phoneCode) return undefined;
  const verifier = import("../../phone-code/verify-phone.tsx").then(
    ({ phoneVerifier }) => phoneVerifier(phoneCode, language, verifiedPhone),
    () => async () => true,
  );
  return async (...asked) => (await verifier)(...asked);
}

type Props = {
  data: SurveyPageData;
  variant: Variant;
  words: Wording;
  timeZone: string;
  openWindow: OpenClickWindow;
  verifyPhone?: VerifyPhone;
};

function Island({ data, variant, words, timeZone, openWindow, verifyPhone }: Props) {
  const survey = useSurvey(data, variant, timeZone, openWindow, verifyPhone);
  const { queue } = survey;
  const page = useParts(survey.data, queue);
  const { screen, session } = page;
  const { currentStep, disableScroll } = session;
  const heading = useRef<HTMLHeadingElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);

  useHistory({ ...survey, data: page });
  useQueue(queue, data);
  useStillPage(isCovered(page));
  useRehearsal(page, survey.ahead, words);

  // The first render must be the server's own; what needs a browser comes after it.
  const [live, setLive] = useState(false);
  useEffect(() => {
    setLive(true);
    if (data.scripts)
      void import("../../page-scripts/index.ts").then(({ startScripts }) => startScripts(data, queue));
  }, [data, queue]);

  const { playButton } = survey;
  const press = useRef(survey.togglePlay);
  press.current = survey.togglePlay;
  useEffect(() => {
    if (!data.film) return;
    for (const load of featureScripts)
      void load().then(({ driveFilm }) => driveFilm(!playButton, () => press.current()));
  }, [data.film, playButton]);

  const pressedStep = useRef(currentStep);
  const leftOn = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (pressedStep.current === currentStep) return;
    pressedStep.current = currentStep;
    leftOn.current = document.activeElement;
    screenChanged();
  }, [currentStep]);

  const shownStep = useRef(currentStep);
  useAfterPaint(() => {
    if (shownStep.current === currentStep) return;
    shownStep.current = currentStep;
    // A visitor who has pressed Tab or typed since stays there.
    if (document.activeElement === leftOn.current) heading.current?.focus({ preventScroll: true });
    if (disableScroll) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const behavior = still ? "instant" : "smooth";
    if (variant.scrollTo === "top") scrollTo({ top: 0, behavior });
    else document.querySelector("[data-question]")?.scrollIntoView({ behavior });
  }, [currentStep, disableScroll, variant.scrollTo]);

  const wrong = Object.values(screen.errors).join();
  const { isCorrected } = survey;
  useEffect(() => {
    if (wrong && !isCorrected) summary.current?.focus();
  }, [wrong, isCorrected]);

  useEffect(() => {
    // With its field, which follows; the style sheet defines how much of it scrolls along.
    if (screen.notice) notice.current?.nextElementSibling?.scrollIntoView({ block: "nearest" });
  }, [screen.notice]);

  useEffect(() => {
    const load = () => void import("./at-hand.ts").catch(() => {});
    for (const touch of ["pointerover", "pointerdown", "focusin"])
      addEventListener(touch, load, { once: true });
  }, []);

  const title = data.steps[currentStep]?.heading;
  useAfterPaint(() => {
    document.title = `${wrong ? words.errorPrefix : ""}${title} | ${data.company.siteName}`;
  }, [title, wrong, words, data.company.siteName]);

  return (
    <SurveyScreen
      data={page}
      words={words}
      onSubmit={survey.onSubmit}
      show={survey.show}
      onInput={survey.onInput}
      headingRef={heading}
      summaryRef={summary}
      noticeRef={notice}
      direction={survey.direction}
      live={live}
    />
  );
}

/** Answers waiting to be saved are sent as the page is left, and restored after a reload. */
function useQueue(queue: ProgressQueue, page: SurveyPageData) {
  useEffect(() => {
    const isKnown = (step: string, option: string) => isAnswered(page, step, option);
    // A visitor who has continued by then is not called back.
    if (queue.restore(isKnown)) void queue.flush().then(() => queue.isUntouched() && startOver(queue));
    const leave = () => queue.leave();
    const retryNow = () => queue.retryNow();
    addEventListener("pagehide", leave);
    addEventListener("online", retryNow);
    return () => {
      removeEventListener("pagehide", leave);
      removeEventListener("online", retryNow);
    };
  }, [queue, page]);
}
