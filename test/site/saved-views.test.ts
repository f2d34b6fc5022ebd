import { beforeAll, describe, expect, it } from "vitest";
import { numberPages } from "../../app/graphs/ui/survey-pages.ts";
import { addPerson, password, signedInCookie } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";
import { query } from "../support/store-reader.ts";

const site = siteForTests(withCharts);
const cookies = {} as Record<"nan" | "cy", string>;
beforeAll(async () => {
  cookies.nan = await signedInCookie(site, await addPerson(site, "nan", "numbers"));
  cookies.cy = await signedInCookie(site, await addPerson(site, "cy", "charts"));
});

const get = async (path: string, headers: Record<string, string> = { Cookie: cookies.nan }) => {
  const sent = await send(site.url, path, { headers });
  return { ...sent, text: sent.text.replaceAll("<!-- -->", "") };
};
const post = (form: Record<string, string>, headers = {}, code = "c") =>
  send(site.url, `/graphs/${code}/views`, { form, headers: { Cookie: cookies.nan, ...headers } });
const save = (name: string, page = "numbers", asked = "device=phone") =>
  post({ intent: "save", name, page, query: asked });
const kept = () => query(site.databaseFile, "select * from saved_views order by name");
const idOf = (name: string) => kept().find((view) => view.name === name)!.id as string;
const wrongIn = (text: string) =>
  /id="(?:view-)?name-?[^"]*-error" role="alert"[^>]*>([^<]+)</.exec(text)?.[1];

