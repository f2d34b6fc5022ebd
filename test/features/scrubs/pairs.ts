import type { Day } from "../../pairs/day.ts";
import type { Row } from "../../pairs/parameters.ts";

export const parameters = {
  scrubs: {
    values: ["none", "clean", "silent"],
    about:
      "whether a list is asked about numbers, and whether it answers; a silent one only marks, since it is tried",
    settings: ["scrubs"],
    // Its pairs with other parameters are not tried yet: it is distributed over the rows.
    isDealt: true,
  },
} as const;

/** Its parts of the file, by section. */
export function sectionsOf({ scrubs }: Row): Record<string, object> {
  if (scrubs === "none") return {};
  const list = {
    // A variable, since only the environment knows where the stub is.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how the file names it.
    url: "${LIST_URL}",
    fields: { number: "phone_digits" },
    answer: { listed: { field: "status", is: "listed" }, clean: { field: "status", is: "clean" } },
    action: "refuse",
    "cost-cents": 0.4,
    "daily-budget": 1,
    mode: scrubs === "clean" ? "live" : "test",
  };
  return { scrubs: { list } };
}

export function environmentOf({ scrubs }: Row, address: (path: string) => string): Record<string, string> {
  return scrubs === "none" ? {} : { LIST_URL: address(`/list/${scrubs}`) };
}

/** The list is asked about each number once, and before anybody has a lead of it. */
export async function check(day: Day): Promise<void> {
  const { row, firms, people, wrong } = day;
  if (row.scrubs === "none") return;
  const asked = firms.lists.map(({ body }) => (JSON.parse(body) as { number: string }).number);
  const twice = asked.filter((number, index) => asked.indexOf(number) < index);
  if (row.scrubs === "clean" && twice.length > 0 && day.erasedAt === undefined)
    wrong("a list is asked once about a number", twice.join());
  for (const { lead, answers, who } of people) {
    const heard = firms.heard.find((each) => each.lead === lead && each.about === "lead");
    const number = answers.phone?.replace(/\D/g, "").slice(-10);
    if (!heard || !lead || day.old.has(lead)) continue;
    const before = firms.lists.find(({ body, at }) => body.includes(`"${number}"`) && at <= heard.at);
    if (!before) wrong("a list is asked before anybody has a lead", who);
  }
}
