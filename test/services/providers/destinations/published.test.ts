import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { variants } from "../../../../machines/registry.ts";
import { sampleLead } from "../../../../services/commands/sample-lead.ts";
import { leadBody, webhookBody } from "../../../../services/providers/destinations/webhook.ts";
import { leadFields } from "../../../../services/settings/destinations/lead-fields.ts";

const at = Date.UTC(2026, 0, 31, 12);
const examples = Object.fromEntries(
  [...variants.keys()].map((code) => [code, leadBody(sampleLead(code, `0190-${code}`, at), true)]),
);

const published = (file: string) => JSON.parse(readFileSync(`docs/webhook/${file}.json`, "utf8"));

it("the webhook's schema is the published one", () => {
  expect(published("schema")).toEqual(z.toJSONSchema(webhookBody));
});

it("there is an example of every survey, which the schema takes", () => {
  for (const example of Object.values(examples)) expect(() => webhookBody.parse(example)).not.toThrow();
  expect(published("examples")).toEqual(examples);
});

it("every field of a lead can be mapped", () => {
  const fields = Object.values(examples).flatMap(({ data }) =>
    Object.keys("fields" in data ? data.fields : {}),
  );
  expect([...new Set(fields)].filter((field) => !leadFields.includes(field))).toEqual([]);
});
