import { chartsToken } from "../../../test/support/console-people.ts";
import { type Ask, bytesOf } from "../../../test/support/send.ts";
import { goodAsks } from "../fuzz/seeds.ts";

const queries = [
  "/survey/c?affid=7&oid=57&s1=a&sub2=b&gclid=c&flags=theme:v3&show-meter=yes",
  "/survey-thank-you/?q=y&email=a&phone=b&city=c&zip_code=d",
  "/contact/?sent=1&affid=7",
  "/graphs/compare?before=c&after=v7",
  "/graphs/c/simulate?path=/survey/c&today=2026-06-15&do=option%3Dx",
  "/graphs/c/screen?step=AtFault&lang=en",
  "/graphs/c/numbers?source=a&device=phone&from=2026-01-01&to=2026-02-01",
  "/graphs/c/numbers?show=sides&source=a&b.source=b",
];

/** One request of every form, JSON address and query that the site reads. */
export async function targets(origin: string): Promise<{ name: string; bytes: Buffer }[]> {
  const headers: Ask["headers"] = [["Authorization", `Bearer ${chartsToken}`]];
  const asked: Ask[] = queries.map((target) => ({ method: "GET", target, headers }));
  const posted = (await goodAsks(origin)).filter(({ body }) => body !== undefined);
  // Surveys are one program: the posts of one of them stand for all.
  const distinct = posted.filter(
    ({ target }) => !/^\/(?!survey\/c$).*survey|^\/(?:yt|g2?|f|form)\b/.test(target),
  );
  const byFields = new Map(distinct.map((ask) => [`${ask.target} ${fieldsOf(ask)}`, ask]));
  return [...asked, ...byFields.values()].map((ask) => ({
    name: `${ask.method} ${ask.target.split("?")[0]}`,
    bytes: bytesOf({ ...ask, headers: [["Host", new URL(origin).host], ...ask.headers] }),
  }));
}

const fieldsOf = ({ body }: Ask) =>
  body && "form" in body ? body.form.map(([name]) => name).join() : Object.keys(Object(body?.json)).join();
