import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { languageNamed } from "../../services/words/languages.ts";
import { readForm } from "../server/requests/bodies.ts";
import { thanksQuery, thankYouPaths } from "../site/links.ts";

export { onlyPost as loader } from "../survey/server/json-request.ts";

/** Sends the visitor's receipt by e-mail, and returns to the thank-you page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services, session, ip, form: body } = context;
  const { page, lang } = await readForm(request, body);
  const isSent = await services.receipts.mail(session.id, ip);
  const back = thankYouPaths.find((path) => path === page) ?? thankYouPaths[0]!;
  const query = new URLSearchParams({
    receipt: isSent ? "sent" : "unsent",
    ...thanksQuery(languageNamed(lang)),
  });
  return redirect(`${back}?${query}`, 303);
}
