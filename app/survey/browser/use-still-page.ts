import { useLayoutEffect } from "react";

/**
 * While the overlay covers the page, nothing under it can be reached, by keyboard or otherwise. Whatever had the
 * focus gets it back, if it is still there. In the browser only.
 */
export function useStillPage(isCovered: boolean): void {
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

/** All that can be reached outside an element: what is beside it and beside each element around it. */
function besides(element: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let inner = element; inner !== document.body; inner = inner.parentElement!) {
    for (const other of inner.parentElement!.children) {
      if (other !== inner && other instanceof HTMLElement && !other.inert) found.push(other);
    }
  }
  return found;
}