it.each([...numberPages.keys()])("%s can be saved, and its view leads back to it", async (page) => {
  const asked = page === "numbers/compare" ? "a.device=phone&b.device=desktop" : "device=phone&affiliate=7";
  const here = await get(`/graphs/c/${page}?${asked}`);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(here.text)![1]!;
  expect([field("page"), field("query").replaceAll("&amp;", "&")]).toEqual([page, asked]);
  const saved = await save(`Phones of ${page}`, field("page"), field("query").replaceAll("&amp;", "&"));
  expect([saved.status, saved.headers.location]).toEqual([303, `/graphs/c/${page}?${asked}`]);
  expect((await get(saved.headers.location!)).status).toBe(200);
  const link = `href="/graphs/c/${page}?${asked.replaceAll("&", "&amp;")}">Phones of ${page}</a>`;
  for (const path of ["/graphs/", "/graphs/c/numbers", "/graphs/c/visits"])
    expect((await get(path)).text, path).toContain(link);
  const list = await get("/graphs/c/views");
  expect(list.text).toContain(`Phones of ${page}`);
  expect(list.text).toMatch(/Saved by nan, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
});

it("a view is renamed and deleted by everybody who sees numbers, the token too, which has no name", async () => {
  const headers = { Authorization: `Bearer ${chartsToken}` };
  const byToken = { form: { intent: "save", name: "Mine", page: "numbers", query: "" }, headers };
  expect((await send(site.url, "/graphs/c/views", byToken)).headers.location).toBe("/graphs/c/numbers");
  expect((await get("/graphs/c/views")).text).toContain("Saved by someone with the token, ");
  const id = idOf("Mine");
  expect((await post({ intent: "rename", id, name: "  All   of it " })).status).toBe(303);
  expect(idOf("All of it")).toBe(id);
  // A survey's page changes its own views alone.
  expect((await post({ intent: "delete", id }, {}, "dui")).status).toBe(303);
  expect(idOf("All of it")).toBe(id);
  expect((await post({ intent: "delete", id })).headers.location).toBe("/graphs/c/views");
  expect(kept().map(({ name }) => name)).not.toContain("All of it");
  const gone = await post({ intent: "rename", id, name: "Again" });
  expect([gone.status, gone.text.includes("This view has been deleted.")]).toEqual([422, true]);
});

it("a name that cannot be is refused beside its field, and what was chosen stays", async () => {
  await save("Taken");
  const before = kept();
  for (const [name, words] of [
    ["", "Give the view a name."],
    [" \t ", "Give the view a name."],
    ["n".repeat(81), "A name has at most 80 characters."],
    ["Taken", "This survey already has a view with this name."],
  ] as const) {
    const refused = await save(name, "visits", "device=tablet");
    expect([refused.status, wrongIn(refused.text)]).toEqual([422, words]);
    expect(refused.text).toContain("<title>Error: Saved views of c");
    expect(refused.text).toContain('name="query" value="device=tablet"');
    expect(refused.text).toMatch(/aria-invalid="true" aria-describedby="view-name-error"/);
  }
  await save("Other");
  const renamed = await post({ intent: "rename", id: idOf("Other"), name: "Taken" });
  expect([renamed.status, wrongIn(renamed.text)]).toEqual([
    422,
    "This survey already has a view with this name.",
  ]);
  await post({ intent: "delete", id: idOf("Other") });
  expect(kept()).toEqual(before);
});

describe("what is saved", holds("T133"), () => {
  it("leads to no page but those of the survey's numbers", async () => {
    const before = kept();
    const elsewhere = [
      "https://example.com/",
      "//example.com",
      "javascript:alert(1)",
      "../../../console/sign-in",
      "numbers/../../../sign-in",
      "numbers/steps.csv",
      "numbers?x",
      "numbers\n//example.com",
      "visits/0190",
      "simulate",
      "views",
      "constructor",
      "",
    ];
    for (const page of elsewhere) {
      const refused = await save("Evil", page, "");
      expect([refused.status, refused.text.includes("Only pages with a survey’s numbers")], page).toEqual([
        422,
        true,
      ]);
      expect(refused.headers.location).toBeUndefined();
    }
    expect(kept()).toEqual(before);
  });

  it("asks nothing that its page refuses, and what it asks stays a query", async () => {
    const before = kept();
    for (const [page, asked] of [
      ["numbers", "affilate=7"],
      ["numbers", "from=yesterday"],
      ["numbers", "__proto__=1"],
      ["numbers/breakdown", "by=nonsense"],
      ["numbers/compare", "b.from=2026-02-31"],
      ["numbers/compare", "a.variant=nonsense"],
      ["visits", "result=nonsense"],
      ["numbers", `subId=${"x".repeat(2000)}`],
    ] as const) {
      const refused = await save("Evil", page, asked);
      expect([refused.status, refused.headers.location], asked).toEqual([422, undefined]);
      expect(refused.text, asked).toContain("Nothing was saved.");
    }
    expect(kept()).toEqual(before);
    const odd = "?affiliate=#//example.com\r\nSet-Cookie: a=b&subId=<script>&path=javascript:alert(1)";
    const saved = await save("Odd <script>alert(1)</script> \u202e", "numbers", odd);
    const { location } = saved.headers;
    expect([saved.status, saved.headers["set-cookie"]]).toEqual([303, undefined]);
    const { pathname, searchParams, hash } = new URL(location!, "http://site.invalid");
    expect([pathname, hash, searchParams.get("path")]).toEqual([
      "/graphs/c/numbers",
      "",
      "javascript:alert(1)",
    ]);
    const { status, text } = await get("/graphs/c/views");
    expect(status).toBe(200);
    expect(text).toContain("Odd &lt;script&gt;alert(1)&lt;/script&gt; \\u{202e}");
    expect(text).not.toContain("<script>alert");
    for (const [, href] of text.matchAll(/href="([^"]*)" class="[^"]*name/g))
      expect(href).toMatch(/^\/graphs\/c\//);
  });

  it("is at most 200 views of a survey", async () => {
    for (let count = kept().length; count < 200; count++)
      expect((await save(`View ${count}`)).status).toBe(303);
    const full = await save("One more");
    expect([full.status, wrongIn(full.text)]).toEqual([
      422,
      "This survey already has 200 saved views; delete one first.",
    ]);
    expect((await post({ intent: "save", name: "x", page: "numbers", query: "" }, {}, "dui")).status).toBe(
      303,
    );
  });

  it("is neither seen nor changed by who may not see numbers, nor from another site", async () => {
    const form = { intent: "save", name: "Theirs", page: "numbers", query: "" };
    for (const headers of [{ Cookie: cookies.cy }, { Cookie: "" }]) {
      expect((await get("/graphs/c/views", headers)).status).toBe(404);
      expect((await post(form, headers)).status).toBe(404);
    }
    const list = await get("/graphs/", { Cookie: cookies.cy });
    expect([list.status, list.text.includes("Saved views")]).toEqual([200, false]);
    expect((await post(form, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    for (const code of ["nothing", "navigation"]) expect((await post(form, {}, code)).status).toBe(404);
    expect(kept().map(({ name }) => name)).not.toContain("Theirs");
    for (const [name, value] of [
      ["name", "a\0b"],
      ["name", "n".repeat(5_001)],
    ] as const)
      expect((await post({ ...form, [name]: value })).status).toBe(400);
  });
});

it.each([...numberPages.keys(), "views", "notes"])(
  "a link to %s, signed out, leads to it after the sign-in, by token and by name",
  async (page) => {
    const link = `/graphs/c/${page}?data=simulated&device=phone`;
    const asked = await get(link, { Accept: "text/html" });
    expect(asked.status).toBe(303);
    const byToken = await send(site.url, asked.headers.location!, { form: { token: chartsToken } });
    expect([byToken.status, byToken.headers.location]).toEqual([303, link]);
    const entrance = await get(asked.headers.location!, {});
    const byName = /href="([^"]+)">Sign in with your name/.exec(entrance.text)![1]!.replaceAll("&amp;", "&");
    const form = { name: "nan", password, code: "" };
    const signedIn = await send(site.url, byName, { form });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, link]);
  },
);
