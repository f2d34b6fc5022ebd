import type { Request } from "autocannon";
import { answersC } from "../../test/support/answers.ts";
import { hiddenFields, sealOf } from "../../test/support/visitors.ts";
import { postJson, sendEach, visitors } from "./load.ts";
import { arrival } from "./phone.ts";

const entries = Object.entries(answersC).map(([step, fields]) => ({ answer: { step, fields } }));

/**
 * Walks visitors up to the point where only the lead has to be posted: the page, then all answers in one post.
 * @returns the request that makes each one's lead
 */
export async function finishedVisits(url: string, count: number): Promise<Request[]> {
  const progress: Request[] = [];
  const posts: Request[] = [];
  const open = async () => {
    const page = await fetch(url + arrival);
    const [cookie = ""] = page.headers.getSetCookie();
    const html = await page.text();
    const { visit } = hiddenFields(html);
    const facts = { path: "/survey/c", visit, timeZone: "America/New_York" };
    const headers = { Origin: url, Cookie: cookie.split(";")[0]! };
    progress.push(postJson("/api/progress", { ...facts, entries }, headers));
    posts.push(postJson("/post-lead", { ...facts, shown: JSON.stringify([sealOf(html)]) }, headers));
  };
  while (posts.length < count) {
    await Promise.all(Array.from({ length: Math.min(visitors, count - posts.length) }, open));
  }
  await sendEach(url, progress);
  return posts;
}
