import { expect, it } from "vitest";
import { titlesIn } from "../../../../app/graphs/ui/title-of.ts";
import type { View } from "../../../../machines/graph/view.ts";

const nodes = [
  { id: "AtFault", title: "At fault" },
  { id: "NameAndEmail.checkingEmail", title: "Checking email" },
  { id: "AllPii.asking.checkingEmail", title: "Checking email" },
] as unknown as View["nodes"];
const titleOf = titlesIn({ nodes });

it("a title shared by two states is qualified by the part of the chart that each is in", () => {
  expect(titleOf("AtFault")).toBe("At fault");
  expect(titleOf("NameAndEmail.checkingEmail")).toBe("Checking email (name and email)");
  expect(titleOf("AllPii.asking.checkingEmail")).toBe("Checking email (all PII)");
});

it("an unknown state is its own title", () => {
  expect(titleOf("Gone.asking")).toBe("Gone.asking");
});
