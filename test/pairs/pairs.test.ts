import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allFeatures } from "../../services/features.ts";
import { destinationKeys } from "../../services/settings/destinations/destinations.ts";
import { affiliateTerms, kinds } from "../../services/settings/destinations/shape.ts";
import { plainSettings } from "../../services/settings/plain-settings.ts";
import { ownSections } from "../../services/settings/settings-file.ts";
import { variableNames } from "../../services/settings/variables.ts";
import { daysFrom } from "./days.ts";
import { names, parameters, possible, unusual, withoutSale } from "./parameters.ts";
import { isWhole, met, rows, strength, wanted } from "./rows.ts";

/** Of `npm test`: a row takes two to six seconds. */
const mostRows = 85;

describe.runIf(isWhole)("the table of parameters", () => {
  it("has a place for every setting, or a reason why no sale depends on it", () => {
    const campaign = /const core = z\.strictObject\(\{\n([\s\S]*?)\n\}\);/.exec(
      readFileSync("services/settings/campaigns.ts", "utf8"),
    )![1]!;
    const fields = (prefix: string, all: readonly string[]) => all.map((name) => `${prefix}.${name}`);
    const settings = [
      ...variableNames,
      ...plainSettings.map(({ name }) => name),
      ...new Set<string>([...ownSections, ...destinationKeys]),
      ...new Set(
        fields(
          "receiver",
          Object.values(kinds).flatMap(({ shape }) => Object.keys(shape)),
        ),
      ),
      ...fields("affiliate", Object.keys((affiliateTerms.in as unknown as { shape: object }).shape)),
      ...fields("campaign", [
        ...[...campaign.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!),
        ...allFeatures.flatMap(({ campaign }) => campaign?.key ?? []),
      ]),
    ];
    const placed = names.flatMap((name) => ("settings" in parameters[name] ? parameters[name].settings : []));
    const reasoned = Object.values(withoutSale).flatMap((all) => all.split(" "));
    const ofFeatures = allFeatures.flatMap(({ settings: own, section }) => [
      ...(own?.withoutSale ? Object.keys(own.keys).map((key) => `${own.section}.${key}`) : []),
      ...(section?.withoutSale ? [section.name] : []),
    ]);
    expect([...placed, ...reasoned, ...ofFeatures].toSorted()).toEqual(settings.toSorted());
  });
});

describe.runIf(isWhole)("the array", () => {
  it("has every possible pair of values, counted by hand", () => {
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

  it.runIf(strength === 2)("has no more rows than a developer is willing to wait for", () => {
    expect(rows.length).toBeLessThanOrEqual(mostRows);
  });

  it.runIf(strength === 3)("has every triple of the parameters that money depends on", () => {
    const lacking = wanted().filter(
      (triple) =>
        !rows.some((row) => triple.every(([name, value]) => row[name as keyof typeof row] === value)),
    );
    expect(lacking).toEqual([]);
  });
});

daysFrom(0);
