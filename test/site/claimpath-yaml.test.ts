import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { namedIn } from "../../services/settings/destinations/destinations.ts";
import { answersC } from "../support/answers.ts";
import { claimpathIn } from "../support/files.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { startSite, startSiteProcess } from "../support/site.ts";
import { FormVisitor } from "../support/visitors.ts";

const whole = `# Ours
company: { name: Crashline, phone: +18005550199, legal-name: Crashline LLC }
survey: { partial-fault-states: [FL, TX], force-early-treatment: off }
keep: { visit-days: 9 }
server: { log: on }
pages:
  /survey/c: { flags: { theme: v3, socialProof: true } }
quotes:
  - { quote: They called., name: Ana, place: "Fresno, CA", date: 2026-01-31, language: en, consent: by mail }
campaigns:
  - { affid: "7", headline: { en: "Hit by a truck?", es: "¿Le chocó un tráiler?" } }
buyers:
  - { name: North Law, ids: [101], states: [TX] }
destinations:
  sheet: { kind: file, folder: FOLDER, format: jsonl }
`;
const alone = { stubs: false, NODE_ENV: "production" };

it("a site starts with claimpath.yaml alone, and does all that it says", async () => {
  const path = claimpathIn("");
  const folder = path.replace("claimpath.yaml", "leads");
  writeFileSync(path, whole.replace("FOLDER", folder));
  await using site = await startSiteProcess({ ...alone, CLAIMPATH_FILE: path });
  const page = async (address: string) => (await send(site.url, address)).text;
  expect(await page("/survey/c?affid=7")).toContain(">Hit by a truck?</p>");
  expect(await page("/survey/c")).toMatch(
    /data-theme="v3"[\s\S]*They called\.|They called\.[\s\S]*data-theme="v3"/,
  );
  expect(await page("/")).toContain("(800) 555-0199");
  expect(await page("/about-us/")).toContain("Crashline LLC");
  const services = await site.listServices();
  expect(services).toContain("The consent of v4nv-1to1 names whichever of North Law serve");
  expect(services).toContain("sheet: live, test messages");
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  for (const answer of Object.values(answersC)) await visitor.post(answer);
  expect(visitor.screen.url).toMatch(/^\/survey-thank-you\//);
});

it.each([
  ["kep: { visit-days: 9 }", "line 1 column 1: kep is not known here; did you mean keep?"],
  ["keep:\n  visit-dayz: 9", "line 2 column 3: keep.visit-dayz is not known here; did you mean visit-days?"],
  ["company:\n  nam: X", "line 2 column 3: company.nam is not known here; did you mean name?"],
  [
    "experiments:\n  salt: sixteen letters!\n  lst: []",
    "line 3 column 3: experiments.lst is not known here; did you mean list?",
  ],
  [
    "limits:\n  posts-in-all: many",
    "line 2 column 3: limits.posts-in-all must be a whole number from 0 to 10000000",
  ],
  ["company: { phone: 877-555-0142 }", "line 1 column 12: company.phone must be a US toll-free number"],
  [
    "survey: { partial-fault-states: [Florida] }",
    "survey.partial-fault-states must be comma-separated two-letter state codes",
  ],
  ["survey: { partial-fault-states: { FL: yes } }", "survey.partial-fault-states must be a single value"],
  ["company: { name: [{ en: X }] }", "company.name must be a single value, or a list of them"],
  ["keep: 7", "line 1 column 1: keep must have settings below it"],
  ["- keep", "line 1 column 1: the file must have sections, such as company"],
  ["SITE_NAME: X", "line 1 column 1: SITE_NAME is called company.name here."],
  ["IPQS_KEY: x", "line 1 column 1: IPQS_KEY is a variable of the environment and stands in no file."],
  [
    "server: { workers: 2 }",
    "line 1 column 11: server.workers must be taken out, since a start is one process",
  ],
  ["keep: {}\nkeep: {}", "line 2 column 1: this is there twice"],
])("a start ends with the fault and its position: %j", async (yaml, fault) => {
  const path = claimpathIn(yaml);
  const start = startSite({ ...alone, CLAIMPATH_FILE: path });
  await expect(start).rejects.toThrow(/^Bad settings: /);
  await expect(start).rejects.toThrow(fault);
  await expect(start).rejects.toThrow(`Bad settings: ${path} line `);
});

it("a start ends when the file is missing", async () => {
  await expect(startSite({ ...alone, CLAIMPATH_FILE: "/nowhere.yaml" })).rejects.toThrow(
    "CLAIMPATH_FILE /nowhere.yaml cannot be read: there is no such file",
  );
});

it("a start and a command end when a variable of an earlier release is set, and give its new name", async () => {
  const settings = { SITE_NAME: "Before", CAMPAIGNS_FILE: "campaigns.yaml", PORT: "0" };
  const said =
    "Bad settings: SITE_NAME, CAMPAIGNS_FILE must be unset, since claimpath.yaml says that now (npm run claimpath -- settings prints the whole file): SITE_NAME is company.name there, CAMPAIGNS_FILE is campaigns there.\n";
  await expect(startSite({ ...alone, ...settings })).rejects.toThrow(said);
  expect(await runCommand("doctor", settings)).toEqual({ status: 1, stdout: "", stderr: said });
});

it("claimpath settings writes what docs/claimpath.yaml has: a file that sets nothing, and is valid without its #", async () => {
  const { stdout } = await runCommand("settings", {});
  await expect(stdout).toMatchFileSnapshot("../../docs/claimpath.yaml");
  await using _ = await startSite({ ...alone, CLAIMPATH_FILE: claimpathIn(stdout) });
  const bare = claimpathIn(stdout.replaceAll(/^#(?! \S)/gm, ""));
  const secrets = Object.fromEntries(namedIn(bare).map((name) => [name, "k"]));
  await using site = await startSite({ ...alone, CLAIMPATH_FILE: bare, ...secrets });
  expect((await send(site.url, "/about-us/")).text).toContain("Example Media LLC");
});

it("the file is found beside that of variables, even where CLAIMPATH_FILE is empty, and a command reads it as the site does", async () => {
  const path = claimpathIn("company: { name: Crashline }\n");
  const ENV_FILE = path.replace("claimpath.yaml", "env");
  writeFileSync(ENV_FILE, "CLAIMPATH_FILE=\n");
  const { stdout } = await runCommand("doctor", { ENV_FILE });
  expect(stdout).not.toContain("company.name is the fictitious default");
  expect(stdout).toContain("company.phone is the fictitious default");
  writeFileSync(path, "destinatons: {}\n");
  const { status, stderr } = await runCommand("doctor", { ENV_FILE });
  expect([status, stderr]).toEqual([
    1,
    `Bad settings: ${path} line 1 column 1: destinatons is not known here; did you mean destinations?.\n`,
  ]);
});
