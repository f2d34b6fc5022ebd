import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readSettings } from "../../../services/settings/env.ts";
import {
  describedSettings,
  secretName,
  shownPlain,
  shownVariables,
} from "../../../services/settings/shown-settings.ts";
import { variableNames } from "../../../services/settings/variables.ts";
import { claimpathIn } from "../../support/claimpath-yaml.ts";

const of = (env: Record<string, string>, file?: Record<string, string>) => {
  const shown = shownVariables(env, file && { path: ".env", text: "", values: file });
  return (name: string) => shown.find((setting) => setting.name === name)!;
};

/** A new setting is in this list or its value is shown: somebody has to decide. */
it("shows no value of these settings", () => {
  expect(variableNames.filter((name) => secretName.test(name))).toEqual([
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
    ...["TRUSTEDFORM_API_KEY", "JORNAYA_ACCOUNT_CODE"],
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
  const shown = of({ PORT: "3440", HOST: "::1", SMS_URL: " " }, { PORT: "3440", HOST: "::2", SMS_URL: "" });
  expect(shown("PORT")).toMatchObject({ value: "3440", source: ".env" });
  expect(shown("HOST")).toMatchObject({ value: "::1", source: "environment; .env says something else" });
  expect(shown("SMS_URL")).toMatchObject({ value: "", source: "default", isDefault: true });
});

it("says of a setting of claimpath.yaml at which line it stands, and by which variable it is overruled", () => {
  const path = claimpathIn("company:\n  name: Crashline\n  phone: '+18005550199'\nkeep: { visit-days: 9 }\n");
  const env = { CLAIMPATH_FILE: path, DEFAULT_PHONE: "+18885550199" };
  const settings = readSettings(env);
  const shown = () => new Map(shownPlain(settings, env).map((each) => [each.name, each]));
  expect(shown().get("company.name")).toMatchObject({ value: "Crashline", source: `${path} line 2` });
  expect(shown().get("company.phone")).toMatchObject({
    value: "+18885550199",
    source: "DEFAULT_PHONE, environment",
  });
  expect(shown().get("keep.lead-days")).toMatchObject({ value: "30", source: "default", isDefault: true });
  writeFileSync(path, "company: { name: Crashline }\nkeep: { visit-days: 8 }\n");
  expect(shown().get("keep.visit-days")).toMatchObject({
    value: "9",
    source: `the start; ${path} says something else`,
  });
});

it("has every setting's words and default from .env.example, those that follow each other the same words", () => {
  const groups = describedSettings(readFileSync(".env.example", "utf8"));
  expect(groups[0]!.title).toBe("Server");
  const all = groups.flatMap(({ settings }) => settings);
  expect(all.map(({ name }) => name)).toEqual(variableNames);
  expect(all.filter(({ about }) => about === "")).toEqual([]);
  expect(all[0]).toEqual({
    name: "PORT",
    about: "Port to listen on; 0 takes any free one.",
    byDefault: "3000",
  });
  const account = all.filter(({ about }) => about.startsWith("Campaign, supplier and key"));
  expect(account).toHaveLength(3);
});
