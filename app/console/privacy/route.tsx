import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { findPerson, forget, newestReadings, type PrivacyAnswer, personIn } from "./load.ts";
import { PrivacyPage } from "./privacy-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "privacy");
  return { viewer: { name, role }, readings: await newestReadings(args.context) };
}

/** Finds the person in the form, or erases them where the form contains the word for it. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const viewer = await demandViewer(args, "privacy");
  const form = await readConsoleForm(request);
  const named = personIn(form);
  const { asked } = named;
  const refuse = (answer: PrivacyAnswer) => {
    context.refused = true;
    return data(answer, { status: 422 });
  };
  if ("fault" in named) return refuse({ asked, fault: named.fault });
  if (form.intent !== "erase") {
    return data<PrivacyAnswer>({ asked, found: await findPerson(named, viewer, context) });
  }
  if (form.confirmation?.trim().toLowerCase() !== "erase") {
    const found = await findPerson(named, viewer, context);
    return refuse({ asked, found, fault: "Nothing was erased: type the word erase to confirm." });
  }
  return data<PrivacyAnswer>({ asked, erased: await forget(named.person, viewer, context) });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Privacy requests");

export default function PrivacyRoute() {
  return (
    <PrivacyPage {...useLoaderData<typeof loader>()} answer={useActionData() as PrivacyAnswer | undefined} />
  );
}
