import type { CallTags } from "./call-tags.ts";
import { loadScript } from "./load-script.ts";

/**
 * Loads Ringba's tag, which replaces the numbers it was set up for by itself.
 * @returns how to tag the page's calls further
 */
export function loadRingba(
  { script }: { script: string },
  tags: CallTags,
  stop: AbortSignal,
): (more: CallTags) => void {
  const page = window as { _rgba_tags?: object[] };
  const add = (more: CallTags) => {
    page._rgba_tags ??= [];
    for (const [name, value] of Object.entries(more)) page._rgba_tags.push({ type: "User", [name]: value });
  };
  add(tags);
  loadScript(script, stop);
  return add;
}
