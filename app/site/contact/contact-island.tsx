import { useActor } from "@xstate/react";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import { fromPromise } from "xstate";
import type { Wording } from "../../../machines/messages/wording.ts";
import {
  type ContactField,
  type ContactValues,
  contactFormMachine,
} from "../../../machines/site/contact-form.ts";
import { post } from "../../proof-of-work/post.ts";
import { hydrate } from "../../ui/hydrate.tsx";
import { islandData } from "../../ui/island-data.tsx";
import { screenChanged } from "../../ui/one-press.ts";
import { tabStorage } from "../../ui/tab-memory.ts";
import { ContactForm, type ContactFormProps } from "./contact-form.tsx";

/**
 * Fields of the form by name, including the hidden ones, by which the server recognizes a message that it already has.
 */
type Draft = Record<string, string>;

/** Where the tab keeps an unsent form; its history entry has the form's token, as the key to it. */
const draftHere = "claimpath:contact";

function keepDraft(form: HTMLFormElement): void {
  tabStorage.setItem(draftHere, JSON.stringify(Object.fromEntries(new FormData(form))));
  if (history.state?.contact !== tokenOf(form))
    history.replaceState({ ...history.state, contact: tokenOf(form) }, "");
}

/** Fills in what was kept before a reload, where the field is still empty. @returns what was kept, if anything */
function restoreDraft(form: HTMLFormElement): Draft {
  const draft: Draft = JSON.parse(tabStorage.getItem(draftHere) ?? "{}");
  if (draft.form !== history.state?.contact) return {};
  for (const [name, value] of Object.entries(draft)) {
    const field = form.elements.namedItem(name);
    if (field && "value" in field && !field.value) field.value = value;
  }
  return draft;
}

/**
 * Tries once to post the form. Our own server has the message when this resolves: the thanks do not wait for anything
 * later (ruling 17). Sending it twice does no harm: the form's hidden field identifies a repetition.
 * @param onRefused the server rejects it as it is, for good
 * @throws when the server is away, or asks for another attempt later
 */
async function postContact(
  address: string,
  fields: Record<string, string>,
  { signal, onRefused }: { signal: AbortSignal; onRefused: () => void },
): Promise<void> {
  const { ok, status } = await post(address, { body: new URLSearchParams(fields), signal });
  if (ok) return;
  if (status >= 500 || status === 429) throw new Error("not taken now");
  onRefused();
  return new Promise(() => {});
}

/** How far below the window's edge the first error is scrolled, in CSS pixels (spec 5.1). */
const OFFSET_PX = 100;

/**
 * Puts the focus on the contact form's first wrong field, and scrolls to it when it is out of view: what is heard is
 * what is seen. The summary above it is an alert, which is spoken without the focus.
 */
function revealFirstError(): void {
  const field = document.querySelector<HTMLElement>("form[data-contact] [aria-invalid=true]");
  if (!field) return;
  // After a mouse press Firefox shows it on text fields only, by default.
  field.focus({ preventScroll: true, focusVisible: true });
  const { top, bottom } = field.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollTo({ top: top + scrollY - OFFSET_PX, behavior: still ? "instant" : "smooth" });
}

/** The data of the server's page, with which its island continues. */
export type ContactData = Pick<
  ContactFormProps,
  "language" | "action" | "hidden" | "values" | "errors" | "sent" | "own" | "notSent" | "honeypot" | "phone"
>;

/** Brings the contact form to life where it is. */
export async function mount(element: HTMLElement): Promise<void> {
  const data = islandData<ContactData>("contact-data");
  const { words }: { words: Wording } = await import(/* @vite-ignore */ element.dataset.words!);
  await hydrate(element, <Island data={data} words={words} />);
}

const form = () => document.querySelector<HTMLFormElement>("form[data-contact]");

/** The hidden field by which the server recognizes a message that it already has. */
function tokenOf({ elements }: HTMLFormElement): string {
  return (elements.namedItem("form") as HTMLInputElement).value;
}

/** The server disagrees with this page: it is asked for its own page, with its own words. */
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
    if (data.sent || thanked) tabStorage.removeItem(draftHere);
    if (!thanked) return;
    screenChanged();
    document.querySelector("[data-contact-sent]")?.scrollIntoView({ block: "nearest" });
  }, [thanked, data.sent]);

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
