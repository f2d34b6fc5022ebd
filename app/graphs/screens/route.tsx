import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { flagValues } from "../../../machines/rules/page-flags.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { chartOf } from "../chart-of.ts";
import { variantOf } from "../site-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { screensOf, wantedIn } from "./screen-data.ts";
import { StepsPage } from "./steps-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const variant = variantOf(args.params.code);
  const { code } = variant;
  const wanted = wantedIn(new URL(args.request.url).searchParams, variant);
  const screens = screensOf(variant, (await chartOf(code))!.graph).map((screen) => ({
    ...screen,
    heading: stepNamed(screen.step, variant.machine)!.wording[wanted.language].heading,
  }));
  return { code, wanted, screens, themes: flagValues.theme };
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Screens of ${params.code}`);

export default function StepsRoute() {
  return <StepsPage {...useLoaderData<typeof loader>()} />;
}
