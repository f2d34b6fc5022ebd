import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { isUnderWay, requestKind } from "../../../../app/server/overload/overload-guard.ts";

const form = { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" };
const ours = { cookie: "visit=xyz" };
const json = { "content-type": "application/json" };

it.each([
  ["GET", "/survey/c?affid=7", {}, "page"],
  ["GET", "/", {}, "page"],
  ["HEAD", "/survey/c?file=x.png", {}, "page"],
  ["GET", "/survey/c?affid=7&step=AtFault", ours, "next"],
  ["GET", "/survey/c?affid=7&step=AtFault", {}, "page"],
  ["GET", "/survey/c?affid=7", ours, "page"],
  ["GET", "/survey-thank-you/?email=a", {}, "next"],
  ["GET", "/healthz", {}, "health"],
  ["GET", "/readyz?from=balancer", {}, "health"],
  ["POST", "/healthz", json, "json"],
  ["GET", "/assets/island-x", {}, "file"],
  ["GET", "/logo.svg", {}, "file"],
  ["POST", "/survey/c", form, "form"],
  ["POST", "/api/progress", json, "json"],
  ["POST", "/assets/x.js", {}, "json"],
])("%s %s is, while the site is busy, taken by its kind", (method, url, headers, kind) => {
  expect(requestKind({ method, url, headers } as IncomingMessage, false)).toBe(kind);
});

it.each([
  ["GET", undefined, false, false],
  ["GET", "a=b; visit=xyz", false, true],
  ["GET", "a=b; visit=xyz", true, false],
  ["HEAD", "__Host-visit=xyz", true, true],
  ["POST", undefined, true, true],
])("%s with cookies %s is, over https %s, of a visit under way: %s", (method, cookie, https, is) => {
  expect(isUnderWay({ method, headers: { cookie } } as IncomingMessage, https)).toBe(is);
});
