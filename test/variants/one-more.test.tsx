import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderToString } from "react-dom/server";
import type { Rollup } from "vite";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../support/source-files.ts";

/** The one file of a new variant: two questions of the stock in an order of its own, and the ordinary end. */
const file = `
import { checksEmail, checksPhoneAndZip } from "../parts.ts";
import { submitsLeadUnread } from "../submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

export const oneMore = variant({
  code: "one-more",
  entries: { "/survey/one-more": {}, "/survey-sd/more": { oid: 777 } },
  machine: survey.createMachine({
    id: "one-more",
    ...everySurvey,
    initial: "AtFault",
    states: {
      AtFault: { on: { NEXT: [{ guard: "atFault", target: "NameAndEmail" }, { target: "HasLawyer" }] } },
      HasLawyer: { on: { NEXT: "NameAndEmail" } },
      NameAndEmail: { ...checksEmail, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLeadUnread, meta: { progress: 100, overlay: true }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
`;
/** The one line. */
const line = 'export { oneMore } from "./one-more.ts";\n';

// Below the root, so that packages are found as they are by the program itself.
mkdirSync(join(root, "test/output"), { recursive: true });
const copy = mkdtempSync(join(root, "test/output/one-more-"));

beforeAll(() => {
  for (const folder of ["machines", "services", "app", "test/model", "test/paths", "test/support"]) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  const index = join(copy, "machines/variants/index.ts");
  writeFileSync(join(copy, "machines/variants/one-more.ts"), file);
  writeFileSync(index, readFileSync(index, "utf8") + line);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** A module of the copy, by the types of its original. */
async function copied<Module>(path: string): Promise<Module> {
  return import(/* @vite-ignore */ join(copy, path));
}
type Registry = typeof import("../../machines/registry.ts");
const entryAt = async (path: string) => (await copied<Registry>("machines/registry.ts")).findEntry(path)!;

describe("one more file and one more line give", () => {
  it("every path of the variant its entry", async () => {
    expect((await entryAt("/survey/one-more")).variant.code).toBe("one-more");
    expect((await entryAt("/survey-sd/more/")).defaults).toEqual({ oid: 777 });
    const { entryPaths } = await copied<Registry>("machines/registry.ts");
    const { findEntry } = await import("../../machines/registry.ts");
    expect(entryPaths.filter((path) => !findEntry(path))).toEqual(["/survey/one-more", "/survey-sd/more"]);
  });

  it("paths that take every transition, and their list for review", async () => {
    type Suites = typeof import("../model/suite.ts");
    type Transitions = typeof import("../model/transitions.ts");
    const { firstSuites } = await copied<Suites>("test/model/suite.ts");
    const { allTransitionIds } = await copied<Transitions>("test/model/transitions.ts");
    const { listOfPaths } = await copied<typeof import("../paths/list-of-paths.ts")>(
      "test/paths/list-of-paths.ts",
    );
    const suite = firstSuites.find(({ model }) => model.machine.id === "one-more")!;
    const taken = new Set(suite.edgePaths.flat().flatMap((edge) => edge.taken));
    expect(allTransitionIds(suite.model.machine).filter((id) => !taken.has(id))).toEqual([]);
    const list = listOfPaths(suite);
    for (const step of ["AtFault", "HasLawyer", "NameAndEmail", "PhoneAndZip"]) expect(list).toContain(step);
    expect(list).toContain("dq_reason=have_attorney|yes");
  });

  it("its page, as the server makes it", async () => {
    const { surveyPage } = await copied<typeof import("../../app/survey/page.ts")>("app/survey/page.ts");
    const { standing } =
      await copied<typeof import("../../services/visits/stand.ts")>("services/visits/stand.ts");
    const { readSettings } = await copied<typeof import("../../services/env.ts")>("services/env.ts");
    const { SurveyScreen } = await copied<typeof import("../../app/survey/survey-screen.tsx")>(
      "app/survey/survey-screen.tsx",
    );
    const { wording } =
      await copied<typeof import("../../machines/wording/index.ts")>("machines/wording/index.ts");
    const entry = await entryAt("/survey/one-more");
    const arrival = { path: entry.path, query: {}, referer: "" };
    const at = Date.UTC(2025, 5, 15, 12);
    const stand = standing(entry, [{ at, kind: "entry", body: arrival }]);
    const token = { id: "visit-1", survey: "one-more", at, arrival };
    const settings = readSettings({});
    const page = surveyPage({ entry, token, sealed: "sealed", stand, step: stand.step, settings });
    expect(Object.keys(page.steps)).toEqual(["AtFault", "NameAndEmail", "PhoneAndZip", "HasLawyer"]);
    const html = renderToString(<SurveyScreen data={page} words={wording("en")} />);
    expect(html).toContain(page.steps.AtFault!.heading);
    expect(html).toContain('action="/survey/one-more?step=AtFault"');
  });

  it("its chunk in the browser", { timeout: 60_000 }, async () => {
    const built = (await build({
      root: copy,
      configFile: join(root, "vite.config.ts"),
      logLevel: "silent",
      build: {
        write: false,
        minify: false,
        rollupOptions: {
          input: join(copy, "app/survey/island.tsx"),
          preserveEntrySignatures: "strict",
          // Packages are no part of what is shown.
          external: /^[a-z@]/,
        },
      },
    })) as Rollup.RollupOutput;
    const chunks = built.output.filter((each) => each.type === "chunk");
    const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/variants/one-more.ts"));
    expect(own).toMatchObject({ isDynamicEntry: true });
    const island = chunks.find(({ dynamicImports }) => dynamicImports.includes(own!.fileName));
    expect(island?.moduleIds).toContain(join(copy, "app/survey/island.tsx"));
  });
});
