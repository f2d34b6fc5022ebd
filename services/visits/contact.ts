import { createHash } from "node:crypto";
import * as z from "zod";
import type { ContactValues } from "../../machines/site/contact-form.ts";
import type { Seal } from "../guard/signing.ts";
import type { Destination } from "../providers/ports.ts";
import { newMessage } from "../providers/routed-lead.ts";
import type { Settings } from "../settings/env.ts";
import { timeOf, uuid7 } from "../store/engine/uuid7.ts";
import type { Submission } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { addressSigns } from "./bot-signals.ts";

/** The receiver of the form. */
const receiver = "contact-ingest";

const token = z.object({ contact: z.string() });

/** The contact form's own small lead: stored, handed to the outbox, idempotent on the form it was sent from and what it says. */
export type Contact = {
  /** The hidden field that names one shown form. */
  newToken(): string;
  /** Stores a valid form once. An unknown token counts as a form of its own: a message is never dropped. */
  submit(form: {
    token: string | undefined;
    values: ContactValues;
    trapFilled: boolean;
    ip: string;
    userAgent: string;
    referer: string;
    /** The page of thanks. */
    location: string;
  }): Promise<{ leadId: string }>;
};

/** Another message from the same form is another message. */
function digestOf(values: ContactValues): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22);
}

export function contactWith(deps: {
  store: Store;
  seal: Seal;
  settings: Settings;
  destinations: readonly Destination[];
  /** Adds its messages for receivers of the operator's own choice. */
  address: (submission: Submission) => Submission;
  onStored: (destinations: readonly string[]) => void;
  now: () => number;
}): Contact {
  const { store, seal, settings, destinations, address, onStored, now } = deps;
  return {
    newToken: () => seal.seal({ contact: uuid7(now()) }),
    async submit(form) {
      const opened = token.safeParse(seal.open(form.token));
      const { values } = form;
      const record = {
        type_of_accident: values.typeOfAccident,
        first_name: values.firstName,
        last_name: values.lastName,
        email: values.email,
        phone: values.phoneNumber,
        message: values.message,
        ip_address: form.ip,
        user_agent: form.userAgent,
        page_referer: form.referer,
        landing_page: settings.siteOrigin,
      };
      const shown = opened.success ? opened.data.contact : undefined;
      const origin = shown ? `${shown}.${digestOf(values)}` : uuid7(now());
      const submission: Submission = {
        lead: {
          id: uuid7(now()),
          kind: "contact",
          variant: "contact",
          qualified: null,
          dqReason: null,
          record,
          derived: [],
          location: form.location,
          buyers: [],
          signs: {
            tookMs: shown === undefined ? null : now() - timeOf(shown),
            trapFilled: form.trapFilled,
            ...addressSigns(values.email),
          },
        },
        consent: null,
        outbox: destinations
          .filter(({ name }) => name === receiver)
          .map((destination) => newMessage(destination, record)),
      };
      const addressed = address(submission);
      const stored = await store.submitContact(origin, addressed);
      onStored(addressed.outbox.map(({ destination }) => destination));
      return { leadId: stored.lead.id };
    },
  };
}
