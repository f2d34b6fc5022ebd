import { appendFile } from "node:fs/promises";
import { exchange, readBytes } from "../providers/exchange.ts";
import { mailServer } from "../providers/mail.ts";
import type { WitnessSettings } from "../settings/receivers.ts";
import { timestampRequest, timestampToken } from "./timestamp.ts";

const timeoutMs = 20_000;
const longestAnswer = 64 * 1024;

/** Who keeps the log's signed heads out of our reach. `keep` may return what is to be kept beside the head. */
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

/** One JSON line per head, with one write: several processes may add to the file. */
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
