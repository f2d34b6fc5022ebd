import { describe, expect } from "vitest";
import { desktop, phone, siteInChromium } from "../../support/browser.ts";
import { chartPagesOn, textOf } from "../../support/chart-pages.ts";
import { signIn, withCharts } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { pageFaults } from "../../support/faults.ts";
import { holds } from "../../support/holds.ts";
import { send } from "../../support/send.ts";

const keyboard = { ...desktop, hasTouch: false, isMobile: false, reducedMotion: "reduce" as const };
const { site, it, journey } = siteInChromium(keyboard, withCharts);
const closed = siteForTests({ stubs: false });
const open = chartPagesOn(site);
const now = ({ text }: Awaited<ReturnType<typeof open>>) => text(/id="now"/);
const answers = ["accident_date_button=Within+30+Days", "other_vehicle_type=Car", "at_Fault=no"]
  .map((answer) => `do=${encodeURIComponent(answer)}`)
  .join("&");

describe("the simulator", () => {
  it("can be walked by links, Back and Forward too", async () => {
    const start = await (await open("/graphs/")).follow("Simulator of linear-short");
    const injured = await (await start.follow("In the last week")).follow("No");
    expect(now(injured)).toBe("Was user injured");
    const asked = await injured.follow("Yes");
    const before = await (await asked.follow("One event back")).follow("One event back");
    expect(now(before)).toBe("At fault");
    const again = await (await before.follow("One event forward")).follow("One event forward");
    expect([now(again), again.address]).toEqual(["Name and email", asked.address]);
  });

  it("takes a typed answer as the survey does, and refuses it in the same words", async () => {
    const query = ["accident_date_button=Within+1+Week", "at_Fault=no", "physical_injury=Yes"]
      .map((answer) => `do=${encodeURIComponent(answer)}`)
      .join("&");
    const address = `/graphs/linear-short/simulate?${query}`;
    const refused = await open(address, { firstName: "", lastName: "", email: "" });
    expect([now(refused), refused.status]).toEqual(["Name and email", 422]);
    expect(refused.text(/role="alert"/)).toContain("first name");
    const names = [...refused.html.matchAll(/<label for="own-[^"]*">([^<]*)</g)].map(([, name]) => name);
    expect(names).toEqual(["First name", "Last name", "Email"]);
    const own = { firstName: "Ana", lastName: "Rivera", email: "ana@example.com" };
    expect(now(await open(address, own))).toBe("Check email");
  });

  it("shows the lead so far, with all that services said", async () => {
    let page = await open("/graphs/linear-short/simulate");
    for (const choice of ["In the last week", "No", "Yes", "Ana, Ana, ana.rivera@example.com", "good"])
      page = await page.follow(choice);
    page = await page.follow("(213) 555-0123, 90210");
    expect(now(page)).toBe("Look up zip");
    expect(page.html).toMatch(/The lead so far.*<td>Ana<\/td>/s);
  });

  it("shows why: each guard with what it read; and exports the walk as a test", async () => {
    const { html } = await open(`/graphs/c/simulate?${answers}`);
    expect(textOf(html)).toContain(
      "Noleads to Police report filedBecause:not injured: yes (physical_injury is No)",
    );
    const exported = await open(`/graphs/c/exported-case?${answers}`);
    expect(exported.html).toContain('["at_Fault=no", "WasUserInjured"],');
  });

  it("lists the paths to a state, opens one, and offers its turning points", async () => {
    const ways = await open("/graphs/c/simulate?region=CA&to=place:PoliceReportFiled");
    expect(ways.html).toContain(
      '<option value="place:PoliceReportFiled" selected="">Police report filed</option>',
    );
    const paths = ways.links.filter(({ name }) => name.startsWith("Path "));
    expect(paths.map(({ name }) => name)).toEqual(["Path 1: 4 events", "Path 2: 5 events"]);
    expect(textOf(ways.html)).toContain("not injured: yes (physical_injury is No)");
    const there = await ways.follow("Path 1: 4 events");
    expect(now(there)).toBe("Police report filed");
    expect(there.address).toContain("region=CA");
    expect(textOf(there.html)).toContain(
      "Was user injured: Yes instead of No leads to Type of medical treatment",
    );
    expect(now(await there.follow("Yes"))).toBe("Type of medical treatment");
  });

  it("finds a path to a disqualification, and says if there is none", async () => {
    const ways = await open("/graphs/c/simulate?to=reason:have_attorney%7Cyes");
    const { html } = await ways.follow(/^Path 1/);
    expect(html).toContain("The lead so far: disqualified (have_attorney|yes)");
    expect((await open("/graphs/v4nv/simulate?to=place:AllPii.asking")).html).toContain(
      "No path leads there with this setup.",
    );
    expect((await open("/graphs/v4nv/simulate?to=place:constructor")).html).toContain(
      "This chart has no destination “place:constructor”.",
    );
  });

  it("shows the session that a visit in this state would have", holds(208, 209), async () => {
    const address = `/graphs/c/simulate?do=${encodeURIComponent("accident_date_button=Within+30+Days")}`;
    const { html } = await open(address);
    const [, table = ""] = html.match(/aria-label="Session, scrollable"([\s\S]*?)<\/table>/) ?? [];
    const rows = [...table.matchAll(/<th scope="row">(\w+)<\/th><td>(.*?)<\/td>/g)];
    expect(Object.fromEntries(rows.map(([, name, value]) => [name, value]))).toEqual({
      steps: "WhenWasTheAccident, OtherDriversVehicleType",
      currentStep: "OtherDriversVehicleType",
      currentProgress: "10",
      isDisqualified: "false",
      dqReason: "",
      injuryDate: "",
      sessionId: "",
      inDuiFlow: "false",
      isExternalHost: "false",
      showOverlay: "false",
      disableScroll: "false",
      tracker: expect.stringMatching(
        /^2 of 9: WhenWasTheAccident \(completed\), OtherDriversVehicleType, AtFault, /,
      ),
    });
  });

  it("exists for surveys only, and requires a token", async () => {
    for (const code of ["nothing", "navigation"])
      expect((await open(`/graphs/${code}/simulate`)).status, code).toBe(404);
    const address = "/graphs/c/simulate";
    expect((await send(closed.url, address, { form: { option: "x" } })).status).toBe(404);
  });

  it("draws its chart from left to right on request", async () => {
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)" width/.exec(
      (await open("/graphs/c/simulate?layout=wide")).html,
    )!;
    expect(Number(width)).toBeGreaterThan(Number(height));
  });

  it("logs no answer of a simulation", async () => {
    await open("/graphs/c/simulate?do=firstName%3DXanthippe");
    expect(site.output()).toContain('"/graphs/c/simulate"');
    expect(site.output()).not.toContain("Xanthippe");
  });

  it("is linked from the panel of a transition, and in a survey's menu", async () => {
    const panel = await open(`/graphs/c?at=${encodeURIComponent("WasUserInjured->PoliceReportFiled")}`);
    const ways = await panel.follow("Simulate the shortest path here");
    expect(ways.address).toBe("/graphs/c/simulate?to=way%3AWasUserInjured-%3EPoliceReportFiled");
    expect(ways.links.some(({ name }) => name === "Path 1: 4 events")).toBe(true);
    expect((await panel.follow("Simulator")).address).toBe("/graphs/c/simulate");
  });

  it("can be walked by keyboard alone: the next answer is the next tab stop", async ({ page }) => {
    await signIn(page, site, "/graphs/linear-short/simulate#now");
    for (const [choice, place] of [
      ["In the last week", "At fault"],
      ["No", "Was user injured"],
      ["Yes", "Name and email"],
      ["Ana, Ana, ana.rivera@example.com", "Check email"],
    ]) {
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
      let stops = 0;
      do {
        await page.keyboard.press("Tab");
        stops++;
      } while ((await focused()) !== choice && stops < 5);
      expect(await focused()).toBe(choice);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 2, name: place }).waitFor();
    }
  });

  it("is accessible, and no wider than a phone's window", () =>
    journey(
      async ({ page }) => {
        await signIn(page, site, "/graphs/");
        const faults: string[] = [];
        for (const path of [
          `linear-short/simulate?${answers}&at=1&do=nonsense`,
          "linear-short/simulate?to=place:NameAndEmail",
          "one-page/simulate",
        ]) {
          await page.goto(`${site.url}/graphs/${path}`);
          faults.push(...(await pageFaults(page, path)));
        }
        expect(faults).toEqual([]);
      },
      { ...phone, allowed: [/status of 4(04|22)/] },
    ));
});
