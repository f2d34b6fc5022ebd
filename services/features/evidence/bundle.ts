import { deviceClass } from "../../analytics/device.ts";
import type { Lead } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import type { LogKey } from "../../transparency/signed-note.ts";
import type { TakePicture } from "./picture.ts";
import { type Bundle, bundleText, consentPage } from "./verifier/check-bundle.ts";

const base64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString("base64"));
const isoTime = (at: number) => new Date(at).toISOString();

/** The sealed text of a consent, as far as evidence reads it. */
type Body = {
  text: string;
  button: string;
  language: string;
  userAgent: string;
  answers?: { entries: number };
  screen?: { sha256?: string };
};

/**
 * The proof of a lead's consent, as one JSON text that outsiders can check.
 * @param takePicture of the page that it was given on
 * @throws an Error in plain words where there is no proof (yet)
 */
export async function evidenceOf(
  store: Store,
  lead: Lead,
  key: LogKey,
  now: number,
  takePicture: TakePicture,
): Promise<string> {
  const consent = await store.consents.ofLead(lead.id);
  if (!consent) throw new Error("This lead has no consent.");
  if (consent.leaf === null)
    throw new Error("Its consent is in the chain before the log, which only proves itself whole.");
  if (lead.erasedAt !== null || consent.body === "") throw new Error("This lead was erased.");
  const head = await store.consentLog.newestHead();
  if (consent.seq === null || !head)
    throw new Error("Its consent is not in the log yet: try again in a minute.");
  const body = JSON.parse(consent.body) as Body;
  if (!body.answers) throw new Error("Its consent was given before evidence was kept with it.");
  const visit = await store.visits.load(lead.origin);
  const entries = (visit?.entries ?? []).slice(0, body.answers.entries);
  const messages = await store.outbox.list({ leadId: lead.id });
  const pushed = (await store.consentLog.pushedHeads()).at(-1);
  const signed: Omit<Bundle, "signature"> = {
    format: "claimpath evidence 2",
    madeAt: isoTime(now),
    lead: { id: lead.id, variant: lead.variant, createdAt: isoTime(lead.createdAt), record: lead.record },
    consent: {
      leadId: consent.leadId,
      at: consent.at,
      body: consent.body,
      html: consentPage(body),
    },
    page: await pageOf(store, body, takePicture),
    answers: entries.map(({ kind, at, body }) => [kind, at, body]),
    deliveries: await Promise.all(
      messages.map(async ({ id, destination, status }) => ({
        id,
        destination,
        status,
        attempts: (await store.outbox.attempts(id)).map(({ at, outcome }) => ({ at: isoTime(at), outcome })),
      })),
    ),
    log: {
      key: key.publicKey.toString("base64"),
      seq: consent.seq,
      inclusion: base64(await store.consentLog.inclusion(consent.seq, head.size)),
      head: head.note,
      witnessed: pushed
        ? {
            head: pushed.note,
            stamp: pushed.stamp,
            consistency: base64(await store.consentLog.consistency(pushed.size, head.size)),
          }
        : null,
    },
  };
  return bundleText({ ...signed, signature: key.signText(JSON.stringify(signed)) });
}

/** The page that the consent names, with a picture as wide as the visitor's device; null where it names none. */
async function pageOf(
  { consentPages }: Store,
  { screen, userAgent }: Body,
  takePicture: TakePicture,
): Promise<Bundle["page"]> {
  if (!screen?.sha256) return null;
  const kept = await consentPages.get(screen.sha256);
  if (!kept)
    throw new Error(`Its page is no longer in the store. A backup has it: consent_pages, ${screen.sha256}.`);
  return { html: kept.html, picture: await takePicture(kept.html, deviceClass(userAgent)) };
}
