import { answersC } from "./answers.ts";
import { send } from "./send.ts";
import { entriesC, JsonVisitor } from "./visitors.ts";
import { insisting, thanks } from "./wait-for.ts";

/** What has come of visitors' surveys; `retries` are requests that failed, of which a visitor would see every one. */
export type Load = { acknowledged: Set<string>; retries: number; unthanked: number; over: boolean };

export const noLoad = (): Load => ({ acknowledged: new Set(), retries: 0, unthanked: 0, over: false });

/** An answer to every question of variant C by the person of this name, who is found by the e-mail address. */
const emailOf = (name: string) => `${name}@example.com`;
export const answersOf = (name: string) => ({
  NameAndEmail: { ...answersC.NameAndEmail, email: emailOf(name) },
});

/**
 * One survey after the other until the load is over; every other one is sent by a form in the end.
 * @param who tells its visitors' names from those of others
 */
export async function visitAfterVisit(url: string, who: number | string, load: Load): Promise<void> {
  // What fails is sent again only so that the test comes to its end and tells how much did.
  const patiently = <Answer extends { status: number }>(ask: () => Promise<Answer>) =>
    insisting(ask, () => {
      load.retries += 1;
    });
  for (let count = 0; !load.over; count++) {
    const name = `visitor-${who}-${count}`;
    const visitor = new JsonVisitor(url);
    await patiently(() => visitor.open().then(({ cookie }) => ({ status: cookie ? 200 : 503 })));
    const entries = entriesC(answersOf(name));
    await patiently(() => visitor.progress(entries.slice(0, 5)));
    await patiently(() => visitor.progress(entries.slice(5, -1)));
    const { token: visit, shown } = visitor;
    const form = { visit, step: "PhoneAndZip", shown, ...answersC.PhoneAndZip };
    const byForm = () => send(url, "/survey/c", { form, headers: { Cookie: visitor.cookie } });
    const byJson = async () => {
      const kept = await visitor.progress(entries.slice(-1));
      return kept.status < 500 ? visitor.postLead() : kept;
    };
    if (thanks(await patiently(count % 2 ? byForm : byJson))) load.acknowledged.add(emailOf(name));
    else load.unthanked += 1;
  }
}
