import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { expect, it } from "vitest";
import { cookieOf, send } from "../../../test/support/send.ts";
import { startSite } from "../../../test/support/site.ts";

const secret = "what-the-provider-knows-the-site-by";

/** A provider that others wrote and that is certified; it asks everybody for a name, and believes it. */
async function startProvider() {
  const server = createServer((request, response) => void provider.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  let provider: Provider;
  return {
    origin,
    /** Once the site's own address is known. */
    knows(site: string) {
      provider = new Provider(origin, {
        clients: [
          {
            client_id: "site",
            client_secret: secret,
            redirect_uris: [`${site}/console/provider/back`],
            post_logout_redirect_uris: [`${site}/console/sign-in`],
          },
        ],
        claims: { profile: ["preferred_username", "roles"] },
        conformIdTokenClaims: false,
        findAccount: (_: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, preferred_username: id, roles: ["claimpath-leads-masked"] }),
        }),
      });
    },
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}

/** A browser, as far as forms and redirects go: cookies by host, one page after the other. */
function browser() {
  const cookies = new Map<string, Map<string, string>>();
  const visit = async (address: string, form?: Record<string, string>) => {
    const { origin, pathname, search } = new URL(address);
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = await send(origin, pathname + search, { form, headers: Cookie ? { Cookie } : {} });
    for (const pair of cookieOf(sent).split("; ").filter(Boolean)) {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      jar.set(name, value);
    }
    return { ...sent, address };
  };
  /** Follows redirects, by Location and by the page's own. */
  const go = async (address: string, form?: Record<string, string>) => {
    let page = await visit(address, form);
    for (let steps = 0; steps < 12; steps++) {
      const { location, refresh } = page.headers;
      const next = location ?? /^0; url=(.+)$/.exec((refresh as string) ?? "")?.[1];
      if (!next) return page;
      page = await visit(new URL(next, page.address).href);
    }
    throw new Error("The redirects do not end.");
  };
  /** Sends the form of a page with its hidden fields. */
  const press = (page: Awaited<ReturnType<typeof go>>, fields: Record<string, string> = {}) => {
    const [, action = ""] = /<form[^>]* action="([^"]*)"/.exec(page.text) ?? [];
    const hidden = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const kept = Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]));
    return go(new URL(action.replaceAll("&amp;", "&"), page.address).href, { ...kept, ...fields });
  };
  return { go, press };
}

it("people sign in and out by oidc-provider, as they do by the stub of the suite", async () => {
  const provider = await startProvider();
  await using site = await startSite({
    stubs: false,
    OIDC_ISSUER: provider.origin,
    OIDC_CLIENT_ID: "site",
    OIDC_CLIENT_SECRET: secret,
  });
  provider.knows(site.url);
  const { go, press } = browser();
  const named = await press(await go(`${site.url}/console/provider?to=/console/deliveries`), {
    login: "ana",
    password: "any",
  });
  const entered = named.address.startsWith(site.url) ? named : await press(named);
  expect(entered.address).toBe(`${site.url}/console/deliveries`);
  expect(entered.text).toMatch(/ana \([\da-f]{12}\)/);

  const leaving = await go(`${site.url}/console/sign-in`, { intent: "sign-out" });
  expect(leaving.address).toMatch(`${provider.origin}/session/end`);
  const left = await press(leaving, { logout: "yes" });
  expect(left.address).toBe(`${site.url}/console/sign-in`);
  expect((await go(`${site.url}/console`)).status).toBe(404);
  // There is no session there either: it asks for the name again.
  expect((await go(`${site.url}/console/provider`)).text).toContain('name="login"');
  await provider.stop();
});
