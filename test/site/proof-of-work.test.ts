import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { expectOnlyOurs } from "../support/guarded.ts";
import { holds } from "../support/holds.ts";
import { type Sending, type Sent, send } from "../support/send.ts";
import { adminOf } from "../support/site.ts";
import { solve } from "../support/solve.ts";
import { storedLeads } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { thanks } from "../support/wait-for.ts";

const visitorAt = "203.0.113.200";
/** So many posts a minute are taken as they are; any other needs a proof. */
const inAll = 40;
const settings = {
  TRUST_PROXY: "1",
  POSTS_IN_ALL: String(inAll),
  PROOF_OF_WORK_COST: "1",
  ADMIN_PORT: "0",
};

describe("a site in a flood", () => {
  const site = siteForTests(settings);

  async function outcomes(): Promise<Record<string, number>> {
    const { text } = await send(adminOf(site), "/metrics");
    const counted = text.matchAll(/^claimpath_proofs_of_work_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...counted].map(([, outcome, count]) => [outcome, Number(count)]));
  }

  /** Sends until it is refused: the first posts of a minute are taken as they are, whatever they bring. */
  async function refused(path: string, { headers, ...sending }: Sending): Promise<Sent> {
    const from = { "X-Forwarded-For": visitorAt, ...headers };
    for (let tries = 0; tries < 3 * inAll; tries++) {
      const answer = await send(site.url, path, { ...sending, headers: from });
      if (answer.status === 429) return answer;
    }
    throw new Error(`${path} was never refused`);
  }
  let floods = 0;
  const flood = () =>
    refused("/post-lead", { json: {}, headers: { "X-Forwarded-For": `198.51.100.${++floods % 250}` } });
  const challengeOf = ({ headers }: Sent) => String(headers["proof-of-work"]);
  const withProof = (proof: string) => ({ json: {}, headers: { Cookie: `proof=${proof}` } });

  it("lets a visitor through to the thanks who brings a proof of work with each post", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    const session = visitor.cookie;
    const through = async (post: () => Promise<Sent>): Promise<Sent> => {
      for (;;) {
        await flood();
        const answer = await post();
        if (answer.status !== 429) return answer;
        visitor.cookie = `${session}; proof=${await solve(challengeOf(answer))}`;
      }
    };
    for (const entry of entriesC()) {
      expect((await through(() => visitor.progress([entry]))).status).toBe(200);
    }
    expect(thanks(await through(() => visitor.postLead()))).toBe(true);
    expect(storedLeads(site.databaseFile)).toMatchObject([{ kind: "survey" }]);
    expect((await outcomes()).taken).toBeGreaterThan(5);
    expect(site.output()).toContain('"event":"flood.began"');
  });

  it("lets through with one proof what costs one without a flood too", async () => {
    const at = "/do-not-sell-my-information/";
    const [, form = ""] = /name="form" value="([^"]+)"/.exec((await send(site.url, at)).text)!;
    // The second by one form is not free.
    for (const phone of ["2135557301", "2135557302"]) {
      await flood();
      const sent = { form: { phone, email: "", form } };
      const Cookie = `proof=${await solve(challengeOf(await refused(at, sent)))}`;
      const headers = { "X-Forwarded-For": visitorAt, Cookie };
      expect((await send(site.url, at, { ...sent, headers })).status).toBe(303);
    }
  });

  it("takes a proof once", holds("T29"), async () => {
    const proof = await solve(challengeOf(await refused("/post-lead", { json: {} })));
    const again = await refused("/post-lead", withProof(proof));
    expect(challengeOf(again)).toMatch(/^[\w+/]+=*$/);
    const { taken = 0, replayed = 0 } = await outcomes();
    expect([taken, replayed].map((count) => count > 0)).toEqual([true, true]);
  });

  it("refuses one that is none, and counts why", async () => {
    const answer = await refused("/post-lead", withProof("made-up"));
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/try again/), field: null });
    expect((await outcomes()).unreadable).toBeGreaterThan(0);
  });

  it("keeps what a visitor without scripts typed, on a page whose scripts are ours", async () => {
    const form = { firstName: "Ana & Eva", message: '"><script>alert(1)</script>' };
    const page = await refused("/contact/", { form });
    expect(page.text).toContain('name="firstName" value="Ana &amp; Eva"');
    expect(page.text).toContain('name="message" value="&quot;&gt;&lt;script&gt;');
    expect(page.text).toContain('data-island="proof"');
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
    expectOnlyOurs(page);
  });
});
