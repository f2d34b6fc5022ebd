import { vi } from "vitest";
import { findEntry } from "../../machines/registry.ts";
import { plainAnswers } from "../support/answers.ts";
import { send } from "../support/send.ts";
import { type Answer, FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";
import { said } from "./calendar.ts";
import type { Day } from "./day.ts";
import type { Row } from "./parameters.ts";

/** Who comes, with all that tells of them. `lead`: the id, once there is one. */
export type Person = {
  who: "ana" | "again" | "ben" | "dora";
  affiliate: string;
  answers: Answer;
  state: string;
  isBuyable: boolean;
  isStopped: boolean;
  /** Said no after the lead was sold: nobody is told anything more. */
  saysNoLater?: true;
  lead?: string;
  at?: number;
};

export const story: Record<Row["text"], string> = {
  plain: "A truck hit my car near Ravensbourne at a red light.",
  hostile: `Ravensbourne ${"\uFDFA".repeat(4_900)}`,
};
export const names: Record<Row["name"], [string, string]> = {
  plain: ["Philippa", "Featherstone"],
  accented: ["Zoë", "Núñez-Østergård"],
};
export const anasPhone = "(213) 555-0147";
/** What an answer that tells of Ana says. */
export const tellingOf = (row: Row) => `${names[row.name].join(" ")} ${anasPhone}`;
/** Words that stand in Ana's data and nowhere else, as a reader would look for them: small, without accents. */
export const canariesOf = ({ name }: Row) =>
  [
    ...(name === "plain" ? ["philippa", "featherstone"] : ["nunez", "ostergard"]),
    "ravensbourne",
    "pfeatherstone",
  ].concat("2135550147");

export function peopleOf(row: Row): Person[] {
  const [firstName, lastName] = names[row.name];
  const ana = {
    firstName,
    lastName,
    email: "p.featherstone@example.com",
    phone: anasPhone,
    zip_code: "90210",
    case_description: story[row.text],
  };
  const other = (first: string, last: string, phone: string, zip: string) => ({
    firstName: first,
    lastName: last,
    email: `${first}.${last}@example.com`.toLowerCase(),
    phone,
    zip_code: zip,
    case_description: "Somebody hit me from the side.",
  });
  const isStopped = ["listed", "form", "gpc"].includes(row.stop);
  const each = { isBuyable: true, isStopped: false, affiliate: "252" };
  return [
    { ...each, who: "ana", answers: ana, state: "CA" },
    {
      ...each,
      who: "ben",
      affiliate: "7",
      answers: other("Benjamin", "Archer", "(305) 555-0111", "33101"),
      state: "FL",
      isBuyable: row.judged === "qualified",
      isStopped,
    },
    { ...each, who: "again", answers: ana, state: "CA" },
    { ...each, who: "dora", answers: other("Dorothy", "Mills", "(786) 555-0122", "33101"), state: "FL" },
  ];
}

/** Who answers all at once is taken for a program. */
const takesTime = () => vi.setSystemTime(Date.now() + 20_000);

export const linkOf = ({ subs }: Row) =>
  `affid=252&oid=57&s1=${subs === "telling" ? "2135550147" : "a-1"}&sub5=click-1`;
/** A person answers a survey in a way, and posts it. */
export async function arrive(day: Day, person: Person, way: Row["way"], path: string): Promise<void> {
  const { row, sites } = day;
  const site = sites[day.people.indexOf(person) % sites.length]!;
  const ip = `11.0.${day.people.indexOf(person)}.7`;
  const more: Record<string, string> = {
    "X-Forwarded-For": ip,
    ...(person.who === "ben" && row.stop === "gpc" && { "Sec-GPC": "1" }),
  };
  const { code, language = "en" } = findEntry(new URL(path, site.url).pathname)!.variant;
  const plain = plainAnswers(code, person.answers);
  const answers = (step: string): Answer => {
    if (step === "HasLawyer" && person.who === "ben" && row.judged === "disqualified")
      return { option: "yes" };
    const given = plain(step);
    return step === "WhenWasTheAccident"
      ? { option: "Within 30 Days" }
      : step === "AtFault" || step === "HasLawyer"
        ? { option: "no" }
        : given;
  };
  if (way === "script") {
    const visitor = await new JsonVisitor(site.url, path.split("?")[0], { headers: more }).open(
      `?${path.split("?")[1]}`,
    );
    takesTime();
    // Once all is answered the site goes on naming the last question.
    for (
      let [step, last] = [await stepOf(visitor), ""];
      step !== last;
      [step, last] = [await stepOf(visitor), step]
    ) {
      const { status, text } = await visitor.progress([{ answer: { step, fields: answers(step) } }]);
      if (status !== 200)
        return day.wrong("each visitor is served", `${step}: ${status} ${text.slice(0, 200)}`);
    }
    let { status, text } = await visitor.postLead();
    // What came after the first page, it has not seen: it loads the page and sends what that shows.
    if (status === 422) ({ status, text } = await (await visitor.open(`?${path.split("?")[1]}`)).postLead());
    if (status !== 200) day.wrong("each visitor is served", `lead: ${status} ${text.slice(0, 200)}`);
    return;
  }
  const visitor = new FormVisitor(site.url, (request) => {
    for (const [name, value] of Object.entries(more)) request.headers.set(name, value);
    if (way === "cookieless") request.headers.delete("cookie");
    if (way === "hidden" && request.method === "POST") request.headers.set("Origin", "null");
    return fetch(request);
  });
  await visitor.open(path);
  takesTime();
  for (let steps = 0; visitor.screen.step !== "" && steps < 30; steps++) {
    const { step, html, url } = visitor.screen;
    const form = { ...hiddenFields(html), ...answers(step) };
    const isLast = "phone" in form;
    if (isLast) {
      await stranger(day, `${url}`, form, "cross-site", 403);
      await stranger(day, `${url}`, form, undefined, 403);
    }
    await visitor.post(answers(step));
    // Who begins again comes by the same link.
    if (way === "forms" && steps === 0 && !isLast) await visitor.post({ intent: "restart" });
    // Where a browser hides where its first form comes from, it is shown one that says so itself.
    if (way === "hidden" && visitor.screen.status === 403) await visitor.post(answers(step));
    if (visitor.screen.status !== 200)
      return day.wrong(
        "each visitor is served",
        `${step}: ${visitor.screen.status} ${said(visitor.screen.html)}`,
      );
    if (isLast) await stranger(day, `${url}`, form, undefined);
  }
  const { html } = visitor.screen;
  if (!html.includes(`<html lang="${language}"`))
    day.wrong("each is answered in the survey's language", said(html));
  if (!visitor.screen.url.includes("thank-you"))
    day.wrong("each visitor is served", `ended at ${visitor.screen.url}`);
}

/**
 * Somebody else sends a visitor's form, from another network and without the cookie: from a page of another site it is
 * refused, and once it is used it says nothing of its visitor.
 */
export async function stranger(
  day: Day,
  url: string,
  form: Answer,
  fetchSite?: string,
  wanted?: number,
): Promise<void> {
  const headers = {
    "X-Forwarded-For": "203.0.113.9",
    Origin: "null",
    "User-Agent": "another",
    ...(fetchSite !== undefined && { "Sec-Fetch-Site": fetchSite }),
  };
  // What a link said of its visitor stands in no form.
  const { pathname, searchParams } = new URL(url, day.sites[0]!.url);
  const address = `${pathname}?step=${searchParams.get("step") ?? ""}`;
  const answer = await send(day.sites[0]!.url, address, { form, headers });
  if (wanted !== undefined && answer.status !== wanted)
    day.wrong("nobody signs from elsewhere", `${fetchSite}: ${answer.status}`);
  const found = canaryIn(day, String(answer.headers.location ?? ""));
  if (found) day.wrong("a used form tells strangers nothing", found);
}

/** The question that a visitor with scripts is at: the site names it to who answers another. '' at the end. */
export async function stepOf(visitor: JsonVisitor): Promise<string> {
  const { status, text } = await visitor.progress([
    { answer: { step: "NoSuchStep", fields: { option: "x" } } },
  ]);
  return status >= 400 && status < 500 ? (JSON.parse(text).step ?? "") : "";
}

export const folded = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("Ø", "O").toLowerCase();

/** Which word of Ana's a text has, in any case and accents, and her number in any notation. */
export function canaryIn({ row }: Pick<Day, "row">, text: string): string | undefined {
  const plain = folded(
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25").replace(/%[89a-f][0-9a-f]/gi, "")),
  );
  const word = canariesOf({ ...row }).find((each) => plain.includes(each));
  if (word) return `${word}: ${around(plain, plain.indexOf(word))}`;
  const found = /(?<!\d)\(?213\)?[ .-]{0,2}555[ .-]{0,2}0147(?!\d)/.exec(plain);
  return found ? `her number: ${around(plain, found.index)}` : undefined;
}
export const around = (text: string, at: number) =>
  text.slice(Math.max(0, at - 40), at + 40).replace(/\s+/g, " ");
