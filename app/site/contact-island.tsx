import { useActor } from "@xstate/react";
import { type FormEvent, startTransition, useEffect, useMemo, useRef, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { fromPromise } from "xstate";
import type { ContactField, ContactValues } from "../../machines/site/contact-form.ts";
import { contactFormMachine } from "../../machines/site/contact-form-machine.ts";
import { en } from "../../machines/wording/en.ts";
import { islandData } from "../island-data.tsx";
import { ContactForm, type ContactFormProps } from "./contact-form.tsx";
import { postContact } from "./contact-post.ts";
import { revealFirstError } from "./reveal-first-error.ts";

/** What the server's page shows, and its island goes on from. */
export type ContactData = Pick<ContactFormProps, "action" | "hidden" | "values" | "errors" | "sent">;

/** Brings the contact form to life where it stands. */
export function mount(element: Element): void {
  // In slices, between which the visitor can scroll and type.
  startTransition(() => {
    hydrateRoot(element, <Island data={islandData<ContactData>("contact-data")} />);
  });
}

/** The server sees it otherwise than this page: it is asked for its own page, with its own words. */
function submitNatively() {
  document.querySelector<HTMLFormElement>("form[data-contact]")?.submit();
}

function Island({ data }: { data: ContactData }) {
  const { action, hidden } = data;
  const summary = useRef<HTMLDivElement>(null);

  // The first render must be the server's own; what needs a browser comes after it.
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);

  const machine = useMemo(
    () =>
      contactFormMachine.provide({
        actors: {
          sendContact: fromPromise<unknown, { values: ContactValues }>(({ input }) =>
            postContact(action, { ...input.values, ...hidden }, submitNatively),
          ),
        },
        actions: {
          // The errors have to be on the page before it can scroll to one of them.
          scrollToFirstError: () =>
            requestAnimationFrame(() => {
              summary.current?.focus({ preventScroll: true });
              revealFirstError();
            }),
        },
      }),
    [action, hidden],
  );
  const [state, send] = useActor(machine, { input: { errors: data.errors } });
  const { errors } = state.context;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send({ type: "SUBMIT", posted: Object.fromEntries(new FormData(event.currentTarget)) as ContactValues });
  }

  const isWrong = Object.keys(errors).length > 0;
  useEffect(() => {
    const title = document.title.replace(en.errorPrefix, "");
    document.title = isWrong ? en.errorPrefix + title : title;
  }, [isWrong]);

  const thanked = state.matches("thanked");
  useEffect(() => {
    if (thanked) document.querySelector("[data-contact-sent]")?.scrollIntoView({ block: "nearest" });
  }, [thanked]);

  return (
    <ContactForm
      {...data}
      errors={errors}
      sent={data.sent || thanked}
      sending={state.matches("sending")}
      words={en}
      onSubmit={onSubmit}
      onChange={({ target }) => {
        const { name } = target as EventTarget & { name: string };
        send({ type: "CHANGE", field: name as ContactField });
      }}
      summaryRef={summary}
      live={live}
    />
  );
}
