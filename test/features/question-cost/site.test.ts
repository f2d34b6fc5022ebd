import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import { phone, siteInChromium } from "../../support/browser.ts";
import { addPerson, chartsToken, signedInCookie, signIn, withCharts } from "../../support/console-people.ts";
import { databases } from "../../support/databases.ts";
import { during, siteForTests } from "../../support/during.ts";
import { pageFaults } from "../../support/faults.ts";
import { destinationsIn } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { recordVisits } from "./recorded.ts";

const page = "/graphs/c/question-cost";
const { path } = destinationsIn(
  'destinations:\n  north: { kind: json, mode: live, url: "http://127.0.0.1:9/", fields: { report: police_report } }\norder: [north]\n',
);
const settings = {
  ...withCharts,
  CLAIMPATH_FILE: path,
  HASH_KEY: "h".repeat(32),
  SESSION_SECRETS: "s".repeat(32),
};
const plain = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");
const read = async ({ url }: { url: string }, address = page) => {
  const { status, text } = await send(url, address, { headers: { Authorization: `Bearer ${chartsToken}` } });
  return { status, text: plain(text) };
};

describe.each(databases)("what each question costs, on $name", ({ start }) => {
  const server = during(start);
  const own = during(async () => {
    const url = await server.freshUrl();
    await recordVisits(url, { variant: variants.get("c")!, sessions: 40, seed: 2 });
    const connection = await openConnection(url, silentLog);
    await connection.write(async (trx) => {
      await trx
        .insertInto("salesLedger")
        .values({
          id: "line",
          once: "line",
          kind: "sale",
          part: "price",
          at: Date.now(),
          leadId: "lead",
          messageId: null,
          buyer: "north",
          buyerLeadId: null,
          cents: 12_050,
          affiliate: "",
          subId: "",
          offer: "57",
          survey: "c",
          state: "CA",
          qualified: 1,
          corrects: null,
          person: "",
          reason: "",
          returnDays: null,
          payout: "",
        })
        .execute();
    });
    const [one, other] = [
      await startSite({ ...settings, DATABASE_URL: url }),
      await startSite({ ...settings, DATABASE_URL: url }),
    ];
    return {
      url,
      one,
      other,
      connection,
      stop: () => Promise.all([one.stop(), other.stop(), connection.close()]),
    };
  });

  it("a sentence for each question says who leaves, what it keeps and who reads it; nothing of a visitor is shown", async () => {
    const { status, text } = await read(own.one);
    expect(status).toBe(200);
    expect(text).toMatch(
      /Of 40 sessions and (\d+) leads that began at least half an hour ago\. All \1 leads were replayed\./,
    );
    expect(text).toContain(
      "it has to be asked: north reads police_report as report; it changes no verdict; ",
    );
    expect(text).toMatch(
      /\d+ payloads would lose police_report; north has bought leads of this survey for \$120\.50\./,
    );
    expect(text).toContain("it has to be asked: the guard notInjured at WasUserInjured reads its answer.");
    expect(text).toMatch(
      /Type of medical treatment:? [^.]*; it changes no verdict; \d+ payloads would lose injury_type/,
    );
    expect(text).toContain('machine: without(c.machine, "AtFault", "c-without-at-fault")');
    expect(text).not.toMatch(/visitor@example\.com|2135550100|90210/);
  });

  it("a result is kept for all processes, until the chart is another or it is old", async () => {
    const { text } = await read(own.one);
    const [sentence] = /Of 40 sessions and \d+ leads/.exec(text)!;
    await own.connection.write(async (trx) => {
      const { body } = await trx.selectFrom("questionCosts").select("body").executeTakeFirstOrThrow();
      await trx
        .updateTable("questionCosts")
        .set({ body: body.replace('"sessions":40', '"sessions":4321') })
        .execute();
    });
    expect((await read(own.other)).text).toContain("Of 4,321 sessions");
    const change = (set: { chart?: string; at?: number; data?: number }) =>
      own.connection.write(async (trx) => {
        await trx.updateTable("questionCosts").set(set).execute();
      });
    // After a quarter of an hour it stands as long as no visit has come in since.
    await change({ at: Date.now() - 16 * 60_000 });
    expect((await read(own.one)).text).toContain("Of 4,321 sessions");
    await change({ data: 0 });
    expect((await read(own.one)).text).toContain(sentence);
    await change({ chart: "of another release" });
    expect((await read(own.other)).text).toContain(sentence);
  });

  it("the table is a file too, for those alone who may see the page", async () => {
    const headers = { Authorization: `Bearer ${chartsToken}` };
    const file = await send(own.one.url, `${page}/csv?sort=questions.left-here`, { headers });
    expect(file.headers["content-disposition"]).toBe('attachment; filename="c-questions.csv"');
    const [heads = "", ...rows] = file.text.trim().split("\r\n");
    expect(heads).toMatch(/^\W?Question,Left here,Leads lost,.*,Needed by,Id,Survey,Filters,As of$/);
    const table = (await send(own.one.url, page, { headers })).text;
    expect(rows).toHaveLength(
      table.split('data-table="questions"')[1]!.split("</table>")[0]!.split("<tr").length - 2,
    );
    expect(rows.find((row) => row.includes("PoliceReportFiled"))).toMatch(
      /^Police report filed,\d+,.*north \(\$120\.50\)/,
    );
    expect((await send(own.one.url, `${page}/pdf`, { headers })).status).toBe(404);
    expect((await send(own.one.url, `${page}/csv`)).status).toBe(404);
  });

  it("the command says the same in a terminal", async () => {
    const { HASH_KEY, SESSION_SECRETS } = settings;
    const env = { DATABASE_URL: own.url, CLAIMPATH_FILE: path, HASH_KEY, SESSION_SECRETS };
    const { stdout, stderr } = await runCommand("question-cost c", env);
    const { text } = await read(own.one);
    expect(stderr).toBe("");
    const lines = stdout.split("\n").filter((line) => line.includes(" leave"));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(text).toContain(line);
  });
});

