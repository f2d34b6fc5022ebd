import type { LoaderFunctionArgs } from "@remix-run/node";
import { caseName, exportedCase } from "../../../machines/features/simulator/exported-case.ts";
import { readScenario } from "../../../machines/model/setup.ts";
import { siteOf, variantOf } from "../../graphs/site-of.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";

/** Downloads a simulation as a test. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const variant = variantOf(args.params.code);
  const query = new URL(args.request.url).searchParams;
  const scenario = readScenario(variant, query, siteOf(args.context.services.settings));
  return new Response(exportedCase(scenario), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${caseName(scenario)}.test.ts"`,
    },
  });
}
