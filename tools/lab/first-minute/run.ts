/**
 * `npm run lab -- first-minute`: what somebody sees who has just cloned the project, as pictures on a phone and on a desk, in
 * test/output/first-minute/: `npm start` on an empty store, the one-time link of the terminal, a visitor who answers a survey,
 * and their lead in the console. Prints after how many seconds each was seen, and fails after a minute.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { desktop, newVisitor, phone, startBrowser } from "../../../test/support/browser.ts";
import { live, settled, stepOf, walk } from "../../../test/support/survey-page.ts";
import { lab } from "../lab.ts";
import { npmStart } from "./npm-start.ts";

lab(
  "first-minute",
  `Starts the site on an empty store, makes a lead as a visitor and shows it in the console. Writes pictures at 390 and
1280 px to test/output/first-minute/ and prints the seconds that each took to come. What is missing is installed and built
before the clock starts.`,
).parse();

const folder = "test/output/first-minute";
const mostSeconds = 60;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
spawnSync("npm", ["run", "--silent", "ready"], { stdio: ["ignore", "ignore", "inherit"] });
await using browser = await startBrowser();
for (const device of [phone, { ...desktop, hasTouch: true }]) await film(device);
console.log(`The pictures are in ${folder}/.`);

async function film(device: typeof phone | (typeof desktop & { hasTouch: boolean })): Promise<void> {
  const { width } = device.viewport;
  const began = performance.now();
  await using site = await npmStart();
  let frames = 0;
  const shoot = async (page: Page, what: string): Promise<number> => {
    await settled(page);
    const seconds = (performance.now() - began) / 1000;
    frames += 1;
    const name = `${width}-${frames}-${what.replaceAll(" ", "-")}`;
    await page.screenshot({ path: `${folder}/${name}.png` });
    console.log(`${String(width).padStart(4)} px  ${seconds.toFixed(1).padStart(5)} s  ${what}`);
    return seconds;
  };
  const look = { ...device, reducedMotion: "reduce" as const };
  await using operator = await newVisitor(browser, look);
  await operator.page.goto(site.link);
  await shoot(operator.page, "link of the terminal");
  await operator.page.getByRole("button", { name: "Open the console" }).click();
  await operator.page.getByText("No leads yet.").waitFor();
  await shoot(operator.page, "empty inbox");

  await using visitor = await newVisitor(browser, look);
  await visitor.page.goto(`${site.url}/survey/c`);
  await shoot(visitor.page, `survey at ${await stepOf(visitor.page)}`);
  await live(visitor.page);
  await walk(visitor.page);
  await shoot(visitor.page, "visitor is thanked");

  const lead = operator.page.locator("a[href^='/console/leads/']").first();
  await lead.waitFor();
  const seconds = await shoot(operator.page, "lead in the inbox");
  await lead.click();
  await operator.page.getByRole("heading", { name: "What happened" }).waitFor();
  await shoot(operator.page, "lead with its story");
  if (seconds > mostSeconds) throw new Error(`The lead was seen after ${seconds.toFixed(0)} s.`);
}
