import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { siteForTests } from "../../../../test/support/during.ts";
import type { Hand, Tab } from "../../../../test/support/engines/engine.ts";
import { inEveryEngine } from "../../../../test/support/engines/in-engine.ts";
import { atStep, back, stepOf, until, walk } from "../../../../test/support/engines/survey.ts";

const site = siteForTests();

const gaps = [0, 50, 100, 200, 300, 500, 800, 1_200, 1_500];
const hands: Hand[] = ["mouse", "touch", "keys"];
const [first, second, third] = ["OtherDriversVehicleType", "AtFault", "WasUserInjured"];
const car = '[name=option][value="Car"]';
const no = '[name=option][value="no"]';

/** Two presses at one place, without a look at what came of the first; or the second on an answer of the next question. */
type Kind = "double" | "deliberate";
type Place = [x: number, y: number];
/** How many questions a pair answered, how far apart it really was, and whether it began before the next question was seen. */
type Pair = { answered: number; apart: number; isEarly: boolean };

/** Notes in the page when presses begin, and since when each question is seen. */
function watch(): void {
  const noted = { begun: [] as number[], seen: 0 };
  Object.assign(window, { noted });
  for (const type of ["pointerdown", "keydown"])
    addEventListener(type, ({ timeStamp }) => noted.begun.push(timeStamp), true);
  new MutationObserver(() =>
    requestAnimationFrame(() => {
      noted.seen = performance.now();
    }),
  ).observe(document.querySelector("main")!, { attributeFilter: ["data-step"] });
}

const rectOf = (tab: Tab, selector: string) =>
  tab.evaluate((at) => {
    const { x, y, width, height } = document.querySelector(at)!.getBoundingClientRect();
    return { x, y, width, height };
  }, selector);

/**
 * Goes back to the question that pairs begin at, by scripts, which are no hand, and waits until the last press is old. Two steps
 * back of the history that are asked for at once are one in WebKit, so each waits for the address.
 */
async function again(tab: Tab): Promise<void> {
  const isThere = (left: string) => {
    const { step } = document.querySelector("main")!.dataset;
    return step !== left && new URL(location.href).searchParams.get("step") === step;
  };
  await until(tab, "the address", isThere, "");
  while ((await stepOf(tab)) !== first) {
    const left = await stepOf(tab);
    await tab.evaluate((at) => document.querySelector<HTMLElement>(at)!.click(), back);
    await until(tab, "an earlier question", isThere, left);
  }
  await setTimeout(1_700);
}

/** Where an answer is, and one of the next question is at the same place; and another one of that. */
async function placesOf(tab: Tab): Promise<{ both: Place; other: Place }> {
  const answer = await rectOf(tab, car);
  await tab.press(car);
  await atStep(tab, second);
  await setTimeout(300);
  const next = await Promise.all(
    ["no", "yes", "partially"].map((value) => rectOf(tab, `[name=option][value="${value}"]`)),
  );
  const x = answer.x + answer.width / 4;
  for (let y = answer.y + answer.height - 6; y > answer.y; y -= 4) {
    const hit = next.find((rect) => rect.y + 4 < y && y < rect.y + rect.height - 4);
    const other = next.findLast((rect) => rect !== hit);
    if (hit && other) return { both: [x, y], other: [x + answer.width / 2, other.y + other.height / 2] };
  }
  throw new Error("no place has an answer of both questions");
}

async function press(
  tab: Tab,
  hand: Hand,
  kind: Kind,
  gap: number,
  { both, other }: Awaited<ReturnType<typeof placesOf>>,
) {
  const focus = (at: string) => tab.evaluate((at) => document.querySelector<HTMLElement>(at)?.focus(), at);
  if (hand === "keys") await focus(car);
  const began = performance.now();
  await tab.pressAt(hand, both, 1);
  // The fingers of those who work by keys are as quick as their eyes.
  if (hand === "keys" && kind === "deliberate") await atStep(tab, second);
  await setTimeout(Math.max(0, gap - (performance.now() - began)));
  if (hand === "keys" && kind === "deliberate") await focus(no);
  // Within half a second, browsers count a mouse's second click at one place as such.
  const isCounted = kind === "double" && performance.now() - began < 500;
  await tab.pressAt(hand, kind === "double" ? both : other, isCounted ? 2 : 1);
}

/** What two presses that are so many milliseconds apart come to. */
async function pair(
  tab: Tab,
  ...how: [Hand, Kind, number, Awaited<ReturnType<typeof placesOf>>]
): Promise<Pair> {
  await again(tab);
  await tab.evaluate(watch);
  await press(tab, ...how);
  await setTimeout(1_000);
  const { begun, seen } = await tab.evaluate(
    () => (window as unknown as { noted: { begun: number[]; seen: number } }).noted,
  );
  const answered = [first, second, third].indexOf(await stepOf(tab));
  const [one = 0, two = 0] = begun;
  return { answered, apart: Math.round(two - one), isEarly: answered < 2 && two < seen };
}

inEveryEngine(site, (visit, name) => {
  it.each(hands.flatMap((hand) => (["double", "deliberate"] as const).map((kind) => [hand, kind] as const)))(
    "%s, %s: one press is one answer, and no press on visible parts is lost",
    (hand, kind) =>
      visit(
        async (tab) => {
          await walk(tab, `${site.url}/survey/c`, { upTo: first });
          const places = await placesOf(tab);
          const row: Pair[] = [];
          for (const gap of gaps) row.push(await pair(tab, hand, kind, gap, places));
          const shown = row.map(
            ({ answered, apart, isEarly }) => `${answered}${isEarly ? " early" : ""} (${apart})`,
          );
          console.log(name, hand, kind, shown.join(", "));
          // Its driver does not count the clicks of two commands; a hand's are counted, as docs/measurements/browsers.md says.
          if (name === "firefox" && hand === "mouse" && kind === "double") return;
          for (const { answered, apart, isEarly } of row) {
            const isOne = isEarly || (kind === "double" && (hand === "keys" || apart < 450));
            if (isOne) expect(answered, `${apart} ms`).toBe(1);
            else if (kind === "deliberate" || apart > 550) expect(answered, `${apart} ms`).toBe(2);
          }
        },
        { width: 390, height: 1_200 },
      ),
  );
});
