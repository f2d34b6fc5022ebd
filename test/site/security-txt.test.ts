import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";

const site = siteForTests({ stubs: false, CONTACT_EMAIL: "we@example.org" });

it("says where to report a weakness, as RFC 9116 has it", async () => {
  const { status, headers, text } = await send(site.url, "/.well-known/security.txt");
  expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  const fields = new Map(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  );
  expect(fields.get("Contact")).toBe("mailto:we@example.org");
  const daysLeft = (Date.parse(fields.get("Expires")!) - Date.now()) / 86_400_000;
  expect([daysLeft > 30, daysLeft < 365]).toEqual([true, true]);
  expect(fields.get("Canonical")).toBe(`${site.url}/.well-known/security.txt`);
});
