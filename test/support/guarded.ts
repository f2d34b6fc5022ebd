import { expect } from "vitest";
import type { Sent } from "./send.ts";

/** The nonce that the answer's policy names. */
export function nonceOf({ headers }: Sent): string {
  return String(headers["content-security-policy"]).match(/'nonce-([^']+)'/)![1]!;
}

/**
 * The security headers every answer carries.
 * @param framed whether our own pages may show it in a frame
 */
export function expectGuarded({ headers }: Sent, { framed = false } = {}): void {
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'self' 'nonce-/),
    "x-content-type-options": "nosniff",
    "x-frame-options": framed ? "SAMEORIGIN" : "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
    "permissions-policy": expect.stringContaining("geolocation=()"),
    "cache-control": expect.any(String),
  });
  expect(headers["content-security-policy"]).toContain(`frame-ancestors ${framed ? "'self'" : "'none'"}`);
  expect(headers["content-security-policy"]).toContain("base-uri 'none'; object-src 'none'");
  expect(headers["content-security-policy"]).toContain("form-action 'self'");
  expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*/);
  expect(headers).not.toHaveProperty("x-powered-by");
}

/** A data block is no script; everything that runs or styles has the nonce, and no attribute does either. */
export function expectOnlyOurs(html: string, nonce: string): void {
  const tags = html.match(/<(?:script|style)\b[^>]*>/g) ?? [];
  const running = tags.filter((tag) => !/type="application\/(?:ld\+)?json"/.test(tag));
  expect(running.length).toBeGreaterThan(0);
  for (const tag of running) expect(tag).toContain(`nonce="${nonce}"`);
  const elements = html.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "").match(/<[a-z][^>]*>/gi) ?? [];
  for (const element of elements) expect(element).not.toMatch(/\s(?:style|on[a-z]+)=|javascript:/i);
}
