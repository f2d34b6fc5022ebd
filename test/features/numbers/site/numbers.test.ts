import { beforeAll, describe, expect, it } from "vitest";
import { pageFeatures } from "../../../../app/features.ts";
import { answersC } from "../../../support/answers.ts";
import { chartsToken, withCharts } from "../../../support/console-people.ts";
import { siteForTests } from "../../../support/during.ts";
import { phone } from "../../../support/seen-views.ts";
import { send } from "../../../support/send.ts";
import { parseCsv } from "../../../support/tables.ts";
import { FormVisitor } from "../../../support/visitors.ts";
import { waitFor } from "../../../support/wait-for.ts";
import { addSimulated } from "../simulated.ts";

const site = siteForTests(withCharts);
const headers = { Authorization: `Bearer ${chartsToken}` };
const get = async (path: string) => {
  const sent = await send(site.url, path, { headers });
  return { ...sent, text: sent.text.replaceAll("<!-- -->", "") };
};
const codes = ["c", "v4nv", "dui"];

beforeAll(async () => {
  for (const [at, code] of codes.entries())
    await addSimulated(site, { code, sessions: 150 + 50 * at, seed: at + 1, days: 20, until: "2026-11-10" });
});

const fileOf = async (name: string, query: string, of: string) =>
  parseCsv((await get(`${of}/${name}.csv?${query}`)).text);
async function table(name: string, query: string, of = "/graphs/numbers") {
  const [heads, ...lines] = await fileOf(name, query, of);
  return lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [heads![at]!, cell])));
}
const figure = (page: string, name: string) =>
  Number(new RegExp(`>${name}</dt><dd><strong>(?:<a[^>]*>)?([\\d,]+)`).exec(page)![1]!.replace(",", ""));
const rate = ["", ", 95% CI low", ", 95% CI high"].map((end) => `Leads per session${end} (%)`);
/** The same, as the breakdown of a survey names it. */
const ownRate = ["", ", 95% CI low", ", 95% CI high"].map((end) => `Conversion${end} (%)`);

describe("a survey's numbers", () => {
  const numbers = "/graphs/v4nv/numbers";

  it.each([
    "",
    "/steps.csv",
    "?show=sides",
    "/whole.csv?show=sides",
    "?show=values",
    "/cells.csv?show=values",
    "?show=notes",
  ])("require the token, and are cached nowhere: %s", async (page) => {
    for (const other of [undefined, { Authorization: "Bearer wrong" }])
      expect((await send(site.url, numbers + page, { headers: other })).status).toBe(404);
    const { status, headers } = await get(numbers + page);
    expect(status).toBe(200);
    expect(headers["cache-control"]).toContain("no-store");
  });

  it("are the same on the page and in its files, under its form's filters", async () => {
    const form = (await get(numbers)).text;
    for (const field of [
      '<select id="data" name="data">',
      '<select id="measure" name="measure">',
      'name="with" aria-label="Passed through Missed work" value="MissedWork"',
    ])
      expect(form).toContain(field);
    const query = "data=simulated&rows=all&measure=dropOff&with=MissedWork";
    const { text } = await get(`${numbers}?${query}`);
    const rowsOf = (name: string) =>
      [...new RegExp(`data-table="${name}".*?</table>`, "s").exec(text)![0].matchAll(/<tr>.*?<\/tr>/gs)]
        .slice(1)
        .map(([row]) =>
          [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
            cell!.replace(/<[^>]*>|,/g, ""),
          ),
        );
    for (const [name, column] of [
      ["steps", 1],
      ["leads", 2],
    ] as const) {
      const file = await get(`${numbers}/${name}.csv?${query}`);
      expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(file.headers["content-disposition"]).toBe(`attachment; filename="v4nv-${name}.csv"`);
      const lines = parseCsv(file.text).slice(1);
      expect(rowsOf(name).map((row) => row[column])).toEqual(lines.map((line) => line[column]));
    }
    const steps = (await fileOf("steps", query, numbers)).slice(1);
    const missed = steps.find(([place]) => place === "Missed work")!;
    expect(missed.slice(1, 3)).toEqual([steps[0]![1], "100"]);
    expect(text).toMatch(
      /<a [^>]*href="\?data=simulated&amp;rows=all&amp;measure=dropOff"[^>]*>.*?Passed through: Missed work/,
    );
  });
});

