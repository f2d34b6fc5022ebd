import { describe, it } from "vitest";
import { databases, databasesOf } from "../../../test/support/databases.ts";
import { recountedMonth } from "../../../test/support/month.ts";

const visits = 5_000;

describe.each(databases)("a month of 5,000 visits on $name", ({ start }) => {
  const server = databasesOf(start);
  it("ends in the books, invoices and payouts that the buyers' own lists come to, to the cent", {
    timeout: 3_600_000,
  }, async () => {
    const { leads, sold, wentBack, cents } = await recountedMonth(await server.freshUrl(), visits);
    console.log(
      `${visits} visits, ${leads} leads, ${sold} sold for ${cents / 100} dollars, ${wentBack} went back`,
    );
  });
});
