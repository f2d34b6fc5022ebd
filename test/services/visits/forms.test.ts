import { expect, it } from "vitest";
import { createSeal } from "../../../services/guard/signing.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { contactWith } from "../../../services/visits/contact.ts";
import { freshStore, sqlite } from "../../support/databases.ts";

const on = freshStore(sqlite.start);
const seal = createSeal(["s".repeat(32)], "contact form");
const values = {
  ...{ typeOfAccident: "Car", firstName: "Zoe", lastName: "Quill", message: "Please call me." },
  ...{ email: "zoe@example.com", phoneNumber: "2125550142" },
};
const contact = () =>
  contactWith({
    ...{ store: on.store, seal, settings: readSettings({}), destinations: [], now: () => on.now },
    address: (submission) => submission,
    onStored: () => {},
  });
const send = async (token?: string, more: object = {}) => {
  const about = { trapFilled: false, ip: "192.0.2.1", userAgent: "test", referer: "", location: "/" };
  const { leadId } = await contact().submit({ ...about, token, values: { ...values, ...more } as never });
  return (await on.store.leads.get(leadId))!;
};

it("a message that is sent twice is one, and with other words another; how long the form was looked at is kept", async () => {
  const token = contact().newToken();
  on.now += 65_000;
  const once = await send(token);
  expect(once.signs).toMatchObject({ tookMs: 65_000 });
  expect(await send(token)).toEqual(once);
  expect((await send(token, { message: "Please write instead." })).id).not.toBe(once.id);
  expect((await send()).signs, "nobody knows of a form without its token").toMatchObject({ tookMs: null });
});
