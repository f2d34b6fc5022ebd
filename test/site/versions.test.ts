import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plainAnswers } from "../support/answers.ts";
import { holds } from "../support/holds.ts";
import { consentOn } from "../support/one-to-one.ts";
import { type Fault, releaseWith } from "../support/planted-faults.ts";
import { runProcess } from "../support/run-command.ts";
import { startSiteProcess } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { answerUpTo, FormVisitor } from "../support/visitors.ts";

/** Not in the text above the button, so that the version alone is another. */
const reworded: Fault = {
  file: "services/words/en/consent.yaml",
  from: "Using this service is free.",
  to: "You pay nothing for it.",
  found:
    /^Words have to be mended:\n- services\/words\/en\/consent\.yaml line 2 column 1: these are not the words of version 4: take the change back, or call it version 5 and add (5: \w+) to services\/words\/versions\.yaml, below en and consent\n$/,
};
const last = "PhoneAndZip";
const answers = { c: plainAnswers("c"), "v4nv-es": plainAnswers("v4nv-es") };
type Survey = keyof typeof answers;

it(
  "a release with other words of consents has to give them a version, which visitors who were shown the former one read before it counts",
  holds("T60"),
  async () => {
    using release = releaseWith(reworded);
    const { status, stderr } = await runProcess("leads list", {}, { project: release.path });
    expect([status, stderr]).toEqual([1, expect.stringMatching(reworded.found)]);
    const [, line] = reworded.found.exec(stderr)!;
    const edit = (file: string, from: string, to: string) => {
      const path = join(release.path, "services/words", file);
      writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
    };
    edit("en/consent.yaml", "version: 4", "version: 5");
    edit("versions.yaml", "en:\n  consent:\n", `en:\n  consent:\n    ${line}\n`);

    await using site = await startSiteProcess({ SESSION_SECRETS: "s".repeat(32) });
    const upToLast = async (survey: Survey) => {
      const visitor = new FormVisitor(site.url);
      await visitor.open(`/survey/${survey}`);
      await answerUpTo(visitor, survey, last);
      return visitor;
    };
    const former = await upToLast("c");
    await former.post(answers.c(last));
    const [english, spanish] = [await upToLast("c"), await upToLast("v4nv-es")];
    expect(english.screen.html).toContain(reworded.from);
    await site.stop();
    await site.restart(release.path);

    const shownAgain = await english.post(answers.c(last));
    expect(shownAgain).toMatchObject({ status: 422, step: last });
    expect(shownAgain.html).toContain("The text above the button has changed");
    const shown = [consentOn(shownAgain), consentOn(spanish.screen)];
    expect(shownAgain.html).toContain(reworded.to);
    expect((await english.post(answers.c(last))).url).toContain("thank-you");
    // Nobody has changed a word of these.
    expect((await spanish.post(answers["v4nv-es"](last))).url).toContain("thank-you");

    const stored = query<{ body: string }>(site.databaseFile, "select body from consents order by at").map(
      ({ body }) => JSON.parse(body) as { version: string; language: string; text: string },
    );
    expect(stored.map(({ version, language }) => `${language} ${version}`)).toEqual(["en 4", "en 5", "es 4"]);
    expect(stored.slice(1).map(({ text }) => text)).toEqual(shown);
  },
);