describe("a survey's filters", () => {
  it("filters of two sides are folded unless they have mistakes, and the folded line names those that are set", async () => {
    const { text } = await get("/graphs/v4nv/numbers?show=sides&data=simulated&a.device=phone");
    expect(text).toContain("<summary>A: v4nv, Device phone · B: v4nv</summary>");
    expect(text).not.toMatch(/<details[^>]* open/);
    const refused = await get("/graphs/v4nv/numbers?show=sides&data=simulated&a.from=2026-02-30");
    expect(refused.text, "open where it has to be mended").toMatch(
      /<details[^>]* open=""><summary>A: v4nv, from/,
    );
  });

  it("can be cleared where one is set, and not where one is only shown", async () => {
    const offers = async (query: string) =>
      (await get(`/graphs/c/numbers?data=simulated&${query}`)).text.includes("Clear all");
    expect(await offers("show=values&by=affiliate&sort=drop&order=asc")).toBe(false);
    expect(await offers("show=values&by=affiliate&device=phone")).toBe(true);
  });

  it("report an unknown step, and suggest the right one", async () => {
    const text = async (query: string) => (await get(`/graphs/c/numbers?data=simulated&${query}`)).text;
    expect(await text("with=AtFautl")).toContain(
      "There is no step or transition “AtFautl” in this chart, nor in these visits.",
    );
    expect(await text("without=AtFault&with=HasLawyer")).not.toContain("There is no step");
  });

  const sessions = async (query: string) =>
    figure((await get(`/graphs/c/numbers?data=simulated&${query}`)).text, "Sessions");

  it("exclude what is ticked when inverted, and the rest adds up", async () => {
    const counts = await Promise.all(
      ["", "affiliate=7&affiliate=12", "affiliate=7&affiliate=12&except=affiliate"].map(sessions),
    );
    expect(counts[1]).toBeGreaterThan(0);
    expect(counts[1]! + counts[2]!).toBe(counts[0]);
    const { text } = await get("/graphs/c/numbers?data=simulated&affiliate=7&except=affiliate");
    expect(text).toMatch(/Affiliate: not 7 /);
    const rows = await table(
      "cells",
      "show=values&data=simulated&affiliate=7&except=affiliate",
      "/graphs/c/numbers",
    );
    expect(rows.map(({ Affiliate }) => Affiliate)).not.toContain("7");
    // A row's own numbers are those of its value, whatever the page leaves out.
    const { text: breakdown } = await get(
      "/graphs/c/numbers?show=values&data=simulated&affiliate=7&except=affiliate",
    );
    expect(breakdown).toMatch(/href="\/graphs\/c\/numbers\?data=simulated&amp;affiliate=12"/);
    expect((await get("/graphs/c/numbers?except=afiliate")).status).toBe(422);
  });
});

describe("pages that the numbers had before they were one", () => {
  it.each([
    ["/numbers/over-time?step=week&device=phone", "/numbers?step=week&device=phone&show=time"],
    ["/numbers/over-time/steps.csv?step=week", "/numbers/steps.csv?step=week&show=time"],
    ["/numbers/breakdown?by=device&and=affiliate", "/numbers?by=device&and=affiliate&show=values"],
    ["/numbers/breakdown/cells.parquet", "/numbers/cells.parquet?show=values"],
    ["/numbers/compare?a.variant=c&b.variant=dui", "/numbers?a.variant=c&b.variant=dui&show=sides"],
    ["/numbers/compare/whole.csv", "/numbers/whole.csv?show=sides"],
    ["/notes?place=AtFault", "/numbers?place=AtFault&show=notes"],
  ])("%s leads to %s, which exists", async (before, now) => {
    const { status, headers } = await get(`/graphs/c${before}`);
    expect([status, headers.location]).toEqual([301, `/graphs/c${now}`]);
    expect((await get(`/graphs/c${now}`)).status).toBe(200);
    expect((await send(site.url, `/graphs/c${before}`, {})).status).toBe(404);
  });

  it("share one menu, which keeps the filters", async () => {
    const { text } = await get(
      "/graphs/c/numbers?show=time&data=simulated&device=phone&sort=steps.leads&order=up",
    );
    const [, menu] = /<nav aria-label="What is shown"[^>]*>(.*?)<\/nav>/s.exec(text)!;
    const links = [...menu!.matchAll(/href="([^"]*)"( aria-current="page")?>([^<]*)/g)];
    expect(
      links.map(([, href, isCurrent, name]) => [
        name,
        href!.replaceAll("&amp;", "&"),
        isCurrent !== undefined,
      ]),
    ).toEqual([
      ["By step", "/graphs/c/numbers?data=simulated&device=phone", false],
      ["By value", "/graphs/c/numbers?data=simulated&device=phone&show=values", false],
      ["Over time", "/graphs/c/numbers?data=simulated&device=phone&show=time", true],
      ["Two sides", "/graphs/c/numbers?data=simulated&device=phone&show=sides", false],
      ["Notes", "/graphs/c/numbers?data=simulated&device=phone&show=notes", false],
      ["All surveys", "/graphs/numbers?data=simulated&device=phone", false],
    ]);
    const [, tabs] = /<nav aria-label="Pages of c"[^>]*>(.*?)<\/nav>/s.exec(text)!;
    expect([...tabs!.matchAll(/>([^<]+)<\/a>/g)].map(([, name]) => name)).toEqual([
      "Chart",
      ...pageFeatures.flatMap(({ ofSurvey = [] }) => ofSurvey.map(({ text }) => text)),
    ]);
    const refused = await get("/graphs/c/numbers?show=colours");
    expect([
      refused.status,
      refused.text.includes("Choose one of these: steps, values, time, sides, notes."),
    ]).toEqual([422, true]);
    // Every row of a comparison is shown on request.
    expect((await get("/graphs/c/numbers?show=sides&data=simulated&b.device=phone&rows=all")).status).toBe(
      200,
    );
  });
});

