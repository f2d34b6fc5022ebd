import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { callTimes } from "../../../machines/features/call-time/times.ts";
import { languageNamed } from "../../../services/words/languages.ts";
import { readForm } from "../../server/requests/bodies.ts";
import { thanksQuery, thankYouPaths } from "../../site/links.ts";

export { onlyPost as loader } from "../../survey/server/json-request.ts";

/** Records when a call suits the visitor, and returns to the thank-you page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services, session, form } = context;
  const { page, lang, time } = await readForm(request, form);
  const known = callTimes.find((each) => each === time);
  if (!known) throw new Response("Choose one of the times on the thank-you page.", { status: 422 });
  const isNoted = await services.running.callTime.note(session.id, known);
  const back = thankYouPaths.find((path) => path === page) ?? thankYouPaths[0]!;
  const query = new URLSearchParams({
    ...(!isNoted && { call: "unsaved" }),
    ...thanksQuery(languageNamed(lang)),
  });
  return redirect(`${back}${query.size > 0 ? `?${query}` : ""}#call-time`, 303);
}
