import { describe, expect, it } from "vitest";
import { createSeal } from "../../../services/guard/signing.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { contactWith } from "../../../services/visits/contact.ts";
import { optOutFormWith } from "../../../services/visits/opt-out.ts";
import { databases, freshStore } from "../../support/databases.ts";

const seal = createSeal(["s".repeat(32)], "contact form");
const reach = { email: "zoe@example.com", phone: "2125550142" };

describe("a form of the site", () => {
  const on = freshStore(databases[0].start);
  const form = () => {
    const { suppressions, budgets, spentProofs: spent } = on.store;
    const { optOuts } = createMetrics();
    return optOutFormWith({ suppressions, budgets, spent, metrics: { optOuts }, seal, now: () => on.now });
  };
  const optOut = (token: string | undefined, more: { ip?: string; proven?: boolean } = {}) =>
    form().submit({
      reach,
      token,
      trapFilled: false,
      ip: more.ip ?? "192.0.2.1",
      isProven: async () => more.proven ?? false,
    });
  const reasons = async () => (await on.store.suppressions.find(reach)).map(({ reason }) => reason);
  const message = (more = {}) => ({
    token: undefined as string | undefined,
    values: {
      typeOfAccident: "Car",
      firstName: "Zoe",
      lastName: "Quill",
      email: reach.email,
      phoneNumber: reach.phone,
      message: "Please call me.",
    } as never,
    ...{ trapFilled: false, ip: "192.0.2.1", userAgent: "test", referer: "", location: "/thank-you/" },
    ...more,
  });
  const contact = () =>
    contactWith({
      store: on.store,
      seal,
      settings: readSettings({}),
      destinations: [],
      address: (submission) => submission,
      onStored: () => {},
      now: () => on.now,
    });

  it("that says do not sell counts whatever its hidden field is", async () => {
    for (const token of [undefined, "", "forged", seal.seal({ another: 1 })])
      expect(await optOut(token)).toBe("listed");
    expect(new Set(await reasons())).toEqual(new Set([expect.stringMatching(/^do-not-sell/)]));
  });

  it("that says do not sell has in its reason what makes it seem a program's", async () => {
    const token = form().newToken();
    on.now += 60_000;
    expect(await optOut(token)).toBe("listed");
    expect(new Set(await reasons())).toEqual(new Set(["do-not-sell"]));
  });

  it("that sends a message says how long it was looked at, and whether its trap was filled", async () => {
    const token = contact().newToken();
    on.now += 65_000;
    const { leadId } = await contact().submit(message({ token, trapFilled: true }));
    expect((await on.store.leads.get(leadId))!.signs).toEqual({ tookMs: 65_000, trapFilled: true });
    const other = await contact().submit(message());
    expect((await on.store.leads.get(other.leadId))!.signs).toEqual({ tookMs: null, trapFilled: false });
  });

  it("that is sent twice is one message, and with other words another", async () => {
    const token = contact().newToken();
    const once = await contact().submit(message({ token }));
    expect(await contact().submit(message({ token }))).toEqual(once);
    const values = { ...(message().values as object), message: "Please write instead." } as never;
    expect((await contact().submit(message({ token, values }))).leadId).not.toBe(once.leadId);
  });
});
