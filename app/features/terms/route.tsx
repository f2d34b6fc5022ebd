import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mayAs, mayPress } from "../../../services/console/roles.ts";
import type { Signed } from "../../console/ui/console-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { type TermsData, termsData } from "./load.ts";
import { TermsPage } from "./terms-page.tsx";

/** Terms in force that differ from the file; an affiliate's id links to its page. */
export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const asked = new URL(args.request.url).searchParams.get("affiliate");
  const isId = asked !== null && /^[\w-][\w.-]{0,63}$/.test(asked.trim());
  if (isId) return redirect(`/console/terms/affiliate/${asked.trim()}`, 303);
  const terms = await termsData(args.context, asked, mayAs(role, "leads"));
  return data(
    { viewer: { name, role, mayPress: mayPress(role, access) }, ...terms },
    { status: terms.fault ? 422 : 200 },
  );
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Terms");

export default function TermsRoute() {
  return <TermsPage {...(useLoaderData() as TermsData & { viewer: Signed })} />;
}
