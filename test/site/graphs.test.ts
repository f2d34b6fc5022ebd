import { beforeAll, describe, expect, it } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { graphPages } from "../../remix.config.js";
import {
  addPerson,
  codeOf,
  type Member,
  password,
  signedInCookie,
  chartsToken as token,
  trySignIn,
  withCharts,
} from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { cookieOf, send } from "../support/send.ts";

/** Every address of the charts' pages, from the routes, so that none is forgotten. */
const paths = [graphPages, ...pageFeatures.map((each) => each.graphPages ?? {})]
  .flatMap(Object.keys)
  .map(
    (path) =>
      `/${path.replace(":code", "c").replace(":format", "scxml").replace(":as", "csv").replace("graphs/numbers/:table", "graphs/numbers/surveys.csv").replace(":table", "steps.csv")}`,
  );
/** A survey's pages that its card in the list leads to. */
const ofSurvey = pageFeatures.flatMap(({ ofSurvey: own = [] }) =>
  own.flatMap(({ page, onCard }) => (onCard ? [`/graphs/c/${page}`] : [])),
);
/** The pages of one visit or the like, which nobody made. */
const isMissing = (path: string) => path.endsWith("/:id");
/** A page of one screen has to be told which. */
const query = (path: string) => (/\/(screen|words)$/.test(path) ? "?step=AtFault" : "");

const open = siteForTests(withCharts);
const closed = siteForTests({ stubs: false, TRUST_PROXY: "1" });
let cookie: string;
beforeAll(async () => {
  const signedIn = await send(open.url, "/graphs/sign-in", { form: { token } });
  expect([signedIn.status, signedIn.headers.location]).toEqual([303, "/graphs/"]);
  cookie = cookieOf(signedIn)!;
});

it("the list of pages is complete", () => {
  expect(paths).toEqual(
    expect.arrayContaining(["/graphs", "/graphs/c", "/graphs/c/numbers", "/graphs/c/drawing.svg"]),
  );
});

describe("in production without a token", () => {
  const spellings = (path: string) => [
    path,
    `${path}/`,
    `${path}.data`,
    path.replace("graphs", "GRAPHS"),
    path.replace("g", "%67"),
  ];

  it.each(paths)("%s does not exist, in any spelling", async (path) => {
    for (const spelling of spellings(path))
      expect((await send(closed.url, spelling)).status, spelling).toBe(404);
    expect((await send(closed.url, path, { headers: { Authorization: "Bearer " } })).status).toBe(404);
  });

  it("nobody can sign in", async () => {
    for (const value of [token, "", "undefined"]) {
      expect((await send(closed.url, "/graphs/sign-in", { form: { token: value } })).status).toBe(404);
    }
  });
});

