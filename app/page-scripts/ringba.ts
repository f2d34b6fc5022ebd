import { loadScript } from "./load-script.ts";

/** Loads Ringba's tag, which replaces the numbers it was set up for by itself; calls are tagged with the click. */
export function loadRingba({ script }: { script: string }, stop: AbortSignal): void {
  const click = new URLSearchParams(location.search).get("_ef_transaction_id");
  if (click) Object.assign(window, { _rgba_tags: [{ type: "User", clickid: click }] });
  loadScript(script, stop);
}
