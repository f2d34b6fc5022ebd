import { describe, expect, it } from "vitest";
import { databases, databasesOf } from "../support/databases.ts";
import { recountedMonth } from "../support/month.ts";

describe.each(databases)("a month of sales on $name", ({ start }) => {
  const server = databasesOf(start);
  it("ends in the books, invoices and payouts that the buyers' own lists come to, to the cent", {
    timeout: 240_000,
  }, async () => {
    const { leads, sold, wentBack } = await recountedMonth(await server.freshUrl(), 90);
    expect(leads).toBe(72);
    expect(sold).toBeGreaterThan(40);
    expect(wentBack).toBeGreaterThan(10);
  });
});
