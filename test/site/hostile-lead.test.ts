import { expect, it } from "vitest";
import { type Bundle, checkBundle } from "../../services/evidence/verifier/check-bundle.ts";
import { answersC } from "../support/answers.ts";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { cookieOf, send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { logSecret } from "../support/tamperings.ts";
import { FormVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const markup = `</textarea></script><script>alert(1)</script><img src=x onerror=alert(2)>`;
const formula = `=HYPERLINK("https://evil.test","click")`;
/** Turns the text behind it around, where it is shown. */
const turn = "\u202e";

const made = during(async () => {
  const site = await startSite({ CONSENT_LOG_KEY: logSecret });
  const visitor = new FormVisitor(site.url, (request) => {
    request.headers.set("User-Agent", `${markup} \u009b2J`);
    return fetch(request);
  });
  const link = new URLSearchParams({ affid: "7", sub1: `${turn}${markup}`, sub2: formula });
  await visitor.open(`/survey/c?${link}`);
  const words = { case_description: `${markup} ${formula} ${"x".repeat(4_000)}` };
  for (const answer of Object.values({ ...answersC, IncidentDescription: words })) await visitor.post(answer);
  const [lead] = storedLeads(site.databaseFile);
  await waitFor(
    "the consent in the log",
    () => query(site.databaseFile, "select 1 from consents where seq is null").length === 0,
  );
  const [, key] = /\/console\/start\?key=([\w-]+)/.exec(site.output())!;
  const cookie = cookieOf(await send(site.url, "/console/start", { form: { key: key! } }));
  const read = async (path: string) => (await send(site.url, path, { headers: { Cookie: cookie } })).text;
  return { site, lead: lead!, read, close: () => site.close() };
});

it("a lead of markup is text in the console", holds("T121"), async () => {
  expect(JSON.stringify(made.lead.record)).toContain("<script>alert(1)");
  const own = `/console/leads/${made.lead.id}`;
  expect(await made.read(own)).toContain("&lt;script&gt;alert(1)");
  for (const path of ["/console", own]) {
    const html = await made.read(path);
    expect(html, path).toContain(made.lead.id);
    expect(/<script>alert|<img src=x|\u202e|\u009b/.exec(html), path).toBe(null);
  }
});

it("and no formula in its CSV", holds("T121"), async () => {
  for (const query of ["", "?for=spreadsheet"]) {
    const csv = await made.read(`/console/leads.csv${query}`);
    expect(csv.startsWith("\uFEFF")).toBe(query !== "");
    expect(csv).toContain("HYPERLINK");
    expect(/(?:^|,)"?[=+@-]HYPERLINK/m.exec(csv)).toBe(null);
  }
});

it("its evidence has nothing that a terminal acts upon, and is genuine", holds("T121"), async () => {
  const settings = {
    DATABASE_URL: made.site.databaseUrl,
    CONSENT_LOG_KEY: logSecret,
    CHROME_PATH: "/nowhere",
  };
  const { stdout } = await runCommand(`evidence ${made.lead.id}`, settings);
  expect(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u.exec(stdout)).toBe(null);
  expect(await checkBundle(stdout)).toMatchObject({ ok: true });
  const bundle = JSON.parse(stdout) as Bundle;
  expect(JSON.stringify(bundle.answers)).toContain(turn);
  expect(bundle.page!.html).not.toContain("alert");
});
