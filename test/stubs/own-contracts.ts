/** Stubs of the services that have no public provider: their contracts are our own. */
import { embeddedZipLookup } from "../../services/zip-lookup/embedded.ts";
import { startStub } from "./stub-server.ts";

/** `GET /<zip>` */
export function startZipLookup(port?: number) {
  const table = embeddedZipLookup();
  return startStub(async ({ path }) => {
    const zip = path.slice(1);
    return { body: { ...(await table.lookUp(zip)), zip } };
  }, port);
}

/** Form field `text`; five consonants in a row, or no letter at all, are gibberish. It answers in words. */
export function startGibberish(port?: number) {
  return startStub(({ body }) => {
    const text = new URLSearchParams(body).get("text") ?? "";
    const isMash = /[bcdfghjklmnpqrstvwxz]{5}/i.test(text) || !/\p{L}/u.test(text);
    return { body: { is_gibberish: isMash ? "yes" : "no" } };
  }, port);
}

/** Takes any announcement. */
export function startLeadExchange(port?: number) {
  return startStub(() => ({ body: { ok: true } }), port);
}

/** `POST /get-available`: two firms for everybody; in Alaska nobody is selected. */
export function startBuyers(port?: number) {
  const firms = [
    { name: "Stub Law Firm One", ids: [101] },
    { name: "Stub Law Firm Two", ids: [102, 103] },
  ];
  return startStub(({ body }) => {
    const { fields } = JSON.parse(body) as { fields: Record<string, string> };
    return { body: { selectedBuyers: fields.state === "AK" ? [] : firms, allPossibleBuyers: firms } };
  }, port);
}

/** Takes any lead, as JSON or as a form. */
export function startOwnPosts(port?: number) {
  return startStub(() => ({ status: 202, body: "taken" }), port);
}

/** Slack's incoming webhook takes `{text}`. */
export function startChat(port?: number) {
  return startStub(() => ({ body: "ok" }), port);
}

/** Text-message gateway: `POST {to, text}`. @param onText is told of every message */
export function startSms({
  port,
  onText,
}: {
  port?: number;
  onText?: (message: { to: string; text: string }) => void;
} = {}) {
  return startStub(({ body }) => {
    onText?.(JSON.parse(body) as { to: string; text: string });
    return { status: 202, body: { taken: true } };
  }, port);
}
