import { describe, expect, it } from "vitest";
import { draftLanguages, languageFacts } from "../../../services/words/languages.ts";
import { siteProcessForTests } from "../../support/during.ts";
import { send } from "../../support/send.ts";
import { ownerOf } from "./owner.ts";

const site = siteProcessForTests({ stubs: false, DRAFT_LANGUAGES: draftLanguages.join() });
const { get, look, change } = ownerOf(site);

describe.each(draftLanguages)("words in %s, a draft that is shown,", (language) => {
  const { name, survey } = languageFacts(language);
  const page = `/console/words/${language}/WhenWasTheAccident`;

  it("are the owner's to change as all others are", async () => {
    expect(await get(`/console/words?language=${language}`)).toContain(`href="${page}"`);
    await change(page, { heading: name });
    expect((await send(site.url, survey)).text).toContain(`>${name}</h1>`);
    expect((await look(page, { heading: "<b>" })).status).toBe(422);
  });
});
