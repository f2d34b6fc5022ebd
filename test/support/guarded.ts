import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Sent } from "./send.ts";

/**
 * The security headers every answer carries.
 * @param framed whether our own pages may show it in a frame
 * @param isApart whether a window of it has nothing to do with the page that opened it
 */
export function expectGuarded({ headers }: Sent, { framed = false, isApart = false } = {}): void {
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'self' 'sha256-/),
    "x-content-type-options": "nosniff",
    "x-frame-options": framed ? "SAMEORIGIN" : "DENY",
    "cross-origin-opener-policy": isApart ? "noopener-allow-popups" : "same-origin",
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

/** A data block is no script; everything inline that runs or styles has its hash in the policy, and no attribute does either. */
export function expectOnlyOurs({ text, headers }: Sent): void {
  const policy = String(headers["content-security-policy"]);
  const blocks = [...text.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)];
  const running = blocks.filter(([, , attributes]) => !/type="application\/(?:ld\+)?json"/.test(attributes!));
  expect(running.length).toBeGreaterThan(0);
  for (const [, name, , code] of running) {
    const directive = policy.split("; ").find((each) => each.startsWith(`${name}-src `));
    expect(directive).toContain(`'sha256-${createHash("sha256").update(code!).digest("base64")}'`);
  }
  const elements = text.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "").match(/<[a-z][^>]*>/gi) ?? [];
  for (const element of elements) expect(element).not.toMatch(/\s(?:style|on[a-z]+)=|javascript:/i);
}
