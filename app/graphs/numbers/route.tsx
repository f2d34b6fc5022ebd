import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { graphMeta } from "../ui/meta.ts";
import { loadNumbers } from "./answers/load.ts";
import { NumbersPage, type NumbersShown } from "./numbers-page.tsx";

export const loader = (args: LoaderFunctionArgs) => loadNumbers(args);

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Numbers of ${params.code}`);

export default function NumbersRoute() {
  const [query] = useSearchParams();
  return <NumbersPage {...(useLoaderData() as NumbersShown)} query={query} />;
}