describe("with a token", () => {
  const shown = async (path: string) =>
    (await send(open.url, path, { headers: { Authorization: `Bearer ${token}` } })).text;

  it("a selected transition shows its guard's source code, without a link to an editor", async () => {
    const at = encodeURIComponent("DidYouReceiveMedicalTreatment->WillingToTreat");
    const page = await shown(`/graphs/v4nv?at=${at}`);
    expect(page).toContain('data-guard="mayStillTreat"');
    expect(page).toContain("days: number = WILLING_TO_TREAT_DAYS,");
    expect(page).toMatch(/machines\/rules\/injury-window\.ts<!-- -->:<!-- -->\d+/);
    expect(page).not.toContain("vscode:");
  });

  it.each(paths.filter((path) => path !== "/graphs/sign-in"))(
    "%s is available only after a sign-in",
    async (path) => {
      const address = path + query(path);
      const expected = isMissing(path) ? 404 : 200;
      expect((await send(open.url, address)).status).toBe(404);
      expect((await send(open.url, address, { headers: { Authorization: `Bearer ${token}x` } })).status).toBe(
        404,
      );
      expect((await send(open.url, address, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(
        expected,
      );
      const page = await send(open.url, address, { headers: { Cookie: cookie } });
      expect(page.status).toBe(expected);
      if (page.headers["content-type"]?.startsWith("text/html") && expected === 200) {
        expect(page.text).toContain('<meta name="robots" content="noindex"/>');
        expect(page.text).not.toContain('rel="canonical"');
      }
    },
  );

  it("a browser without a sign-in is led to it, and from there to the requested page", async () => {
    const link = "/graphs/c?at=AtFault&find=injured";
    const asked = await send(open.url, link, { headers: { Accept: "text/html,*/*" } });
    expect(asked.status).toBe(303);
    const entrance = asked.headers.location!;
    expect(entrance).toBe(`/graphs/sign-in?${new URLSearchParams({ to: link })}`);
    const signedIn = await send(open.url, entrance, { form: { token } });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, link]);
    for (const to of [
      "https://example.com/graphs/",
      "//example.com/graphs/",
      "/graphs/../post-lead",
      "/survey/c",
    ]) {
      const elsewhere = await send(open.url, `/graphs/sign-in?${new URLSearchParams({ to })}`, {
        form: { token },
      });
      expect(elsewhere.headers.location, to).toBe("/graphs/");
    }
  });

  it("on a site without passwords, a person at its machine is told of the terminal's link, which opens the pages", async () => {
    const page = "/graphs/c/visits";
    const Accept = "text/html";
    const elsewhere = { Accept, "X-Forwarded-For": "203.0.113.5" };
    expect((await send(closed.url, page, { headers: elsewhere })).status).toBe(404);
    const { status, headers } = await send(closed.url, page, { headers: { Accept } });
    expect([status, headers.location]).toEqual([303, "/console/sign-in?to=%2Fgraphs%2Fc%2Fvisits"]);
    expect((await send(closed.url, headers.location!)).text).toContain(
      "the one-time link that the terminal printed",
    );
    const [, key = ""] = /charts: \S+\?key=([\w-]+)&to=\/graphs\/ /.exec(closed.output())!;
    expect((await send(closed.url, `/console/start?key=${key}&to=/graphs/`)).text).toContain(
      "Open the charts",
    );
    const opened = await send(closed.url, "/console/start", { form: { key, to: "/graphs/" } });
    expect([opened.status, opened.headers.location]).toEqual([303, "/graphs/"]);
    expect((await send(closed.url, page, { headers: { Cookie: cookieOf(opened)! } })).status).toBe(200);
  });

  it.each(["/graphs/c", ...ofSurvey])("%s draws from left to right on request", async (path) => {
    const sizesOn = async (address: string) => {
      const { text } = await send(open.url, address, { headers: { Cookie: cookie } });
      return [...text.matchAll(/viewBox="0 0 (\d+) (\d+)" width/g)].map(([, width, height]) => [
        Number(width),
        Number(height),
      ]);
    };
    const sizes = await sizesOn(`${path}${path.includes("?") ? "&" : "?"}layout=wide`);
    expect(sizes).not.toEqual([]);
    for (const [width, height] of sizes) expect(width).toBeGreaterThan(height!);
    for (const [width, height] of await sizesOn(path)) expect(width).toBeLessThan(height!);
  });

  it("a chart is available in every format, and in no other", async () => {
    const get = (path: string) => send(open.url, path, { headers: { Cookie: cookie } });
    const begins = {
      scxml: "<?xml",
      mermaid: "flowchart TD",
      machine: "import { createMachine",
    };
    for (const [format, beginning] of Object.entries(begins)) {
      const { status, text } = await get(`/graphs/v4nv/export/${format}`);
      expect([status, text.startsWith(beginning)], format).toEqual([200, true]);
    }
    for (const none of ["constructor", "dot", "edges"])
      expect((await get(`/graphs/v4nv/export/${none}`)).status).toBe(404);
    expect((await get("/graphs/c/drawing.svg?layout=wide")).text).toMatch(/^<svg /);
  });

  it("an altered cookie, or another token's, is rejected", async () => {
    for (const other of [
      `${cookie}x`,
      cookie.replace(/=.{8}/, "=AAAAAAAA"),
      "graphs=eyJ0b2tlbiI6IiJ9",
      "graphs=%%%",
    ]) {
      expect((await send(open.url, "/graphs/c", { headers: { Cookie: other } })).status, other).toBe(404);
    }
  });

  it("a wrong token is refused in words, without a cookie", async () => {
    const refused = await send(open.url, "/graphs/sign-in", { form: { token: "wrong" } });
    expect([refused.status, cookieOf(refused)]).toEqual([403, ""]);
    expect(refused.text).toContain("This is not the token.");
    expect(refused.text).toContain("<title>Error: Sign in");
  });

  it("signing out removes the cookie, and every page offers it", async () => {
    for (const page of ["/graphs", "/graphs/c", ...ofSurvey]) {
      expect((await send(open.url, page, { headers: { Cookie: cookie } })).text, page).toContain(
        '<button type="submit" name="intent" value="sign-out">Sign out</button>',
      );
    }
    const { status, headers } = await send(open.url, "/graphs/sign-in", { form: { intent: "sign-out" } });
    expect([status, headers.location]).toEqual([303, "/graphs/sign-in"]);
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^graphs=[^;]*; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(headers["clear-site-data"]).toBe('"cache", "storage"');
  });

  it("each sign-in, refusal and sign-out logs its kind", async () => {
    await send(open.url, "/graphs/sign-in", { form: { token } });
    await send(open.url, "/graphs/sign-in", { form: { token: "wrong" } });
    await send(open.url, "/graphs/sign-in", { form: { intent: "sign-out" } });
    await send(open.url, "/graphs/c");
    for (const event of ["signed_in", "wrong_token", "signed_out", "refused"]) {
      expect(open.output()).toMatch(new RegExp(`"event":"analyst\\.${event}","requestId":"[\\da-f-]{36}"`));
    }
  });

  it("neither the token nor a page's query is in the log", async () => {
    const answer = "firstName%3DXanthippe";
    await send(open.url, `/graphs/c?do=${answer}`, { headers: { Cookie: cookie } });
    expect(open.output()).toContain('"/graphs/sign-in"');
    expect(open.output()).not.toContain(token);
    expect(open.output()).not.toContain("Xanthippe");
  });

  it("an unknown chart, or one that is no survey where one is needed, is not found", async () => {
    for (const path of [
      "/graphs/nothing",
      "/graphs/nothing/numbers",
      "/graphs/navigation/numbers",
      "/graphs/c/screen",
    ]) {
      expect((await send(open.url, path, { headers: { Cookie: cookie } })).status, path).toBe(404);
    }
  });
});

it("only the pages of the charts can be framed, and only by our own", async () => {
  const of = async (path: string) => {
    const { headers } = await send(open.url, path, { headers: { Cookie: cookie } });
    return [
      headers["x-frame-options"],
      /frame-ancestors ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1],
    ];
  };
  expect(await of("/survey/c")).toEqual(["DENY", "'none'"]);
  expect(await of("/")).toEqual(["DENY", "'none'"]);
  expect(await of("/graphs/c")).toEqual(["SAMEORIGIN", "'self'"]);
});

