import { useActor } from "@xstate/react";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import { fromPromise } from "xstate";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { ContactField, ContactValues } from "../../../machines/site/contact-form.ts";
import { contactFormMachine } from "../../../machines/site/contact-form-machine.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { hydrate } from "../../ui/hydrate.tsx";
import { islandData } from "../../ui/island-data.tsx";
import { screenChanged } from "../../ui/one-press.ts";
import { revealFirstError } from "../reveal-first-error.ts";
import { forgetDraft, keepDraft, restoreDraft } from "./contact-draft.ts";
import { ContactForm, type ContactFormProps } from "./contact-form.tsx";
import { postContact } from "./contact-post.ts";

/** What the server's page shows, and its island goes on from. */
export type ContactData = Pick<
  ContactFormProps,
  "language" | "action" | "hidden" | "values" | "errors" | "sent" | "phone" | "replyWithin"
>;

const wordingOf: Record<Language, () => Promise<Wording>> = {
  en: () => import("../../../machines/messages/en.ts").then(({ en }) => en),
  es: () => import("../../../machines/messages/es.ts").then(({ es }) => es),
};

/** Brings the contact form to life where it is. */
export async function mount(element: Element): Promise<void> {
  const data = islandData<ContactData>("contact-data");
  const words = await wordingOf[data.language]();
  await hydrate(element, <Island data={data} words={words} />);
}

const form = () => document.querySelector<HTMLFormElement>("form[data-contact]");

/** The hidden field by which the server knows a message that it has already. */
function tokenOf({ elements }: HTMLFormElement): string {
  return (elements.namedItem("form") as HTMLInputElement).value;
}

/** The server sees it otherwise than this page: it is asked for its own page, with its own words. */
function submitNatively() {
  form()?.submit();
}

function Island({ data, words }: { data: ContactData; words: Wording }) {
  const { action } = data;
  // The first render must be the server's own; what needs a browser comes after it.
  const [live, setLive] = useState(false);
  const [hidden, setHidden] = useState(data.hidden);
  useEffect(() => {
    const shown = form();
    const { form: token } = shown ? restoreDraft(shown) : {};
    // A hidden field's value is React's.
    if (token) setHidden({ form: token });
    setLive(true);
  }, []);

  const machine = useMemo(
    () =>
      contactFormMachine.provide({
        actors: {
          sendContact: fromPromise<unknown, { values: ContactValues }>(({ input, signal }) =>
            postContact(
              action,
              { ...input.values, form: tokenOf(form()!) },
              { signal, onRefused: submitNatively },
            ),
          ),
        },
        actions: {
          // The errors have to be on the page before it can scroll to one of them.
          scrollToFirstError: () => requestAnimationFrame(revealFirstError),
        },
      }),
    [action],
  );
  const [state, send] = useActor(machine, { input: { errors: data.errors } });
  const { errors } = state.context;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send({ type: "SUBMIT", posted: Object.fromEntries(new FormData(event.currentTarget)) as ContactValues });
  }

  const isWrong = Object.keys(errors).length > 0;
  useEffect(() => {
    const title = document.title.replace(words.errorPrefix, "");
    document.title = isWrong ? words.errorPrefix + title : title;
  }, [isWrong, words]);

  useEffect(() => {
    const online = () => send({ type: "ONLINE" });
    addEventListener("online", online);
    return () => removeEventListener("online", online);
  }, [send]);

  const unsent = state.matches("unsent") || state.matches({ sending: "further" });
  useEffect(() => {
    if (!unsent) return;
    keepDraft(form()!);
    document.querySelector("[data-contact-unsent]")?.scrollIntoView({ block: "nearest" });
  }, [unsent]);

  const thanked = state.matches("thanked");
  useEffect(() => {
    if (!thanked) return;
    forgetDraft();
    screenChanged();
    document.querySelector("[data-contact-sent]")?.scrollIntoView({ block: "nearest" });
  }, [thanked]);

  return (
    <ContactForm
      {...data}
      hidden={hidden}
      errors={errors}
      sent={data.sent || thanked}
      sending={state.matches("sending")}
      unsent={unsent}
      words={words}
      onSubmit={onSubmit}
      onChange={({ target }) => {
        const { name } = target as EventTarget & { name: string };
        send({ type: "CHANGE", field: name as ContactField });
        keepDraft(form()!);
      }}
      live={live}
    />
  );
}
