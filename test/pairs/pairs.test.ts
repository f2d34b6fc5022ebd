import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { destinationKeys } from "../../services/settings/destinations/destinations.ts";
import { affiliateTerms, kinds } from "../../services/settings/destinations/shape.ts";
import { plainSettings } from "../../services/settings/plain-settings.ts";
import { ownFiles } from "../../services/settings/settings-file.ts";
import { variableNames } from "../../services/settings/variables.ts";
import { sharedGround } from "./ground.ts";
import { names, parameters, possible, unusual, withoutSale } from "./parameters.ts";
import { isWhole, met, rows, strength, verdictOn, wanted } from "./rows.ts";

const ground = sharedGround();
afterAll(() => ground.stop());
const began = process.cpuUsage();
/** Processor time of all rows of `npm test`, in seconds; a crowded machine takes more of it, too. */
const mostSeconds = 180;

describe.runIf(isWhole)("the table of parameters", () => {
  it("has a place for every setting, or a reason why no sale depends on it", () => {
    const campaign = /const campaign = z\.strictObject\(\{\n([\s\S]*?)\n\}\);/.exec(
      readFileSync("services/settings/campaigns.ts", "utf8"),
    )![1]!;
    const fields = (prefix: string, all: readonly string[]) => all.map((name) => `${prefix}.${name}`);
    const settings = [
      ...variableNames,
      ...plainSettings.map(({ name }) => name),
      ...new Set<string>([...Object.values(ownFiles), ...destinationKeys]),
      ...new Set(
        fields(
          "receiver",
          Object.values(kinds).flatMap(({ shape }) => Object.keys(shape)),
        ),
      ),
      ...fields("affiliate", Object.keys((affiliateTerms.in as unknown as { shape: object }).shape)),
      ...fields(
        "campaign",
        [...campaign.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!),
      ),
    ];
    const placed = names.flatMap((name) => ("settings" in parameters[name] ? parameters[name].settings : []));
    const reasoned = Object.values(withoutSale).flatMap((all) => all.split(" "));
    expect([...placed, ...reasoned].toSorted()).toEqual(settings.toSorted());
  });
});

describe.runIf(isWhole)("the array", () => {
  it("has every pair of values that can be together, counted by hand", () => {
    const missing: string[] = [];
    for (const [at, one] of names.entries())
      for (const other of names.slice(at + 1))
        for (const first of parameters[one].values)
          for (const second of parameters[other].values) {
            const isMet = one in met && other in met;
            const isThere = rows.some((row) => row[one] === first && row[other] === second);
            if (isMet && !isThere && possible({ [one]: first, [other]: second }))
              missing.push(`${one}=${first} ${other}=${second}`);
          }
    expect(missing).toEqual([]);
    expect(rows.filter((row) => !possible(row))).toEqual([]);
    expect(new Set(rows.map(unusual)).size).toBe(rows.length);
  });

  it.runIf(strength === 3)("has every triple of what money depends on", () => {
    const lacking = wanted().filter(
      (triple) =>
        !rows.some((row) => triple.every(([name, value]) => row[name as keyof typeof row] === value)),
    );
    expect(lacking).toEqual([]);
  });
});

describe("a day on which these meet", () => {
  it.each(rows.map((row, index) => ({ row, title: `row ${index}: ${unusual(row)}` })))(
    "$title",
    { timeout: 600_000 },
    async ({ row }) => {
      const verdict = await verdictOn(row, ground);
      if (verdict) expect.fail(verdict);
    },
  );

  it.runIf(isWhole && strength === 2)("takes no longer than a developer waits for it", () => {
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(mostSeconds);
  });
});