describe("who has a name in the console", () => {
  const wayBack = (text: string) => /<a href="([^"]+)">Console</.exec(text)?.[1];

  it("a sign-in leads each role to a page that it may see", async () => {
    const landing = async (member: Member) => {
      const form = { name: member.name, password, code: member.key ? codeOf(member) : "" };
      return (await trySignIn(open, form)).headers.location;
    };
    expect(await landing(addPerson(open, "ana", "leads"))).toBe("/console");
    expect(await landing(addPerson(open, "cy", "charts"))).toBe("/graphs/");
  });

  it("the charts lead people of the console back to it, and nobody else", async () => {
    const cookie = await signedInCookie(open, { name: "cy" });
    const { text, status } = await send(open.url, "/graphs/c", { headers: { Cookie: cookie } });
    expect([status, wayBack(text)]).toEqual([200, "/console/sessions"]);
    expect((await send(open.url, "/console/sessions", { headers: { Cookie: cookie } })).status).toBe(200);
    const byToken = await send(open.url, "/graphs/c", { headers: { Authorization: `Bearer ${token}` } });
    expect([byToken.status, wayBack(byToken.text)]).toEqual([200, undefined]);
  });

  it("a person asked for the token may sign in by name, and continues to the requested page", async () => {
    const link = "/graphs/c?at=AtFault&find=injured";
    const asked = await send(open.url, link, { headers: { Accept: "text/html" } });
    const { text } = await send(open.url, asked.headers.location!);
    const byName = /href="([^"]+)">Sign in with your name/.exec(text)![1]!;
    expect(byName).toBe(`/console/sign-in?${new URLSearchParams({ to: link })}`);
    const signedIn = await send(open.url, byName, { form: { name: "cy", password, code: "" } });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, link]);
  });
});
