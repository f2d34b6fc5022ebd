import { Component, type ReactNode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { presses, watchPresses } from "./one-press.ts";

/** Loaded beforehand only where there is something to lose. */
const rescue = () => import("./rescue.ts");

class Boundary extends Component<{ onLost: (error: unknown) => void; children: ReactNode }> {
  override state = { isLost: false };

  static getDerivedStateFromError() {
    return { isLost: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onLost(error);
  }

  override render() {
    return this.state.isLost ? null : this.props.children;
  }
}

/**
 * Brings a page of the server's to life where it is. A translator or a password manager may have changed it: React then
 * draws it again, and what was typed into it is put back. Where the scripts fail the page stays as plain forms.
 */
export async function hydrate(element: Element, page: ReactNode): Promise<void> {
  const fields = [...element.querySelectorAll<HTMLInputElement>("input, textarea, select")];
  const isTyped = fields.some(
    ({ value, defaultValue, checked, defaultChecked }) =>
      value !== defaultValue || checked !== defaultChecked,
  );
  if (isTyped) await rescue().catch(() => {});
  watchPresses();
  let shown = [...element.children];
  let focused = document.activeElement;
  element.addEventListener("focusin", ({ target }) => {
    focused = target as Element;
  });
  const onRecoverableError = (error: unknown) => {
    if (shown.every(({ isConnected }) => isConnected)) return;
    const before = shown;
    shown = [...element.children];
    const pressed = presses.key ?? presses.pointer;
    void rescue().then(({ report, takeOver, carryOn }) => {
      report("redrawn", error);
      carryOn(takeOver(before, shown, focused), pressed);
    });
  };
  const onLost = (error: unknown) => {
    const before = shown;
    shown = [];
    // Copies that React does not know.
    const plain = before.map((each) => each.cloneNode(true) as Element);
    // React is still at it.
    queueMicrotask(() => {
      root.unmount();
      element.replaceChildren(...plain);
    });
    void rescue().then(({ report, takeOver }) => {
      report("lost", error);
      takeOver(before, plain, focused);
    });
  };
  let root: ReturnType<typeof hydrateRoot>;
  // In slices, between which the visitor can scroll, type and press.
  startTransition(() => {
    root = hydrateRoot(element, <Boundary onLost={onLost}>{page}</Boundary>, { onRecoverableError });
  });
}
