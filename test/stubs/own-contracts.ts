/** Stubs of the services that have no public provider: their contracts are our own. */
import type { BackupEntry, ProgressionEntry } from "../../services/providers/ports.ts";
import { embeddedZipLookup } from "../../services/providers/zip-lookup/index.ts";
import { type Arrival, arrive, type Stub, seeded, startStub } from "./stub-server.ts";

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

export type OwnPostsStub = Stub & {
  /** Arrivals, by `webhook-id`, for a receiver that recognizes a second attempt. */
  received: Map<string, Arrival>;
};

/** Takes any lead, as JSON or as a form. */
export async function startOwnPosts(port?: number): Promise<OwnPostsStub> {
  const received = new Map<string, Arrival>();
  const stub = await startStub(
    ({ path, type, headers, body }) => {
      const isJson = type === "application/json";
      const fields = isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
      arrive(received, String(headers["webhook-id"]), path, fields);
      return { status: 202, body: "taken" };
    },
    port,
    undefined,
    seeded(2),
  );
  return Object.assign(stub, { received });
}

/** Slack's incoming webhook takes `{text}`. */
export function startChat(port?: number) {
  return startStub(() => ({ body: "ok" }), port);
}

type Gateway = { port?: number; onText?: (message: { to: string; text: string }) => void };

/** Text-message gateway: `POST {to, text}`. @param onText gets every message */
export function startSms({ port, onText }: Gateway = {}) {
  return startStub(({ body }) => {
    onText?.(JSON.parse(body) as { to: string; text: string });
    return { status: 202, body: { taken: true } };
  }, port);
}

/** `POST /get-mappings`: affiliate 252 has a campaign of its own. */
export function startMappings(port?: number) {
  return startStub(({ body }) => {
    const { affid } = JSON.parse(body) as { affid: number };
    const campaign = affid === 252 ? 52 : 51;
    return { body: { lp_campaign_id: campaign, lp_supplier_id: 61, lp_key: `mapped-key-${campaign}` } };
  }, port);
}

/** `GET /check-affid-pre/<affid>/<percentage>`: affiliate 252's visitors find nothing filled in. */
export function startPrePopulation(port?: number) {
  return startStub(({ path }) => ({ body: { result: path.includes("/252/") ? "no" : "yes" } }), port);
}

const accidentFields = [
  "accident_date_button",
  "at_Fault",
  "physical_injury",
  "doctor_treatment",
  "police_report",
  "with_Lawyer",
  "state",
];
/** `POST {fields}`: the more is known about the accident, the higher the level. */
export function startCompensation(port?: number) {
  return startStub(({ body }) => {
    const { fields } = JSON.parse(body) as { fields: Record<string, string> };
    const known = accidentFields.filter((name) => fields[name]).length;
    return { body: { compLevel: Math.min(7, Math.max(1, known)) } };
  }, port);
}

export type ProgressStub = Stub & {
  /** The word given for each queue; one that is not `true` keeps nothing. */
  statuses: { userProgressionStatus?: unknown; userBackupStatus?: unknown };
  /** Both queues of each session as they have arrived, an entry that came twice once. */
  saved: Map<string, { progression: Map<number, ProgressionEntry>; backup: Map<number, BackupEntry> }>;
};

/** `POST /api/save-data`: keeps both queues. */
export async function startProgress(port?: number) {
  const stub = (await startStub(({ body }) => {
    const { session, data } = JSON.parse(body) as {
      session: string;
      data: { progression: ProgressionEntry[]; backup: BackupEntry[] };
    };
    const kept = stub.saved.get(session) ?? { progression: new Map(), backup: new Map() };
    stub.saved.set(session, kept);
    const { userProgressionStatus, userBackupStatus } = stub.statuses;
    if (userProgressionStatus === true)
      for (const item of data.progression) kept.progression.set(item.seq, item);
    if (userBackupStatus === true) for (const item of data.backup) kept.backup.set(item.seq, item);
    return { body: stub.statuses };
  }, port)) as ProgressStub;
  Object.assign(stub, {
    statuses: { userProgressionStatus: true, userBackupStatus: true },
    saved: new Map(),
  });
  return stub;
}
