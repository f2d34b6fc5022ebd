import { beforeAll, expect, it } from "vitest";
import { addPerson, chartsToken, signedInCookie, withCharts } from "../../../support/console-people.ts";
import { siteForTests } from "../../../support/during.ts";
import { holds } from "../../../support/holds.ts";
import { send } from "../../../support/send.ts";
import { query } from "../../../support/store-reader.ts";
import { waitFor } from "../../../support/wait-for.ts";
import { addSimulated } from "../simulated.ts";

const site = siteForTests(withCharts);
const cookies = {} as Record<"nan" | "cy", string>;
beforeAll(async () => {
  cookies.nan = await signedInCookie(site, addPerson(site, "nan", "numbers"));
  cookies.cy = await signedInCookie(site, addPerson(site, "cy", "charts"));
  await addSimulated(site, { sessions: 50, seed: 1 });
  const row = /<th scope="row"[^>]*>At fault/;
  const isCounted = async () => row.test((await get("/graphs/c/numbers?data=simulated")).text);
  await waitFor("the simulated sessions", isCounted);
});

const get = async (path: string, headers: Record<string, string> = { Cookie: cookies.nan }) => {
  const sent = await send(site.url, path, { headers });
  return { ...sent, text: sent.text.replaceAll("<!-- -->", "") };
};
const post = (form: Record<string, string>, headers = {}, code = "c") =>
  send(site.url, `/graphs/${code}/numbers?show=notes`, {
    form,
    headers: { Cookie: cookies.nan, ...headers },
  });
const add = (day: string, about: string, words: string) => post({ intent: "add", day, about, words });
const kept = () => query(site.databaseFile, "select * from day_notes order by id");
const idOf = (words: string) => kept().find((note) => note.words === words)!.id as string;

it("a note on a place is shown in its row and at the place, on the counted days", async () => {
  expect((await add("2026-11-03", "AtFault", "New ad campaign began.")).headers.location).toBe(
    "/graphs/c/numbers?show=notes",
  );
  await add("2026-11-04", "", "Prices went up.");
  await add("2026-11-05", "*", "The zip service was down.");
  const placesIn = (text: string) => text.slice(text.indexOf('data-table="steps"'));
  const row = (text: string) => /<th scope="row"[^>]*>At fault(.*?)<\/th>/.exec(placesIn(text))![1];
  const note = "2026-11-03: New ad campaign began.";
  const whole = (await get("/graphs/c/numbers?data=simulated&at=AtFault")).text;
  expect(row(whole)).toContain(note);
  const picked = /<section id="picked".*?<\/section>/s.exec(whole)![0];
  expect(picked).toContain("<strong>2026-11-03</strong>: New ad campaign began.");
  expect(picked).toContain('href="/graphs/c/numbers?show=notes&amp;place=AtFault"');
  expect(picked).not.toContain("Prices");
  for (const words of ["New ad campaign", "Prices went up", "The zip service"])
    expect(whole).toContain(words);
  const later = (await get("/graphs/c/numbers?data=simulated&at=AtFault&from=2026-11-04&to=2026-11-04")).text;
  for (const words of ["New ad campaign", "The zip service"]) expect(later).not.toContain(words);
  expect(later).toContain("Prices went up.");
  const other = (await get("/graphs/dui/numbers?data=simulated")).text;
  expect([other.includes("The zip service"), other.includes("Prices")]).toEqual([true, false]);
  expect((await get("/graphs/c/numbers/steps.csv?data=simulated")).text).not.toContain("campaign");
});

it("a note says who wrote and who changed it, and can be deleted", async () => {
  await add("2026-10-01", "", "One\r\ntwo.");
  expect(kept().at(-1)).toMatchObject({ words: "One\ntwo.", person: "nan", changed_at: null });
  const id = idOf("One\ntwo.");
  const byToken = { Cookie: "", Authorization: `Bearer ${chartsToken}` };
  const change = { intent: "change", id, day: "2026-10-02", words: "Three." };
  expect((await post(change, byToken)).status).toBe(303);
  const { text } = await get("/graphs/c/numbers?show=notes");
  expect(text).toMatch(
    /2026-10-02[\s\S]*Three\.<\/p><p[^>]*>Written by nan, [\d-]+ [\d:]+ E[SD]T; edited by someone with the token, /,
  );
  await post({ intent: "delete", id }, {}, "dui");
  expect(kept().map((note) => note.id)).toContain(id);
  expect((await post({ intent: "delete", id })).status).toBe(303);
  expect(kept().map((note) => note.id)).not.toContain(id);
  const gone = await post(change);
  expect([gone.status, gone.text.includes("This note has been deleted.")]).toEqual([422, true]);
});

it("a note is plain text, and only roles that see numbers read or write it", holds("T133"), async () => {
  await add("2026-10-01", "", "<img src=x onerror=alert(1)> https://example.com \u202e");
  for (const path of ["/graphs/c/numbers?show=notes", "/graphs/c/numbers?data=simulated"]) {
    const { text } = await get(path);
    expect(text, path).toContain("&lt;img src=x onerror=alert(1)&gt; https://example.com \\u{202e}");
    expect(text, path).not.toContain('href="https://example.com');
  }
  const before = kept();
  expect((await add("2026-10-01", "", "x".repeat(501))).text).toContain("A note has at most 500 characters.");
  expect((await add("2026-10-01", "__proto__", "x")).status).toBe(422);
  const wrong = await add("2026-02-31", "Nowhere", " ");
  expect(wrong.text.match(/id="(about|day|words)-error" role="alert"/g)).toHaveLength(3);
  expect((await add("2026-10-01", "", "a\0b")).status).toBe(400);
  const form = { intent: "add", day: "2026-10-01", about: "", words: "Theirs." };
  for (const headers of [{ Cookie: cookies.cy }, { Cookie: "" }]) {
    expect((await get("/graphs/c/numbers?show=notes", headers)).status).toBe(404);
    expect((await post(form, headers)).status).toBe(404);
  }
  expect((await post(form, {}, "nothing")).status).toBe(404);
  expect(kept()).toEqual(before);
  for (const words of ["onerror", "ad campaign"]) expect(site.output()).not.toContain(words);
});

it("the old address of a survey's saved views, now a note, leads to its notes", async () => {
  const { status, headers } = await get("/graphs/c/views");
  const { pathname, search } = new URL(headers.location!, `${site.url}/graphs/c/views`);
  expect([status, pathname + search]).toEqual([301, "/graphs/c/numbers?show=notes"]);
});
