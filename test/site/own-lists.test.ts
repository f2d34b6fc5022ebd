import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startStub } from "../stubs/stub-server.ts";
import { siteForTests } from "../support/during.ts";
import { destinationsIn } from "../support/files.ts";
import { runCommand } from "../support/run-command.ts";
import { query } from "../support/store-reader.ts";
import { walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const stub = await startStub(() => ({ body: { buy: "yes", price: "$50.00" } }));
afterAll(() => stub.stop());
const buyer = (name: string) =>
  `  ${name}: { kind: json, mode: live, repeats: { hours: 0 }, url: "${stub.origin}/${name}", answer: { accepted: { field: buy, is: "yes" }, price: price } }\n`;
const { path, folder } = destinationsIn(
  `destinations:\n${buyer("north")}${buyer("south")}order: [north, south]\n`,
);
const site = siteForTests({ stubs: false, DESTINATIONS_FILE: path, SITE_TIME_ZONE: "UTC" });
const file = join(folder, "list.txt");
function imported(receiver: string, text: string) {
  writeFileSync(file, text);
  return runCommand(`suppressions import ${receiver} ${file}`, {
    DATABASE_URL: site.databaseUrl,
    DESTINATIONS_FILE: path,
  });
}
/** The newest lead, once its buyers have said what they want. */
async function lead(): Promise<{ id: string; phone: string }> {
  await walkForms(site.url, "/survey/c");
  const [row] = query<{ id: string; record: string }>(
    site.databaseFile,
    "select id, record from leads order by id desc limit 1",
  );
  const { id, record } = row!;
  await waitFor(
    "a sale",
    () => query(site.databaseFile, `select 1 from sales where lead_id = '${id}'`).length > 0,
  );
  return { id, phone: JSON.parse(record).phone };
}

it("whom a buyer has on its own list it is never asked for, and the next one is", async () => {
  const { phone } = await lead();
  expect(stub.requests.map(({ path }) => path)).toEqual(["/north"]);
  const list = await imported("north", `\uFEFFsomebody@example.com\r\n"${phone}"\r\n`);
  expect(list).toMatchObject({ status: 0, stdout: "On the list of north: 2; taken off: 0\n" });
  const { id } = await lead();
  expect(stub.requests.map(({ path }) => path)).toEqual(["/north", "/south"]);
  const story = await runCommand(`leads show ${id}`, {
    DATABASE_URL: site.databaseUrl,
    DESTINATIONS_FILE: path,
  });
  expect(story.stdout).toContain("not sent: north does not want this person, by its own list");
  await imported("north", "");
  await lead();
  expect(stub.requests.map(({ path }) => path)).toEqual(["/north", "/south", "/north"]);
});

it("a file with a mistake, or for nobody, changes nothing and says why without repeating a line", async () => {
  await imported("south", "2135550123\n");
  const wrong = await imported("south", "anna@example.com\n555-0123\nanna example\n");
  expect(wrong).toMatchObject({ status: 1, stdout: "" });
  expect(wrong.stderr).toBe(
    `Nothing of ${file} was added:\n  line 2 is neither an e-mail address nor a US number of ten digits\n  line 3 is neither an e-mail address nor a US number of ten digits\n`,
  );
  expect((await imported("nort", "")).stderr).toBe("No receiver is named nort; did you mean north?\n");
  expect(query(site.databaseFile, "select destination from own_lists")).toEqual([{ destination: "south" }]);
});
