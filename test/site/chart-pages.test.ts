import { describe, expect, it } from "vitest";
import { chartsToken, withCharts } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";

const site = siteForTests(withCharts);

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** A page as it is without a script. @param form posted to it, instead of asking for it */
async function open(address: string, form?: Record<string, string>) {
  const headers = { Authorization: `Bearer ${chartsToken}` };
  const { status, headers: answered, text } = await send(site.url, address, { headers, form });
  if (answered.location) return open(answered.location);
  const html = text.replaceAll("<!-- -->", "");
  const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)".*?<\/a>/gs)].map(([whole, href]) => ({
    name: /aria-label="([^"]*)"/.exec(whole)?.[1] ?? textOf(whole),
    href: textOf(href!),
  }));
  return {
    status,
    html,
    address,
    links,
    text: (start: RegExp) =>
      textOf(new RegExp(`<(\\w+)[^>]*${start.source}[^>]*>.*?</\\1>`, "s").exec(html)![0]),
    /** Goes where the link of this name leads, the first if there are several. */
    follow(name: string | RegExp) {
      const link = links.find((each) =>
        typeof name === "string" ? each.name === name : name.test(each.name),
      );
      if (!link) throw new Error(`no link ${name} on ${address}`);
      const { pathname, search } = new URL(link.href, new URL(address, site.url));
      return open(pathname + search);
    },
  };
}
const now = ({ text }: Awaited<ReturnType<typeof open>>) => text(/id="now"/);
const answers = ["accident_date_button=Within+30+Days", "other_vehicle_type=Car", "at_Fault=no"]
  .map((answer) => `do=${encodeURIComponent(answer)}`)
  .join("&");

describe("the simulator", () => {
  it("is walked by links, back and forward too", async () => {
    const start = await (await open("/graphs/")).follow("Simulate linear-short");
    const injured = await (await start.follow("In the last week")).follow("No");
    expect(now(injured)).toBe("Was user injured");
    const asked = await injured.follow("Yes");
    const before = await (await asked.follow("One event back")).follow("One event back");
    expect(now(before)).toBe("At fault");
    const again = await (await before.follow("One event forward")).follow("One event forward");
    expect([now(again), again.address]).toEqual(["Name and email", asked.address]);
  });

  it("takes an answer of one's own as the survey does, and refuses it in the same words", async () => {
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

  it("shows the lead so far, with all that the services said", async () => {
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

  it("lists the paths to a state, opens one, and offers where it could have turned", async () => {
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
});

describe("a chart", () => {
  const places = ({ html }: { html: string }) => html.match(/data-node="/g)!.length;

  it("zooms by links", async () => {
    const chart = await open("/graphs/v4nv");
    const widthOf = ({ html }: { html: string }) => Number(/<svg[^>]* width="(\d+)"/.exec(html)![1]);
    expect(widthOf(await chart.follow("Zoom out"))).toBe(Math.round(0.8 * widthOf(chart)));
    expect((await chart.follow("100 %")).html).toContain('role="status"');
  });

  it("keeps what was searched for when a place is selected, and shows the place", async () => {
    const chart = await open("/graphs/v4nv?find=lawyer");
    expect(chart.text(/role="status"/)).toBe("2 matches");
    const picked = (await chart.follow("Has lawyer, question")).text(/id="picked"/);
    expect(picked).toContain("Leads to");
    expect(picked).toContain("machines/variants/v4nv.ts");
  });

  it("is folded to its happy path, and unfolded by a place that was out of sight", async () => {
    const chart = await open("/graphs/v4nv");
    const folded = await chart.follow("Happy path only");
    expect(places(folded)).toBeLessThan(places(chart) / 2);
    const branch = await folded.follow(/^Active insurance policy and 4 more/);
    const whole = await branch.follow("Missed work");
    expect(whole.text(/id="picked-title"/)).toBe("Missed work");
    expect(places(whole)).toBe(places(chart));
  });
});
