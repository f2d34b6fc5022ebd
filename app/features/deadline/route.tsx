import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { createActor } from "xstate";
import { deadlineMachine } from "../../../machines/features/deadline/deadline.ts";
import { today } from "../../../machines/rules/dates.ts";
import { readForm } from "../../server/requests/bodies.ts";
import { law } from "../../site/content/law.ts";
import { SitePage } from "../../site/layout/site-layout.tsx";
import { siteMeta } from "../../site/meta.ts";
import { deadlinePath } from "./deadline-form.tsx";
import { DeadlinePage, type DeadlineShown } from "./deadline-page.tsx";
import { calculatorWords } from "./words/index.ts";

const unasked: DeadlineShown = { value: "asking", values: {}, errors: {}, answer: null };

/** The page with its answer, or 422 with the form as typed. Nothing is stored. */
export async function action({ request, context }: ActionFunctionArgs) {
  const posted = await readForm(request);
  const { siteTimeZone } = context.services.settings;
  const calculator = createActor(deadlineMachine).start();
  const day = today(Date.now(), siteTimeZone, siteTimeZone);
  calculator.send({ type: "ASK", posted, today: day, law });
  const { value, context: found } = calculator.getSnapshot();
  const shown = { ...found, value } as DeadlineShown;
  context.refused = value === "asking";
  return data(shown, { status: context.refused ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, { path: deadlinePath, ...calculatorWords.head });

/** The empty page, which is the same for everybody, or a visitor's answer. */
export default function DeadlineRoute() {
  const shown = (useActionData() as DeadlineShown | undefined) ?? unasked;
  return (
    <SitePage>
      <DeadlinePage {...shown} />
    </SitePage>
  );
}
