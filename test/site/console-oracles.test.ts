import { expect, it } from "vitest";
import { addPerson, password, signedInCookie } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { storedLeads } from "../support/store-reader.ts";
import { walkForms } from "../support/walk-forms.ts";

const site = siteForTests({ stubs: false, TRUST_PROXY: "1" });

it("a masked number cannot be found out by finding it digit by digit", {
  ...holds("T114"),
  timeout: 180_000,
}, async () => {
  await walkForms(site.url, "/survey/c");
  const [{ id, record }] = storedLeads(site.databaseFile) as [ReturnType<typeof storedLeads>[0]];
  const digits = String(record.phone).replace(/\D/g, "").slice(-10);
  const ben = await signedInCookie(site, await addPerson(site, "ben", "leads-masked"));
  const ana = await signedInCookie(site, await addPerson(site, "ana", "leads"));
  const finds = async (cookie: string, find: string) =>
    Promise.all(
      ["/console", "/console/leads.csv"].map(async (page) => {
        const { text } = await send(site.url, `${page}?${new URLSearchParams({ find })}`, {
          headers: { Cookie: cookie },
        });
        return text.includes(id);
      }),
    );
  for (let length = 3; length < 10; length++) {
    const end = digits.slice(-length);
    for (const find of [end, `…${end}`, `(${end})`, `+${end}`])
      expect(await finds(ben, find), find).toEqual([false, false]);
    expect(await finds(ana, end)).toEqual([true, true]);
  }
  // What its mask shows, and what somebody who calls says themselves.
  for (const find of [digits.slice(-2), digits]) expect(await finds(ben, find), find).toEqual([true, true]);
  for (let tries = 1; tries < 30; tries++)
    expect(await finds(ben, `21255501${String(tries).padStart(2, "0")}`)).toEqual([false, false]);
  const page = await send(site.url, "/console?find=2125550199", { headers: { Cookie: ben } });
  expect([page.status, page.text.includes("30 whole numbers")]).toEqual([429, true]);
  const csv = await send(site.url, "/console/leads.csv?find=2125550199", { headers: { Cookie: ben } });
  expect(csv.status).toBe(429);
  // What was searched for before, and all else, goes on.
  expect(await finds(ben, digits)).toEqual([true, true]);
  expect(await finds(ben, digits.slice(-2))).toEqual([true, true]);
  const wrong = `${digits.slice(0, 9)}${(Number(digits[9]) + 1) % 10}`;
  expect(await finds(ana, wrong), "who sees numbers has no limit").toEqual([false, false]);
});

it("a sign-in leads to no other site, whatever its address says", {
  ...holds("T118"),
  timeout: 180_000,
}, async () => {
  const ways = [
    ...[
      "//evil.test",
      "https://evil.test/console",
      "/\\evil.test",
      "/console/../../evil.test//",
      "javascript:alert(1)",
    ],
    ...[
      "/console/..//evil.test",
      "/console/%2e%2e//evil.test/",
      "/console\\..\\\\evil.test",
      "/graphs/..//evil.test",
    ],
    ...[
      "/console\r\nLocation: https://evil.test",
      "/console\t/../..//evil.test",
      "/consoles",
      "\u2028//evil.test",
    ],
  ];
  const dan = await addPerson(site, "dan", "leads-masked");
  for (const [index, to] of ways.entries()) {
    const answer = await send(site.url, `/console/sign-in?${new URLSearchParams({ to })}`, {
      form: { name: dan.name, password, code: "" },
      headers: { "X-Forwarded-For": `198.18.${index}.1` },
    });
    expect(answer.status, to).toBe(303);
    const { host, pathname } = new URL(String(answer.headers.location), site.url);
    expect([host, pathname.split("/")[1]], to).toEqual([new URL(site.url).host, "console"]);
  }
});

it("no code tells whether the password was right", holds("T99"), async () => {
  const eve = await addPerson(site, "eve", "leads");
  // Six characters that are not six bytes, then those that are none or too many.
  const codes = [
    "\uff1000000",
    "\u00e900000",
    "12345\u00e9",
    "",
    "12345",
    "1234567",
    "abcdef",
    "\u0661\u0662\u0663\u0664\u0665\u0666",
  ];
  for (const [index, code] of codes.entries())
    for (const [secret, network] of [
      [password, 20],
      ["a wrong guess", 21],
    ] as const) {
      const { status, text } = await send(site.url, "/console/sign-in", {
        form: { name: eve.name, password: secret, code },
        headers: { "X-Forwarded-For": `198.${network}.${index}.1` },
      });
      expect(status, `${secret} with ${code}`).toBe(422);
      expect(text).toContain('role="alert"');
    }
});