describe("a survey over time", () => {
  const over = (query: string) => get(`/graphs/c/numbers?show=time&data=simulated${query}`);
  const steps = (query: string) => fileOf("steps", `show=time&data=simulated${query}`, "/graphs/c/numbers");
  const sum = (lines: string[][], column: string) => {
    const at = lines[0]!.indexOf(column);
    return lines.slice(1).reduce((all, line) => all + Number(line[at]), 0);
  };

  it("adds up by hour, day and week to the survey's numbers, under the same filters", async () => {
    for (const filter of ["", "&device=phone&from=2026-11-01"]) {
      const numbers = (await get(`/graphs/c/numbers?data=simulated${filter}`)).text;
      for (const step of ["hour", "day", "week"]) {
        const lines = await steps(`${filter}&step=${step}`);
        const sums = ["First views", "Sessions"].map((column) => sum(lines, column));
        const isWhole = step !== "hour" || filter !== "";
        if (isWhole) expect(sums).toEqual(["First views", "Sessions"].map((name) => figure(numbers, name)));
        else expect(lines).toHaveLength(14 * 24 + 1);
      }
    }
  });

  it("is drawn without a script, has the same numbers in a table, and links to a step's own numbers", async () => {
    const { text, status } = await over("&step=week");
    expect(status).toBe(200);
    expect(text.match(/data-chart="(counts|rates)"/g)).toHaveLength(2);
    expect(text).toContain("<polyline");
    expect(text).toMatch(/<th scope="row"[^>]*>2026-11-02/);
    const href = /href="(\/graphs\/c\/numbers\?[^"]*from=2026-11-02[^"]*)"/
      .exec(text)![1]!
      .replaceAll("&amp;", "&");
    expect(href).toContain("to=2026-11-08");
    const lines = await steps("&step=week");
    const week = lines.find(([at]) => at === "2026-11-02")!;
    expect(String(figure((await get(href)).text, "Sessions"))).toBe(week[lines[0]!.indexOf("Sessions")]);
  });

  it("shows one step, in its charts and in a table that adds up to the step's own numbers", async () => {
    const { text, status } = await over("&about=step:HasLawyer");
    expect(status).toBe(200);
    expect(text.match(/data-chart="part-(rate|counts)"/g)).toHaveLength(2);
    expect(text).toMatch(/<option value="step:HasLawyer" selected="">Step: Has lawyer<\/option>/);
    const lines = await fileOf("part", "show=time&data=simulated&about=step:HasLawyer", "/graphs/c/numbers");
    const [step] = (await table("steps", "data=simulated", "/graphs/c/numbers")).filter(
      ({ Step }) => Step === "Has lawyer",
    );
    expect(sum(lines, "Came here")).toBe(Number(step!.Sessions) - Number(step!["Under way"]));
    const calls = await fileOf(
      "part",
      "show=time&data=simulated&about=service:checkPhone",
      "/graphs/c/numbers",
    );
    const said = (await table("services", "data=simulated", "/graphs/c/numbers")).filter(
      ({ Service }) => Service === "checkPhone",
    );
    for (const { Outcome, Times } of said) expect(sum(calls, Outcome!)).toBe(Number(Times));
    expect((await over("&about=colour:red")).status).toBe(422);
  });

  it("marks analysts' notes on their days", async () => {
    const form = { intent: "add", day: "2026-11-03", about: "", words: "Prices went up." };
    expect((await send(site.url, "/graphs/c/numbers?show=notes", { form, headers })).status).toBe(303);
    const { text } = await over("");
    expect(text).toContain("<title>2026-11-03: Note (The whole survey): Prices went up.</title>");
    expect(text).toMatch(/2026-11-03<\/td><td[^>]*>Note \(The whole survey\): Prices went up\./);
  });
});

