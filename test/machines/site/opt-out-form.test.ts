import { expect, test } from "vitest";
import { parseOptOut } from "../../../machines/site/opt-out-form.ts";

test.each([
  [{ email: " Ana@Example.com " }, { email: "Ana@Example.com" }],
  [{ phone: "213.555.0123" }, { phone: "(213) 555-0123" }],
  [
    { email: "ana@example.com", phone: "2135550123" },
    { email: "ana@example.com", phone: "(213) 555-0123" },
  ],
  [{ email: "ana@example.com", phone: "  ", other: "x" }, { email: "ana@example.com" }],
])("%j is enough", (posted, values) => {
  expect(parseOptOut(posted)).toEqual({ ok: true, values });
});

test.each([
  [{}, { email: "either" }],
  [{ email: " ", phone: "" }, { email: "either" }],
  [{ email: "ana" }, { email: "email" }],
  [{ phone: "555-0123" }, { phone: "phone" }],
  [{ email: "ana@example.com", phone: "555" }, { phone: "phone" }],
  [
    { email: "ana", phone: "555" },
    { email: "email", phone: "phone" },
  ],
])("%j is refused, and kept as it was typed", (posted, errors) => {
  expect(parseOptOut(posted)).toEqual({ ok: false, errors, values: { email: "", phone: "", ...posted } });
});