describe("a survey that nobody has answered", () => {
  const { site, journey } = siteInChromium(phone, withCharts);

  it("has a sentence for each question that promises nothing, and its page is usable by everybody", () =>
    journey(async ({ page: open }) => {
      await signIn(open, site, page);
      const text = plain(await open.locator("main").innerHTML()).replace(/\s+/g, " ");
      expect(text).toContain("No lead of a recorded visit could be replayed");
      expect(text).toContain("Police report filed: nobody leaves here; no lead could be replayed yet.");
      expect(await pageFaults(open, "question-cost")).toEqual([]);
    }));

  it("is no survey's where the code is none", async () => {
    for (const code of ["navigation", "nonsense"])
      expect((await read(site, `/graphs/${code}/question-cost`)).status, code).toBe(404);
  });
});

describe("people of the console", () => {
  const site = siteForTests({ stubs: false });

  it("see it from the role numbers up", async () => {
    const as = async (role: "charts" | "numbers") => {
      const Cookie = await signedInCookie(site, addPerson(site, role, role));
      return (await send(site.url, page, { headers: { Cookie } })).status;
    };
    expect(await as("charts")).toBe(404);
    expect(await as("numbers")).toBe(200);
  });
});

it.each([
  ["question-cost cc", "There is no survey cc. Did you mean c?"],
  ["question-cost c --arm HasLawer", "There is no question HasLawer. Did you mean HasLawyer?"],
  ["question-cost c --before HasLawyer", "--before needs --arm: which question to ask later."],
])("%s is refused in a sentence", async (line, sentence) => {
  const { status, stderr } = await runCommand(line, {});
  expect([status, stderr.trim()]).toEqual([1, sentence]);
});

it("the command prints what to write for an arm", async () => {
  const { stdout } = await runCommand("question-cost c --arm AtFault --before NameAndEmail", {});
  expect(stdout).toContain("// machines/variants/c-later-at-fault.ts\n");
  expect(stdout).toContain('movedBefore(c.machine, "AtFault", "NameAndEmail", "c-later-at-fault")');
  expect(stdout).toContain("survey: /survey/c-later-at-fault }");
});
