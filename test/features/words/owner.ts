import { beforeAll, expect } from "vitest";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { send } from "../../support/send.ts";
import type { Site } from "../../support/site.ts";
import { query } from "../../support/store-reader.ts";
import { lookIn } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const list = "/console/words";

/** The owner of a site at its pages of words. @param others processes on the same store, which take words up, too */
export function ownerOf(site: Site, ...others: readonly Site[]) {
  let cookie: string;
  beforeAll(async () => {
    cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
  });
  const post = (page: string, form: Record<string, string>) =>
    send(site.url, page, { form, headers: { Cookie: cookie } });
  const newest = () =>
    query<{ number: number | null }>(site.databaseFile, "select max(number) as number from own_words")[0]!
      .number ?? 0;
  /** Until every process knows the newest change. */
  const untilTakenUp = async () => {
    const taken = `"event":"words.taken_up","outcome":"own-words","count":${newest()}}`;
    for (const each of [site, ...others])
      await waitFor("words.taken_up", () => each.output().includes(taken));
  };
  /** Shows what other words would look like. @param texts by their places */
  const look = (page: string, texts: Record<string, string>, more: Record<string, string> = {}) => {
    const own = Object.fromEntries(Object.entries(texts).map(([place, text]) => [`text ${place}`, text]));
    return post(page, { intent: "save", seen: String(newest()), reason: "shorter", ...own, ...more });
  };
  const press = async (page: string, shown: Awaited<ReturnType<typeof post>>) => {
    expect(shown.status, shown.text.replace(/<style>.*?<\/style>/gs, "")).toBe(200);
    expect((await post(page, lookIn(shown.text))).status).toBe(303);
    await untilTakenUp();
  };
  const open = (page: string) => send(site.url, page, { headers: { Cookie: cookie } });
  return {
    open,
    get: async (page: string) => (await open(page)).text,
    post,
    newest,
    look,
    untilTakenUp,
    /** And takes them up. */
    change: async (page: string, ...words: [Record<string, string>, Record<string, string>?]) =>
      press(page, await look(page, ...words)),
    undo: async (change = newest()) =>
      press(list, await post(list, { intent: "undo", change: String(change), reason: "as before" })),
  };
}
