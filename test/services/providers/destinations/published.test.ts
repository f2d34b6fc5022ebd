import { expect, it } from "vitest";
import * as z from "zod";
import { variants } from "../../../../machines/registry.ts";
import { sampleLead } from "../../../../services/commands/try.ts";
import { leadBody, webhookBody } from "../../../../services/providers/destinations/webhook.ts";
import { leadFields } from "../../../../services/settings/destinations/lead-fields.ts";

const at = Date.UTC(2026, 0, 31, 12);
const examples = Object.fromEntries(
  [...variants.keys()].map((code) => [code, leadBody(sampleLead(code, `0190-${code}`, at), true)]),
);

it.each([
  ["schema", z.toJSONSchema(webhookBody)],
  ["example", examples.c],
])("the webhook's %s is the published one; `vitest -u` on this file writes it", async (name, value) => {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`../../../../docs/webhook/${name}.json`);
});

it("every survey's sample matches the schema", () => {
  for (const example of Object.values(examples)) expect(() => webhookBody.parse(example)).not.toThrow();
});

it("every field of a lead can be mapped", () => {
  const fields = Object.values(examples).flatMap(({ data }) =>
    Object.keys("fields" in data ? data.fields : {}),
  );
  expect([...new Set(fields)].filter((field) => !leadFields.includes(field))).toEqual([]);
});
