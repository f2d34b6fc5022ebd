import { createHash, randomBytes } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { startWorkLoop, type WorkLoop } from "../delivery/work-loop.ts";
import { errorName, failure, type Log } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { exchange, readBytes } from "../providers/exchange.ts";
import { mailServer } from "../providers/mail.ts";
import type { WitnessSettings } from "../settings/receivers.ts";
import { type ConsentLog, sealBatch } from "../store/consents/consent-log.ts";
import type { KeptHead } from "../store/rows.ts";
import type { LogKey } from "../transparency/signed-note.ts";

/** ASN.1 in DER, as far as a timestamp request needs it. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const [integer, boolean, octets, sequence] = [0x02, 0x01, 0x04, 0x30];
/** AlgorithmIdentifier of SHA-256. */
const sha256Id = der(sequence, Buffer.from("0609608648016503040201", "hex"), Buffer.from("0500", "hex"));

type TimestampRequest = { body: Buffer; digest: Buffer; nonce: Buffer };

/** A TimeStampReq (RFC 3161, 2.4.1) for the SHA-256 of a text; the answer is to hold the authority's certificate. */
export function timestampRequest(text: string): TimestampRequest {
  const digest = createHash("sha256").update(text).digest();
  const nonce = randomBytes(16);
  // A positive integer in its shortest form.
  nonce[0] = (nonce[0]! & 0x7f) | 0x40;
  const body = der(
    sequence,
    der(integer, Buffer.from([1])),
    der(sequence, sha256Id, der(octets, digest)),
    der(integer, nonce),
    der(boolean, Buffer.from([0xff])),
  );
  return { body, digest, nonce };
}

/**
 * The timestamp token in a TimeStampResp (RFC 3161, 2.4.2). `openssl ts -verify` judges its signature; here it has to
 * be granted and to be about the request.
 * @throws an Error in plain words
 */
export function timestampToken(response: Buffer, { digest, nonce }: TimestampRequest): Buffer {
  const outer = element(response, 0);
  const info = element(response, outer.start);
  const status = element(response, info.start);
  const granted = response.subarray(status.start, status.end);
  if (outer.tag !== sequence || status.tag !== integer || granted.length !== 1 || granted[0]! > 1) {
    throw new Error("The timestamp authority did not grant the timestamp.");
  }
  const token = response.subarray(info.end, outer.end);
  if (!token.includes(der(octets, digest)) || !token.includes(der(integer, nonce))) {
    throw new Error("The timestamp is about something else.");
  }
  return token;
}

/** The element that begins here: its tag, and where its content starts and ends. */
function element(bytes: Buffer, at: number): { tag: number; start: number; end: number } {
  const first = bytes[at + 1] ?? 0;
  const more = first < 128 ? 0 : first & 0x7f;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, Math.min(more, 6));
  const start = at + 2 + more;
  if (start + length > bytes.length) throw new Error("The timestamp authority's answer is cut off.");
  return { tag: bytes[at]!, start, end: start + length };
}

const timeoutMs = 20_000;
const longestAnswer = 64 * 1024;

/** A keeper of the log's signed heads outside our reach. `keep` may return what is to be kept beside the head. */
export type Witness = {
  name: "file" | "url" | "email" | "timestamp";
  keep(note: string): Promise<{ stamp?: string }>;
};

/** The witnesses of the operator's choice. */
export function witnessesOf({ file, url, email, timestampUrl }: WitnessSettings): Witness[] {
  const witnesses: (Witness | undefined)[] = [
    file === undefined ? undefined : { name: "file", keep: (note) => keepInFile(file, note) },
    url === undefined ? undefined : { name: "url", keep: (note) => post(url, note) },
    email === undefined ? undefined : { name: "email", keep: letters(email) },
    timestampUrl === undefined ? undefined : { name: "timestamp", keep: (note) => stamp(timestampUrl, note) },
  ];
  return witnesses.filter((witness) => witness !== undefined);
}

/** A JSON line per head, in a single write, since several processes may add to the file. */
async function keepInFile(file: string, note: string) {
  await appendFile(file, lineOf(note), { mode: 0o600 });
  return {};
}

/** As `consent verify --witness` reads it. */
const lineOf = (note: string) => `${JSON.stringify({ head: note })}\n`;

/** A letter per head. It is attached as a line of a file: the text of a letter may be wrapped on its way. */
function letters({ to, smtp, from }: NonNullable<WitnessSettings["email"]>): Witness["keep"] {
  const mails = mailServer(smtp, timeoutMs);
  return async (note) => {
    const [log, size] = note.split("\n");
    await mails.sendMail({
      from,
      to,
      messageId: `<${size}.${log}@${from.split("@")[1]}>`,
      subject: `Consent log ${log}: ${size} records`,
      text: `Keep this letter. If the log's first ${size} records are ever rewritten, it shows:\n\n  claimpath consent verify --witness head.jsonl\n`,
      attachments: [{ filename: "head.jsonl", content: lineOf(note), contentType: "application/jsonl" }],
    });
    return {};
  };
}

async function post(url: string, note: string) {
  await answerOf(url, "text/plain; charset=utf-8", Buffer.from(note));
  return {};
}

async function stamp(url: string, note: string) {
  const asked = timestampRequest(note);
  const answer = await answerOf(url, "application/timestamp-query", asked.body);
  return { stamp: timestampToken(answer, asked).toString("base64") };
}

async function answerOf(url: string, type: string, body: Buffer): Promise<Buffer> {
  const headers = { "Content-Type": type, "Content-Length": `${body.length}`, "User-Agent": "claimpath" };
  const answer = await exchange(new URL(url), { method: "POST", headers, body, timeoutMs });
  const bytes = await readBytes(answer, longestAnswer);
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299 || !bytes) throw new Error(`The witness answered with status ${status}.`);
  return bytes;
}

const pollMs = 1_000;

type SealerOptions = {
  consentLog: ConsentLog;
  key: LogKey;
  settings: WitnessSettings;
  log: Log;
  metrics: Pick<Metrics, "witnessFailures">;
};

/**
 * Takes new consents into their log every second, and as soon as one batch is full the next; hands signed heads to the
 * witnesses. Every process tries, and the store lets one at a time.
 */
export function startSealer({ consentLog, key, settings, log, metrics }: SealerOptions): WorkLoop {
  const witnesses = witnessesOf(settings);

  async function tell(witness: Witness, { note, size }: KeptHead): Promise<void> {
    try {
      const { stamp } = await witness.keep(note);
      if (stamp) await consentLog.keepStamp(size, stamp);
    } catch (error) {
      // The next head covers everything that this one does.
      metrics.witnessFailures.inc({ witness: witness.name });
      log("consent_log.witness_failed", { destination: witness.name, error: errorName(error) });
    }
  }

  return startWorkLoop<KeptHead>({
    async claim() {
      for (let taken = sealBatch; taken === sealBatch; ) taken = (await consentLog.seal(key))?.taken ?? 0;
      if (witnesses.length === 0) return [];
      const head = await consentLog.takeDueHead(settings.everyMs);
      return head ? [head] : [];
    },
    run: async (head) => void (await Promise.all(witnesses.map((witness) => tell(witness, head)))),
    concurrency: 2,
    pollMs,
    onError: (error) => log("consent_log.failed", failure(error)),
  });
}
