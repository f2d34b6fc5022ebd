import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Sending, type Sent, send } from "../support/send.ts";
import { FormVisitor, fromAddress, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests({ TRUST_PROXY: "1", POSTS_PER_ADDRESS: "1", POSTS_IN_ALL: "0" });

let addresses = 0;
const anAddress = () => ({ "X-Forwarded-For": `192.0.2.99, 203.0.113.${++addresses}` });
/** Posts twice: the second is refused, also where a minute begins in between. */
async function flood(path: string, sending: Sending): Promise<Sent> {
  await send(site.url, path, sending);
  return send(site.url, path, sending);
}
/** The one that was taken has to slide out: up to two minutes. */
const refused = {
  status: 429,
  headers: { "retry-after": expect.stringMatching(/^([1-9]\d?|1[01]\d|120)$/) },
};

describe("an address that posts too much", () => {
  it.each([
    "/api/progress",
    "/post-lead",
    "/api/chat-alert",
    "/api/phone-code/send",
    "/api/phone-code/check",
  ])("is answered by %s in JSON when to try again", async (path) => {
    const answer = await flood(path, { json: {}, headers: anAddress() });
    expect(answer).toMatchObject(refused);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/try again/), field: null });
  });

  it.each([
    ["/survey/c?affid=7", "en", "Please wait a moment"],
    ["/survey/v4nv-es", "es", "Espere un momento, por favor"],
    ["/contact/", "en", "Please wait a moment"],
    ["/do-not-sell-my-information/", "en", "Please wait a moment"],
  ])("is shown at %s in its language what was typed", holds("T20"), async (path, language, title) => {
    const form = { message: '"><script>alert(1)</script>\nnext', firstName: "Ana & Eva" };
    const answer = await flood(path, { form, headers: anAddress() });
    expect(answer).toMatchObject(refused);
    expect(answer.text).toContain(`<html lang="${language}">`);
    expect(answer.text).toContain(`<h1>${title}</h1>`);
    expect(answer.text).toContain(`<form method="post" action="${path}">`);
    expect(answer.text).toContain('name="firstName" value="Ana &amp; Eva"');
    expect(answer.text).toContain('name="message" value="&quot;&gt;&lt;script&gt;');
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("can see every page; another site's posts are refused as ever", async () => {
    const headers = anAddress();
    await flood("/contact/", { form: {}, headers });
    for (const path of ["/", "/survey/c", "/contact/"]) {
      expect((await send(site.url, path, { headers })).status).toBe(200);
    }
    const foreign = { ...headers, Origin: "https://example.net" };
    expect((await send(site.url, "/contact/", { form: {}, headers: foreign })).status).toBe(403);
  });

  it("cannot name another address, and does not keep others from their survey", holds("T30"), async () => {
    const own = "203.0.113.200";
    let forged = 0;
    const sending = {
      json: {},
      get headers() {
        return { "X-Forwarded-For": `198.51.100.${++forged}, ${own}` };
      },
    };
    expect((await flood("/post-lead", sending)).status).toBe(429);
    const visitor = new FormVisitor(
      site.url,
      fromAddress(() => anAddress()["X-Forwarded-For"]),
    );
    const { step } = await visitor.open("/survey/c");
    expect((await visitor.post(answersC[step]!)).status).toBe(200);
    expect(visitor.screen.step).not.toBe(step);
  });
});

it("an address is the same however it is spelled", holds("T56"), async () => {
  const spelled = ["2001:db8:10:0::1", "2001:DB8:10::1", "[2001:db8:10:0000::0001]:443"];
  const statuses: number[] = [];
  for (const ip of [...spelled, ...spelled, "2001:db8:11::1"])
    statuses.push(
      (await send(site.url, "/api/progress", { json: {}, headers: { "X-Forwarded-For": ip } })).status,
    );
  // The turn of a minute may let one more pass.
  expect(statuses.slice(0, 6).filter((status) => status !== 429).length).toBeLessThanOrEqual(2);
  expect(statuses.at(-1), "of the next /48").toBe(400);
});

it("visitors behind a proxy that is not counted are not taken for one", async () => {
  const visitor = await new JsonVisitor(site.url).open();
  for (let post = 0; post < 5; post++) expect((await visitor.postLead()).status).toBe(409);
});
