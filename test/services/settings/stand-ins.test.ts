import { describe, expect, it, test } from "vitest";
import { lookAtSettings } from "../../../services/operations/doctor/settings.ts";
import { readSettings, settingNames } from "../../../services/settings/env.ts";
import { openWaysOf, standInsOf } from "../../../services/settings/public-site.ts";
import { destinationsIn } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";

const SITE_ORIGIN = "https://www.help-after-accidents.com";
const found = (env: Record<string, string>) => standInsOf(readSettings({ SITE_ORIGIN, ...env }));
const findings = (env: Record<string, string>) => lookAtSettings(readSettings({ SITE_ORIGIN, ...env }));

/** Every setting that an address can be given to, but those of what belongs beside the site. */
const addresses = settingNames.filter((name) => /_URLS?$/.test(name) && !/^(?:DATABASE|REPLICA)_/.test(name));

describe("a public site", holds("T102"), () => {
  test.each(addresses)("is not to have %s on this machine", (name) => {
    const address = "http://127.0.0.1:4010/in";
    const first = { PUBLIC_IP_URL: "https://ip.help.com" };
    const value = name === "DELETION_URLS" ? `lead-prosper=${address}` : `${address}/{zip}`;
    const account = { LEADPROSPER_CAMPAIGN_ID: "1", LEADPROSPER_SUPPLIER_ID: "2", LEADPROSPER_KEY: "k" };
    const sentence = `${name} leads to this machine (127.0.0.1): a stub would take what real people send.`;
    expect(found({ ...first, ...account, [name]: value })).toEqual([sentence]);
    expect(findings({ ...first, ...account, [name]: value })).toContainEqual({
      verdict: "wrong",
      text: sentence,
    });
  });

  test.each([
    ...["localhost", "crm.localhost", "127.1", "127.9.8.7", "0.0.0.0", "0x7f000001", "LOCALHOST."],
    ...[
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "buyer.test",
      "api.example.com",
      "x.invalid",
      "u:p@localhost:1",
    ],
  ])("is not to send anything to %s", (host) => {
    expect(found({ PROGRESS_URL: `https://${host}/in` })).toHaveLength(1);
  });

  test.each(["10.0.0.5", "192.168.1.9", "172.20.0.2", "[fd00::5]", "crm.internal", "desk.local"])(
    "is asked whether it means %s, which is in a private network",
    (host) => {
      expect(found({ PROGRESS_URL: `https://${host}/in` })).toEqual([]);
      const text = `PROGRESS_URL leads to ${host}, which is in a private network.`;
      expect(findings({ PROGRESS_URL: `https://${host}/in` })).toContainEqual({ verdict: "note", text });
    },
  );

  test.each([
    "api.leadprosper.io",
    "127.0.0.1.nip.io",
    "localhost.buyer.com",
    "contest",
    "11.0.0.1",
    "172.32.0.1",
  ])("may send to %s", (host) => {
    expect(readSettings({ PROGRESS_URL: `https://${host}/in` }).standIns).toEqual([]);
  });

  it("is looked at in the file of destinations too; its mail server may be beside it", () => {
    const file = destinationsIn(`destinations:
  crm: { kind: json, url: "http://localhost:9/in", deletion-url: "https://crm.example/out" }
  desk: { kind: email, smtp: "smtp://localhost", from: a@buyer.com, to: b@buyer.com }
`);
    expect(found({ DESTINATIONS_FILE: file.path })).toEqual([
      "the destination crm leads to this machine (localhost): a stub would take what real people send.",
      "the destination crm leads to crm.example, a name of examples: nobody is there.",
    ]);
    file.remove();
  });

  it("is told at its start and by doctor what goes to others by plain http", () => {
    const file = destinationsIn(`destinations:
  crm: { kind: form, url: "http://crm.buyer.com/in", mode: live }
  near: { kind: json, url: "http://crm/in" }
  safe: { kind: json, url: "https://crm.buyer.com/in" }
`);
    const text = "the destination crm is not https: what is sent to crm.buyer.com can be read on the way.";
    const env = { SITE_ORIGIN, DESTINATIONS_FILE: file.path };
    expect(openWaysOf(readSettings(env))).toEqual([text]);
    expect(findings(env).filter(({ text }) => text.includes("is not https"))).toEqual([
      { verdict: "note", text },
    ]);
    file.remove();
  });

  it("may have its database, its replica and what watches it on this machine", () => {
    const env = {
      DATABASE_URL: "postgres://a:b@127.0.0.1/c",
      REPLICA_URL: "postgres://a:b@localhost/c",
      SESSION_SECRETS: "0fb1e8d2c3a4967f".repeat(2),
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
    };
    expect(found(env)).toEqual([]);
  });
});

it("a site that is tried out may have stubs", () => {
  const env = { PROGRESS_URL: "http://127.0.0.1:4010/in" };
  expect(standInsOf(readSettings(env))).toEqual([]);
  expect(standInsOf(readSettings({ ...env, SITE_ORIGIN: "https://site.test" }))).toEqual([]);
});