describe("the numbers of all surveys", () => {
  it("every survey has the same numbers here as on its own pages under the same filters", async () => {
    for (const more of ["", "&from=2026-11-01&affiliate=7"]) {
      const query = `data=simulated&device=phone${more}`;
      const rows = await table("surveys", query);
      expect(rows.map(({ Survey }) => Survey).sort()).toEqual([...codes].sort());
      for (const row of rows) {
        const own = (await get(`/graphs/${row.Survey}/numbers?${query}`)).text;
        const qualified = figure(own, "Qualified leads");
        expect([row["First views"], row.Bounces, row.Sessions, row.Leads, row.Qualified].map(Number)).toEqual(
          [
            figure(own, "First views"),
            figure(own, "Bounces"),
            figure(own, "Sessions"),
            qualified + figure(own, "Disqualified leads"),
            qualified,
          ],
        );
        const cells = await table("cells", `show=values&${query}&by=device`, `/graphs/${row.Survey}/numbers`);
        expect(cells).toHaveLength(1);
        expect(rate.map((name) => row[name])).toEqual(ownRate.map((name) => cells[0]![name]));
        const days = await table("steps", `show=time&${query}`, `/graphs/${row.Survey}/numbers`);
        const sessionsOn = new Map(days.map(({ Day, Sessions }) => [Day, Sessions]));
        const newest = Object.keys(row).find((name) => name.startsWith("Sessions by day to "))!;
        const last = Date.parse(newest.slice(-10));
        const fourteen = Array.from({ length: 14 }, (_, at) =>
          new Date(last - (13 - at) * 86_400_000).toISOString().slice(0, 10),
        );
        expect(row[newest]).toBe(fourteen.map((day) => sessionsOn.get(day) ?? "0").join(" "));
      }
    }
  });

  it("add up to the same in surveys, sources and the sentence above them", async () => {
    const query = "data=simulated&device=phone";
    const { text } = await get(`/graphs/numbers?${query}`);
    const sums = (rows: Record<string, string>[]) =>
      ["First views", "Sessions", "Leads", "Qualified"].map((name) =>
        rows.reduce((sum, row) => sum + Number(row[name]), 0),
      );
    const all = sums(await table("surveys", query));
    const [views, sessions, leads, qualified] = all;
    expect(text).toContain(
      `3 surveys with visitors, ${views} first views, ${sessions} sessions, ${leads} leads (${qualified} qualified).`,
    );
    for (const by of ["affiliate", "offer", "path", "device", "language", "version"])
      expect(sums(await table("values", `${query}&by=${by}`)), by).toEqual(all);
    // What is not stored about mere viewers.
    const bySubId = await table("values", `${query}&by=subId`);
    expect(sums(bySubId).slice(1)).toEqual(all.slice(1));
    expect(new Set(bySubId.map((row) => row["First views"]))).toEqual(new Set([""]));
  });

  it("link on with the same filters, and are sorted by the pressed column", async () => {
    const { text } = await get(
      "/graphs/numbers?data=simulated&device=phone&by=offer&sort=surveys.sessions&order=up",
    );
    expect(text).toContain('href="/graphs/c/numbers?data=simulated&amp;device=phone"');
    expect(text).toMatch(/href="\?data=simulated&amp;device=phone&amp;offer=[^"]*"/);
    const names = [
      ...text.slice(text.indexOf('data-table="surveys"')).matchAll(/<th scope="row"[^>]*>([\w-]+)/g),
    ];
    const sessions = await table("surveys", "data=simulated&device=phone");
    const order = sessions.toSorted((one, other) => Number(one.Sessions) - Number(other.Sessions));
    expect(names.slice(0, 3).map(([, name]) => name)).toEqual(order.map(({ Survey }) => Survey));
  });

  it("say when there are no visitors, and refuse impossible questions", async () => {
    const { text } = await get("/graphs/numbers");
    expect(text).toContain("0 surveys with visitors, 0 first views, 0 sessions");
    expect(text).toContain("No visitors yet.");
    for (const [query, words] of [
      ["with=AtFault", "“with” filters by a step, so it works on the pages of one survey"],
      ["by=colour", "Choose one of these: path, offer, affiliate"],
    ]) {
      for (const path of ["/graphs/numbers", "/graphs/numbers/surveys.csv"]) {
        const refused = await get(`${path}?${query}`);
        expect([refused.status, refused.text.includes(words!)], `${path}?${query}`).toEqual([422, true]);
      }
    }
    expect((await get("/graphs/numbers/nothing.csv")).status).toBe(404);
  });
});

