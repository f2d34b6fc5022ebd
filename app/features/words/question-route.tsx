import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { mayPress } from "../../../services/console/roles.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { type Pressed, pressedOnQuestion, questionData } from "./load.ts";
import { QuestionPage } from "./words-page.tsx";

const queryOf = ({ request }: LoaderFunctionArgs) => new URL(request.url).searchParams;

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const shown = {
    viewer: { name, role, mayPress: mayPress(role, access) },
    ...(await questionData(args.params, queryOf(args), args.context)),
  };
  return data(shown, { status: shown.setFault ? 422 : 200 });
}

/** Shows the screens before and after a change, and takes it up when it is confirmed. */
export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const form = await readConsoleForm(args.request);
  const done = await pressedOnQuestion(args.params, queryOf(args), form, args.context, name);
  const { pathname, search } = new URL(args.request.url);
  return done ? data(done, { status: done.look ? 200 : 422 }) : redirect(`${pathname}${search}`, 303);
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Words of ${params.step}`);

export default function QuestionRoute() {
  const shown = useLoaderData() as ComponentProps<typeof QuestionPage>;
  return <QuestionPage {...shown} done={useActionData() as Pressed | undefined} />;
}
