import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { createActor } from "xstate";
import { today } from "../../machines/rules/dates.ts";
import { deadlineMachine } from "../../machines/site/deadline.ts";
import { readForm } from "../server/requests/bodies.ts";
import { deadlines } from "../site/content/law.ts";
import { deadlinePath } from "../site/deadline/deadline-form.tsx";
import { DeadlinePage, type DeadlineShown } from "../site/deadline/deadline-page.tsx";
import { SitePage } from "../site/layout/site-layout.tsx";
import { siteMeta } from "../site/meta.ts";

const unasked: DeadlineShown = { value: "asking", values: {}, errors: {}, answer: null };

/** The page with its answer, or 422 with the form as it was typed. Nothing of it is kept. */
export async function action({ request, context }: ActionFunctionArgs) {
  const posted = await readForm(request);
  const { siteTimeZone } = context.services.settings;
  const calculator = createActor(deadlineMachine).start();
  const day = today(Date.now(), siteTimeZone, siteTimeZone);
  calculator.send({ type: "ASK", posted, today: day, law: deadlines });
  const { value, context: found } = calculator.getSnapshot();
  const shown = { ...found, value } as DeadlineShown;
  context.refused = value === "asking";
  return data(shown, { status: context.refused ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: deadlinePath,
    title: "Deadline calculator: your last day to file a lawsuit",
    description:
      "Enter your state and the date of the crash, and see the last day to file an injury lawsuit, with the statute.",
  });

/** As first asked for, which is the same for everybody, or with what a visitor asked. */
export default function DeadlineRoute() {
  const shown = (useActionData() as DeadlineShown | undefined) ?? unasked;
  return (
    <SitePage>
      <DeadlinePage {...shown} />
    </SitePage>
  );
}
