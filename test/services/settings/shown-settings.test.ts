import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describedSettings } from "../../../services/settings/described-settings.ts";
import { settingNames } from "../../../services/settings/env.ts";
import { secretName, shownSettings } from "../../../services/settings/shown-settings.ts";

const of = (env: Record<string, string>, file?: Record<string, string>) => {
  const shown = shownSettings(env, file && { path: ".env", text: "", values: file });
  return (name: string) => shown.find((setting) => setting.name === name)!;
};

/** A new setting is in this list or its value is shown: somebody has to decide. */
it("shows no value of these settings", () => {
  expect(settingNames.filter((name) => secretName.test(name))).toEqual([
    ...["SESSION_SECRETS", "HASH_KEY", "DATA_KEYS", "PERSON_KEYS", "OIDC_CLIENT_ID"],
    ...[
      "OIDC_CLIENT_SECRET",
      "VAULT_TOKEN",
      "VAULT_ROLE_ID",
      "VAULT_SECRET_ID",
      "CONSENT_LOG_KEY",
      "ANALYST_TOKEN",
    ],
    "OTEL_EXPORTER_OTLP_HEADERS",
    ...["LEADPROSPER_CAMPAIGN_ID", "LEADPROSPER_SUPPLIER_ID", "LEADPROSPER_KEY", "IPQS_KEY"],
    ...["TWILIO_ACCOUNT_SID", "TWILIO_API_KEY", "TWILIO_SECRET", "TWILIO_VERIFY_SERVICE_SID"],
    ...["ZIP_LOOKUP_HEADERS", "WEBHOOK_SECRETS", "OUTCOMES_SECRETS", "POSTBACK_SECRETS"],
    ...["META_PIXEL_ID", "TIKTOK_PIXEL_ID"],
    ...["TRUSTEDFORM_API_KEY", "JORNAYA_CAMPAIGN_KEY", "JORNAYA_ACCOUNT_CODE", "RETREAVER_CAMPAIGN_KEY"],
    "RINGBA_TAG_ID",
  ]);
  expect(of({ HASH_KEY: "h".repeat(32) })("HASH_KEY").value).toBe("set");
});

it("shows of an address its host alone, and nothing of several", () => {
  const value = (name: string, given: string) => of({ [name]: given })(name).value;
  expect(value("DATABASE_URL", "postgres://me:pass@db.test:6432/leads?sslkey=k")).toBe(
    "postgres://db.test:6432",
  );
  expect(value("SLACK_WEBHOOK_URL", "https://hooks.slack.test/services/T0/B0/xyz")).toBe(
    "https://hooks.slack.test",
  );
  expect(value("DELETION_URLS", "ticket-lead=https://a.test/?token=x,y,distribution=https://b.test/")).toBe(
    "set",
  );
  expect(value("DATABASE_URL", "postgres://me:p,ss@db.test/leads")).toBe("set");
  expect(value("DATABASE_URL", "file:./data/claimpath.db")).toBe("file:./data/claimpath.db");
  expect(value("PORT", "3440")).toBe("3440");
});

it("says where a value comes from, and where the file says something else", () => {
  const shown = of({ PORT: "3440", LOG: "off", SITE_NAME: " " }, { PORT: "3440", LOG: "on", SITE_NAME: "" });
  expect(shown("PORT")).toMatchObject({ value: "3440", source: "file", isElsewhere: false });
  expect(shown("LOG")).toMatchObject({ value: "off", source: "environment", isElsewhere: true });
  expect(shown("SITE_NAME")).toMatchObject({ value: "", source: "default", isElsewhere: false });
  expect(of({})("PORT")).toMatchObject({ source: "default", isElsewhere: false });
});

it("has every setting's words and default from .env.example, those that follow each other the same words", () => {
  const groups = describedSettings(readFileSync(".env.example", "utf8"));
  expect(groups[0]!.title).toBe("Server");
  const all = groups.flatMap(({ settings }) => settings);
  expect(all.map(({ name }) => name)).toEqual(settingNames);
  expect(all.filter(({ about }) => about === "")).toEqual([]);
  expect(all[0]).toEqual({
    name: "PORT",
    about: "Port to listen on; 0 takes any free one.",
    byDefault: "3000",
  });
  const account = all.filter(({ about }) => about.startsWith("Campaign, supplier and key"));
  expect(account).toHaveLength(3);
});
