import { answersC } from "../../../test/support/answers.ts";
import { entriesC, hiddenFields, sealOf } from "../../../test/support/visitors.ts";

/** What Chromium says with each request. */
const browser = {
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language": "en-US,en;q=0.9",
  "Accept-Encoding": "gzip, deflate, br",
  "Sec-Fetch-Site": "same-origin",
};
const address = "/survey/c?affid=7&s1=abc";
const query = { affid: "7", s1: "abc" };

type Fields = Record<string, string>;
type Page = { location: string | null; text: string };

/** A browser, which keeps its cookies. */
class Visitor {
  private readonly origin: string;
  private readonly cookies: Fields = {};

  constructor(origin: string) {
    this.origin = origin;
  }

  async ask(path: string, body?: { form: Fields } | { json: unknown }): Promise<Page> {
    const cookie = Object.entries(this.cookies).map((pair) => pair.join("="));
    const answer = await fetch(this.origin + path, {
      method: body ? "POST" : "GET",
      body: body && ("form" in body ? new URLSearchParams(body.form) : JSON.stringify(body.json)),
      headers: {
        ...browser,
        ...(cookie.length > 0 && { Cookie: cookie.join("; ") }),
        ...(body && { Origin: this.origin }),
        ...(body && "json" in body && { "Content-Type": "application/json" }),
      },
      redirect: "manual",
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.cookies[name!] = value!;
    }
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${this.origin}${path} was answered ${answer.status}.`);
    return { location: answer.headers.get("Location"), text };
  }

  /** Posts a form, and looks at the page behind it. */
  async post(path: string, form: Fields): Promise<{ path: string; page: Page }> {
    const { location } = await this.ask(path, { form });
    if (location === null) throw new Error(`${this.origin}${path} took no answer.`);
    return { path: location, page: await this.ask(location) };
  }
}

/** What is done on a site, by kind. Each ends on the page of thanks, or throws. */
export type Walks = Record<"view" | "forms" | "script", (visitor: Visitor) => Promise<void>>;

const thanked = (page: Page) => {
  if (!/thank/i.test(page.text)) throw new Error("The visit ended without thanks.");
};

export const ours: Walks = {
  view: async (visitor) => void (await visitor.ask(address)),
  async forms(visitor) {
    let at = { path: address, page: await visitor.ask(address) };
    for (const fields of Object.values(answersC))
      at = await visitor.post(at.path, { ...hiddenFields(at.page.text), ...fields });
    thanked(at.page);
  },
  async script(visitor) {
    const shown = JSON.stringify([sealOf((await visitor.ask(address)).text)]);
    let visit: string | undefined;
    const facts = () => ({ path: "/survey/c", visit, timeZone: "America/Los_Angeles", query });
    for (const entry of entriesC()) {
      const said = await visitor.ask("/api/progress", { json: { ...facts(), entries: [entry] } });
      visit = (JSON.parse(said.text) as { visit?: { token: string } }).visit?.token ?? visit;
    }
    const lead = await visitor.ask("/post-lead", { json: { ...facts(), shown } });
    const { location } = JSON.parse(lead.text) as { location: string };
    thanked(await visitor.ask(location));
  },
};

/** The same answers, by the steps and the fields of the small apps. */
const theirs: [step: string, fields: Fields][] = [
  ["when", { when: "Within 30 Days" }],
  ["vehicle", { vehicle: "Car" }],
  ["fault", { fault: "no" }],
  ["injured", { injured: "Yes" }],
  ["treatment", { treatment: "Hospital" }],
  ["police", { police: "Yes" }],
  ["lawyer", { lawyer: "no" }],
  ["description", answersC.IncidentDescription!],
  ["name", answersC.NameAndEmail!],
  ["phone", answersC.PhoneAndZip!],
];
const asked = { "q.affid": "7", "q.s1": "abc" };

export const remix: Walks = {
  view: ours.view,
  async forms(visitor) {
    await visitor.ask(address);
    let page: Page | undefined;
    for (const [at, [step, fields]] of theirs.entries())
      ({ page } = await visitor.post(`/survey/c/${step}`, at === 0 ? { ...asked, ...fields } : fields));
    thanked(page!);
  },
  async script(visitor) {
    await visitor.ask(address);
    let last: Page | undefined;
    for (const [at, [step, fields]] of theirs.entries()) {
      const form = at === 0 ? { ...asked, ...fields } : fields;
      await visitor.ask(`/survey/c/${step}.data`, { form });
      const [next] = theirs[at + 1] ?? [];
      last = await visitor.ask(next ? `/survey/c/${next}.data` : "/survey-thank-you.data");
    }
    if (!last!.text.includes(answersC.NameAndEmail!.firstName!))
      throw new Error("The visit ended without thanks.");
  },
};

/** Has so many walks done, four at once. */
export async function walked(
  origin: string,
  walk: (visitor: Visitor) => Promise<void>,
  count: number,
): Promise<void> {
  let left = count;
  const line = async () => {
    while (left-- > 0) {
      await walk(new Visitor(origin));
    }
  };
  await Promise.all([line(), line(), line(), line()]);
}
