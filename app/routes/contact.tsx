import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { type ContactErrors, type ContactValues, parseContact } from "../../machines/site/contact-form.ts";
import { readForm } from "../server/requests/bodies.ts";
import { headerText } from "../server/requests/request-facts.ts";
import { ContactForm } from "../site/contact/contact-form.tsx";
import type { ContactData } from "../site/contact/contact-island.tsx";
import { ContactPage } from "../site/contact/contact-page.tsx";
import { fill } from "../site/content/markdown.ts";
import { timeSpanInWords } from "../site/in-words.ts";
import { SitePage, useCompany } from "../site/layout/site-layout.tsx";
import { pageIn } from "../site/links.ts";
import { useMessages } from "../site/messages.ts";
import { loadPage, metaInEach, pageLanguage } from "../site/meta.ts";
import { callerOf } from "../survey/server/caller.ts";
import { honeypotField } from "../ui/honeypot.tsx";
import { IslandData } from "../ui/island-data.tsx";
import { PageShell } from "../ui/page-shell.tsx";

const path = "/contact/";

type Shown = { token: string; sent: boolean; errors: ContactErrors; values: Partial<ContactValues> };

export function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const sent = new URL(request.url).searchParams.has("sent");
  const shown: Shown = { token: context.services.contact.newToken(), sent, errors: {}, values: {} };
  return { ...loadPage(args, ({ contact }) => contact), shown };
}

/** 303 to the thanks whatever happens to the delivery (ruling 17), or 422 with the form as typed. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await readForm(request);
  const parsed = parseContact(form);
  if (!parsed.ok) {
    const { errors, values } = parsed;
    const shown: Shown = { token: form.form ?? "", sent: false, errors, values };
    context.refused = true;
    return data(shown, { status: 422 });
  }
  const { ip, userAgent } = callerOf(request, context, "");
  const referer = headerText(request.headers.get("Referer")).slice(0, 500);
  const location = `${pageIn(pageLanguage(args), path)}?sent=1`;
  await context.services.contact.submit({
    token: form.form,
    values: parsed.values,
    trapFilled: Boolean(form[honeypotField]),
    ip,
    userAgent,
    referer,
    location,
  });
  return redirect(location, 303);
}

export const meta = metaInEach(path);

export default function ContactRoute() {
  const { language, shown } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>() as Shown | undefined;
  const company = useCompany();
  const { token, sent, errors, values } = answered ?? (shown as Shown);
  const { phone } = company;
  const { about, wordsFile } = useContext(PageShell);
  const { replyWithin: span } = about;
  const replyWithin = span && timeSpanInWords(span, language);
  const { form } = useMessages(language).contact;
  const { screens, pages, trouble } = useMessages(language);
  const { message, trying, call, again } = trouble.tryAgain;
  const contact: ContactData = {
    language,
    action: pageIn(language, path),
    hidden: { form: token },
    values,
    errors,
    sent,
    own: { ...form, sent: { ...form.sent, text: fill(form.sent.text, { within: replyWithin }) } },
    notSent: { message, trying, call, again },
    honeypot: pages.honeypot,
    phone,
  };
  return (
    <SitePage language={language}>
      <ContactPage language={language} company={company} replyWithin={replyWithin}>
        <div data-island="contact" data-words={wordsFile(language)}>
          <ContactForm {...contact} words={screens} />
        </div>
        <IslandData id="contact-data" data={contact} />
      </ContactPage>
    </SitePage>
  );
}
