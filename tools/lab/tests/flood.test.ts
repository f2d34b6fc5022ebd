import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { answersC } from "../../../test/support/answers.ts";
import { siteInChromium } from "../../../test/support/browser.ts";
import { holds } from "../../../test/support/holds.ts";
import { live, walk } from "../../../test/support/survey-page.ts";
import { FormVisitor, fromAddress } from "../../../test/support/visitors.ts";
import { waitFor } from "../../../test/support/wait-for.ts";

const { site, it, journey } = siteInChromium({}, { TRUST_PROXY: "1" });

const from = (ip: string) => ({ "X-Forwarded-For": ip });
const perMinute = 10_000;
/** So few at a time that a slow machine slows the flood down rather than pile it up. */
const clients = 4;

/** What bots post: nonsense to each address that takes posts. */
const posts = [
  [
    "/api/progress",
    "application/json",
    JSON.stringify({ path: "/survey/c", visit: "x", entries: [{ back: "a" }] }),
  ],
  ["/post-lead", "application/json", "{}"],
  ["/survey/c", "application/x-www-form-urlencoded", "visit=x&step=NameAndEmail&firstName=Bot"],
  ["/contact/", "application/x-www-form-urlencoded", "firstName=Bot&message=buy"],
] as const;

/** Posts at this rate, as far as the machine lets it, until both are true: so many were sent, and `isOver`. */
async function flood(ip: string, isOver: () => boolean): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  const began = performance.now();
  let sent = 0;
  const client = async () => {
    while (sent < perMinute || !isOver()) {
      const number = sent++;
      const due = began + (number * 60_000) / perMinute;
      if (due > performance.now()) await setTimeout(due - performance.now());
      const [path, type, body] = posts[number % posts.length]!;
      const headers = { "Content-Type": type, ...from(ip) };
      const { status } = await fetch(site.url + path, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
      }).then(async (response) => {
        await response.arrayBuffer();
        return response;
      });
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${sent} posts in ${seconds} s:`, Object.fromEntries(answers));
  return answers;
}

/** A visitor without scripts. @returns where the survey ended */
async function byForms(ip: string): Promise<string> {
  const visitor = new FormVisitor(
    site.url,
    fromAddress(() => ip),
  );
  await visitor.open("/survey/c");
  while (visitor.screen.step) {
    await visitor.post(answersC[visitor.screen.step]!);
    // The flood is refused before it reaches the store, but it takes the processor: on a slow machine a store that is
    // late gets a page with 503, and this visitor tries again, as that page says.
    if (visitor.screen.status === 503) await visitor.open("/survey/c");
  }
  return visitor.screen.url;
}

it("10,000 posts a minute keep no visitor from the thanks", holds("T28"), async () => {
  const done: string[] = [];
  let isOver = false;
  const forms = async () => {
    for (const ip of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) done.push(await byForms(ip));
  };
  const inChromium = journey(
    async ({ page }) => {
      // The machine is busy with the flood.
      page.setDefaultTimeout(120_000);
      await page.goto(`${site.url}/survey/c`);
      await live(page);
      await walk(page);
      done.push(new URL(page.url()).pathname);
    },
    { extraHTTPHeaders: from("203.0.113.4"), reducedMotion: "reduce", allowed: [/status of 503/] },
  );
  const visitors = Promise.all([forms(), inChromium]).finally(() => {
    isOver = true;
  });
  const [answers] = await Promise.all([flood("198.51.100.66", () => isOver), visitors]);
  expect(done).toHaveLength(4);
  for (const address of done) expect(address).toMatch(/^\/survey-thank-you\//);
  // Ten thousand in less than eight minutes are more than the 1,200 a minute that one address may post.
  expect(answers.get(429)).toBeGreaterThan(0);
  expect([...answers.keys()].filter((status) => status >= 500)).toEqual([]);
  await waitFor("four leads at the buyer", () => site.stubs.leadProsper.received.size >= 4);
});
