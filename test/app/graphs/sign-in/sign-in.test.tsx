import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { SignInPage } from "../../../../app/graphs/sign-in/route.tsx";
import { isSignedIn, signedIn } from "../../../../app/server/sessions/graph-access.ts";
import { readSettings } from "../../../../services/settings/env.ts";

const field = renderToStaticMarkup(<SignInPage isRefused={false} />).match(/<input[^>]*>/)![0];

it("hides the token, and lets password managers fill it in", () => {
  expect(field).toContain('type="password"');
  expect(field).toContain('autoComplete="current-password"');
  expect(field).not.toMatch(/onpaste|readonly/i);
});

it("the form of the token is posted, so that the token is in no address", () => {
  const page = renderToStaticMarkup(<SignInPage isRefused={false} />);
  expect(page).toMatch(/<form method="post"/);
});

it("a token may have up to 200 characters", () => {
  expect(field).not.toMatch(/maxlength|pattern/i);
  const token = "ä ".trim() + "x".repeat(199);
  expect(readSettings({ ANALYST_TOKEN: token }).analystToken).toBe(token);
});

afterEach(() => vi.useRealTimers());

it("a sign-in counts for twelve hours, by the server's clock", async () => {
  const context = {
    services: {
      settings: readSettings({ ANALYST_TOKEN: "a-token-for-the-charts" }),
      secrets: ["a".repeat(32)],
    },
  } as unknown as AppLoadContext;
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-15T08:00:00Z") });
  const cookie = (await signedIn(context)).split(";")[0]!;
  const isIn = () =>
    isSignedIn(new Request("http://site.test/graphs/", { headers: { Cookie: cookie } }), context);
  vi.setSystemTime(new Date("2026-06-15T19:59:59Z"));
  expect(await isIn()).toBe(true);
  vi.setSystemTime(new Date("2026-06-15T20:00:00Z"));
  expect(await isIn()).toBe(false);
});
