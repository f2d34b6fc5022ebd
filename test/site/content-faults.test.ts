import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { root } from "../support/source-files.ts";

const folder = mkdtempSync(join(tmpdir(), "content-"));
for (const part of ["app", "machines", "services", "package.json"])
  cpSync(join(root, part), join(folder, part), { recursive: true });
for (const part of ["node_modules", "build"]) symlinkSync(join(root, part), join(folder, part));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a start of the site prints once a file of its content has something else in place of a text. */
async function startWith(
  file: string,
  text: string,
  other: string,
): Promise<{ code: number; printed: string }> {
  const path = join(folder, "app/site/content", file);
  const before = readFileSync(path, "utf8");
  expect(before.split(text), text).toHaveLength(2);
  writeFileSync(path, before.replace(text, other));
  const env = { ...process.env, PORT: "0", DATABASE_URL: `file:${folder}/x.db` };
  const found = await new Promise<{ code: number; printed: string }>((resolve) => {
    const options = { cwd: folder, env, timeout: 60_000 };
    execFile(process.execPath, ["app/server/main.ts"], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    );
  });
  writeFileSync(path, before);
  return found;
}

const privacy = "en/privacy-policy.md";
const faqs = "en/articles/faqs.md";
const texas = "en/articles/texas.md";
const laws = "en/articles/car-accident-laws.md";

it.each([
  [
    "a fact that is not there",
    privacy,
    "{days of visits}",
    "{days of visit}",
    "line 41: there is no fact {days of visit}",
  ],
  [
    "a link to no page",
    laws,
    "(/car-accident-laws/deadline/)",
    "(/deadline/)",
    "line 20: there is no page /deadline/",
  ],
  [
    "a law of an unknown code",
    texas,
    "{law IN 1952.152}",
    "{law XY 1}",
    "line 37: there is no code for the law XY 1",
  ],
  [
    "what pages do not show",
    faqs,
    "### Is this site a law firm?",
    "> ###",
    "line 72: pages show no blockquote here",
  ],
  [
    "a key that nothing reads",
    faqs,
    "order:",
    "ordr: 1\norder:",
    "line 6 column 1: nothing is called ordr here",
  ],
  ["a key that is missing", faqs, "name: FAQs\n", "", "name is missing"],
  ["a section in one language alone", "es/terms-of-use.md", "## Plazos\n", "", "line 1: it has 7 sections"],
  [
    "an end that has no beginning",
    "en/articles/state.md",
    "[[{time note}]]",
    "{time note}]]",
    "line 24: ]] ends",
  ],
  [
    "a state without a deadline",
    "states.yaml",
    "  injury: 2 years (Ala. Code § 6-2-38)\n",
    "",
    "injury is missing",
  ],
  [
    "a law without its source",
    "states.yaml",
    "pure (Alaska Stat. § 09.17.060)",
    "pure",
    "this is to be written like",
  ],
  [
    "a note that is missing",
    "states.yaml",
    "    insurance: Most drivers do not have to buy",
    "    time: Most",
    "has to say what is asked",
  ],
])("%s stops the start, which names its file and line", async (_what, file, text, other, words) => {
  const { code, printed } = await startWith(file, text, other);
  expect(printed).toContain(`- app/site/content/${file} line `);
  expect(printed).toContain(words);
  expect(code).toBe(1);
});
