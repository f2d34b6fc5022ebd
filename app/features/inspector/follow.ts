/** Keeps the frame beside a live survey at the visit's current state (inspect-page.tsx). */
const everyMs = 500;
const frame = document.querySelector<HTMLIFrameElement>("iframe[data-live]")!;
let shown = "";

async function follow(): Promise<void> {
  const answer = await fetch(frame.dataset.live!).catch(() => undefined);
  const address = answer?.ok ? await answer.text() : "";
  if (address && address !== shown) {
    shown = address;
    // Replaces the history entry, so that Back goes through the survey's own steps.
    frame.contentWindow!.location.replace(address);
  }
  setTimeout(follow, everyMs);
}

void follow();

export {};
