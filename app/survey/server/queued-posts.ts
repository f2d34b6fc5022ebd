import type { Fact } from "../../../machines/visit/facts.ts";
import type { Refusal } from "../../../machines/visit/refusals.ts";
import type { VisitCommand } from "../../../services/visits/posts.ts";
import { honeypotFacts } from "./client-report.ts";
import { type ProgressEntry, progressEntries } from "./json-request.ts";

/** What was refused in the browser goes with what was answered then: it alone begins no visit. `indexes`: of the entries. */
export function queuedPosts(entries: readonly ProgressEntry[], reported: readonly Fact[]) {
  const posts: VisitCommand[] = [];
  const indexes: number[] = [];
  let refused: Refusal[] = [];
  for (const [index, item] of entries.entries()) {
    const isLast = index === entries.length - 1;
    if ("refused" in item) refused = [...refused, item.refused];
    if ("refused" in item && !isLast) continue;
    const action = "refused" in item ? { tell: true as const } : item;
    const trap = "answer" in item ? honeypotFacts(item.answer.fields) : [];
    posts.push({ action, facts: [...reported, ...trap], refused });
    indexes.push(index);
    refused = [];
  }
  return { posts, indexes };
}

/** What a form brings along because something in the browser blocks the posts of scripts; else nothing. */
export function waitingIn(field: string | undefined): ProgressEntry[] {
  try {
    return progressEntries.safeParse(JSON.parse(field ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}
