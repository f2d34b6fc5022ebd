import { expect, it } from "vitest";
import { pageFeatures } from "../../../../app/features.ts";
import { chartsToken, withCharts } from "../../../support/console-people.ts";
import { siteForTests } from "../../../support/during.ts";
import { holds } from "../../../support/holds.ts";
import { runCommand } from "../../../support/run-command.ts";
import { send } from "../../../support/send.ts";
import { query } from "../../../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../../../support/visitors.ts";
import { waitFor } from "../../../support/wait-for.ts";
import { addSimulated } from "../simulated.ts";

const site = siteForTests(withCharts);
const ask = async (path: string) => {
  const sent = await send(site.url, path, { headers: { Authorization: `Bearer ${chartsToken}` } });
  return { ...sent, text: sent.text.replaceAll("<!-- -->", "") };
};
const addressesIn = (text: string, of: RegExp) =>
  [...text.matchAll(of)].map(([, address]) => address!.replaceAll("&amp;", "&"));

/** One visitor's typed text, parameters and facts. */
const own = {
  firstName: "Xaverine",
  lastName: "Quillfeather",
  email: "xaverine.quillfeather@example.com",
  phone: "(213) 555-0187",
  zip_code: "90211",
  case_description: "My cousin Ottoline was in the truck that hit the blue fence at the dairy.",
};
const traces = /xaverine|quillfeather|555-?\D?0187|2135550187|90211|ottoline|dairy|clickmark|127\.0\.0\.1/i;

it(
  "the visits behind a number open step by step, with nothing personal, until they are erased",
  holds("T132"),
  async () => {
    const { firstName, lastName, email, phone, zip_code, case_description } = own;
    const visitor = await new JsonVisitor(site.url).open(
      "?affid=7&gclid=clickmark1&s1=clickmark2&sub5=clickmark3",
    );
    const [first, second, ...rest] = entriesC({
      IncidentDescription: { case_description },
      NameAndEmail: { firstName, lastName, email },
      PhoneAndZip: { phone, zip_code },
    });
    await visitor.progress([first!, second!]);
    await visitor.progress([{ back: "OtherDriversVehicleType" }]);
    await visitor.progress([{ refused: { step: "WhenWasTheAccident", fields: ["option"], at: Date.now() } }]);
    await visitor.finish([first!, second!, ...rest]);
    await (await new JsonVisitor(site.url).open()).progress(entriesC().slice(0, 3));
    const sessions = () =>
      query(site.databaseFile, "select id from analytics_sessions where visit_id is not null");
    await waitFor("the analysts' sessions", () => sessions().length === 2);
    await addSimulated(site, { sessions: 3, seed: 1 });

    const numbers = await ask("/graphs/c/numbers?affiliate=7");
    const [pressed] = addressesIn(numbers.text, /href="(\/graphs\/c\/visits\?affiliate=7)">1</g);
    const list = await ask(pressed!);
    expect(list.status).toBe(200);
    expect(list.text).toContain("1 visit, as of");
    // Days are cut in the site's time zone, so moments are read in it too.
    const [begun] = query<{ at: number }>(site.databaseFile, "select min(created_at) as at from visits");
    const moment = new Date(begun!.at);
    const title = moment.toISOString().slice(0, 16).replace("T", " ");
    const hour = moment.toLocaleString("en-US", {
      timeZone: "America/New_York",
      hour: "2-digit",
      hourCycle: "h23",
    });
    expect(list.text).toMatch(new RegExp(`title="${title} UTC">[\\d-]+ ${hour}:\\d\\d E[SD]T</time>`));
    const [address] = addressesIn(list.text, /href="(\/graphs\/c\/visits\/[\da-f-]{36}\?affiliate=7)"/g);
    const page = await ask(address!);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Went back from Other drivers vehicle type");
    expect(page.text).toContain("validation error (option)");
    expect(page.text).toContain("typed, not shown (firstName, lastName, email)");
    expect(page.text).toContain("The lead: qualified");

    const moments = await Promise.all([1, 5, 9].map((step) => ask(`${address}&step=${step}`)));
    const walkPages = pageFeatures.flatMap(({ walks }) => walks ?? []);
    const walked = walkPages
      .flatMap(({ keep, goOn }) => [keep("c", ""), goOn("c", "", "")])
      .flatMap(({ href }) =>
        addressesIn(moments[1]!.text, new RegExp(`href="(${href.split("?")[0]}\\?[^"#]+)`, "g")),
      );
    const again = await Promise.all(walked.map(ask));
    expect([walked.length, ...again.map(({ status }) => status)]).toEqual([
      2 * walkPages.length,
      ...again.map(() => 200),
    ]);
    // The filters above the list offer sub ids, as on every page of numbers; the visits do not show theirs.
    const listed = list.text.slice(list.text.indexOf("1 visit, as of"));
    const shown = [page, ...again, ...moments].map(({ text }) => text);
    for (const text of [listed, ...shown]) expect(text).not.toMatch(traces);
    expect(decodeURIComponent(walked.join())).not.toMatch(traces);

    // The interval of the newest visit is not over while the page is of the same one; that of the simulated visits is.
    const [newest] = query<{ at: number }>(site.databaseFile, "select max(created_at) as at from visits");
    const newestThere = new Date(newest!.at).toLocaleString("sv-SE", { timeZone: "America/New_York" });
    for (const [step, length] of [
      ["hour", 13],
      ["day", 10],
    ] as const) {
      const { text } = await ask(`/graphs/c/numbers?show=time&step=${step}`);
      const [, asOf = ""] = /As of <time[^>]*>([^<]+)</.exec(text)!;
      expect(text.includes("Not over yet"), step).toBe(
        asOf.slice(0, length) === newestThere.slice(0, length),
      );
    }
    expect((await ask("/graphs/c/numbers?show=time&data=simulated")).text).not.toContain("Not over yet");

    const both = await ask("/graphs/c/visits?data=both");
    expect(both.text).toContain("5 visits, as of");
    expect(both.text.match(/<td>simulated</g)).toHaveLength(3);
    const [whole] = addressesIn(both.text, new RegExp(`href="(${address!.split("?")[0]}[^"]*)"`, "g"));
    const beside = addressesIn((await ask(whole!)).text, /href="([^"]+)">(?:Newer|Older) visit/g);
    expect(beside).toHaveLength(1);
    expect((await ask(beside[0]!)).text).toMatch(/<dt>Lead<\/dt><dd>none<\/dd>/);

    const erased = await runCommand(`privacy delete --email ${email} --yes`, {
      DATABASE_URL: site.databaseUrl,
    });
    expect(erased).toMatchObject({ status: 0 });
    const gone = await ask(address!);
    expect(gone.status).toBe(404);
    expect(gone.text).toContain("This visit does not exist.");
    await waitFor("the list", async () => (await ask("/graphs/c/visits")).text.includes("erased"));
    expect(site.output()).not.toMatch(/xaverine|quillfeather|ottoline|clickmark/i);
  },
);

it("unknown visits, another survey's visits and invalid ids are not found", async () => {
  const [{ id }] = query<{ id: string }>(site.databaseFile, "select id from visits") as [{ id: string }];
  for (const path of [
    `v4nv/visits/${id}`,
    `c/visits/${id.replace(/.$/, "x")}`,
    `c/visits/${id.replace(/^./, "f")}`,
    "c/visits/..%00",
  ]) {
    expect((await ask(`/graphs/${path}`)).status, path).toBe(404);
  }
  expect((await ask("/graphs/c/visits?older=x")).status).toBe(422);
  expect((await ask("/graphs/nothing/visits")).status).toBe(404);
});