describe("a visit too fast for people", () => {
  it("is counted separately, and every page says so", async () => {
    const program = new FormVisitor(site.url, (request) => {
      request.headers.set("User-Agent", phone);
      return fetch(request);
    });
    await program.open("/survey/c?affid=666");
    for (const answer of Object.values(answersC).slice(0, 6)) await program.post(answer);
    await waitFor("the session", async () => (await real("pace=all")) === 1);
    expect(await real("")).toBe(0);
    for (const page of ["numbers", "numbers?show=time", "numbers?show=values", "visits"]) {
      const { text } = await get(`/graphs/c/${page}`);
      expect(text, page).toMatch(
        /One visit answered faster than anybody can and made no lead: it is not counted here/,
      );
      expect(text, page).toMatch(/href="\?(show=\w+&amp;)?pace=fast"/);
    }
    expect((await get("/graphs/numbers")).text).toContain("One visit answered faster");
    const [view] = await table("cells", "show=values&", "/graphs/c/numbers");
    expect(view).toBeUndefined();
    const [fast] = await table("cells", "show=values&pace=fast", "/graphs/c/numbers");
    expect([fast!.Affiliate, fast!.Sessions]).toEqual(["666", "1"]);
  });
  const real = async (query: string) => figure((await get(`/graphs/c/numbers?${query}`)).text, "Sessions");
});

describe("what a form offers, its page answers", () => {
  it.each([
    "/graphs/c/numbers?data=simulated",
    "/graphs/c/numbers?data=simulated&show=values",
    "/graphs/c/numbers?data=simulated&show=time",
    "/graphs/c/numbers?data=simulated&show=sides&a.device=phone&b.device=desktop",
    "/graphs/c/visits?data=simulated",
    "/graphs/numbers?data=simulated",
  ])("%s", async (address) => {
    const { text } = await get(address);
    const [form] = /<form [^>]*aria-label="(?:Filters|What to compare)".*?<\/form>/s.exec(text)!;
    const offered = new Set<string>();
    for (const [, name, options] of form.matchAll(/<select [^>]*?name="([^"]+)".*?>(.*?)<\/select>/gs)) {
      const values = [...options!.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value!);
      // A long menu is tried at both ends and in the middle.
      const some = values.length > 15 ? [values[0], values[values.length >> 1], values.at(-1)] : values;
      for (const value of some) offered.add(`${name}=${value}`);
    }
    // All steps are asked alike, so the first is enough.
    const ways = new Set<string>();
    for (const [, name, value] of form.matchAll(/type="checkbox" name="([^"]+)"[^>]*? value="([^"]*)"/g)) {
      if (["with", "without", "endingAt"].includes(name!) && ways.has(name!)) continue;
      ways.add(name!);
      offered.add(`${name}=${value}`);
    }
    expect(offered.size).toBeGreaterThan(5);
    for (const each of offered) {
      const [name, value] = each.split("=") as [string, string];
      const asked = new URL(`http://site${address}`);
      if (name === "except") asked.searchParams.append(name, value);
      else asked.searchParams.set(name, value.replaceAll("&amp;", "&").replaceAll("&gt;", ">"));
      const answer = await get(asked.pathname + asked.search);
      const isRefused = /-error" role="alert"/.test(answer.text);
      expect([each, answer.status, isRefused]).toEqual([each, 200, false]);
    }
  });
});
