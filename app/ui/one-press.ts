/**
 * Two taps within this time, at one place, are a double tap. For a mouse the browser decides, by the visitor's own
 * setting.
 */
const doubleTapMs = 500;
const samePlacePx = 40;

type Begun = Pick<Event, "target" | "timeStamp"> & Partial<Pick<MouseEvent, "clientX" | "clientY">>;

/** How the current press began, by a pointer or a key, and the newest release of a pointer. */
export const presses: { pointer?: Begun; key?: Begun; release?: PointerEvent } = {};

/** Some browsers do not say what a click was made with. */
type Clicked = MouseEvent & { pointerType?: string };

/** The newest click, and which screen it was made on. */
let last: { begun: Begun; screen: number } | undefined;
/** How many screens have replaced another, and since when the newest one is visible. */
let screens = 0;
let seenSince = 0;

/**
 * From now on one press is one answer: a press that began before the present screen was visible, or is the second half
 * of a double tap that opened it, does nothing. Clicks by scripts do not count as presses.
 */
export function watchPresses(): void {
  const hear = <Type extends keyof WindowEventMap>(type: Type, note: (event: WindowEventMap[Type]) => void) =>
    addEventListener(type, note, true);
  // The button being pressed.
  const target = document.querySelector("button:active");
  if (target) presses.pointer = { target, timeStamp: 0 };
  hear("pointerdown", (event) => {
    presses.pointer = event;
  });
  hear("pointerup", (event) => {
    presses.release = event;
  });
  hear("keydown", (event) => {
    if (!event.repeat && (event.key === "Enter" || event.key === " ")) presses.key = event;
  });
  // The click that a key makes comes with its release at the latest.
  hear("keyup", () => {
    setTimeout(() => {
      presses.key = undefined;
    });
  });
  // Typing or choosing between two presses makes both count. What scripts fill in does not.
  hear("input", ({ isTrusted }) => {
    if (isTrusted) last = undefined;
  });
  hear("click", (event) => {
    if (!event.isTrusted || !(event.target as Element).closest("main, dialog")) return;
    // Browsers count the clicks of pointers; those of keys and of assistive technology have no number.
    const { pointer, key } = presses;
    const begun: Begun = (event.detail ? pointer : key) ?? event;
    // Assistive technology may click without pressing.
    setTimeout(() => {
      if (presses.pointer === pointer) presses.pointer = undefined;
    });
    const isAgain = begun.timeStamp < seenSince || (isOfOldScreen() && isSecond(event, begun, last!.begun));
    last = { begun, screen: isAgain && last ? last.screen : screens };
    if (!isAgain) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}

const isOfOldScreen = () => last !== undefined && last.screen !== screens;

function isSecond({ detail, pointerType }: Clicked, now: Begun, before: Begun): boolean {
  if (detail > 1) return true;
  const away = Math.hypot(now.clientX! - before.clientX!, now.clientY! - before.clientY!);
  return pointerType !== "mouse" && away < samePlacePx && now.timeStamp - before.timeStamp < doubleTapMs;
}

/** Reports that another screen has just replaced the pressed one. */
export function screenChanged(): void {
  screens += 1;
  seenSince = Number.POSITIVE_INFINITY;
  requestAnimationFrame(() => {
    seenSince = performance.now();
  });
}
