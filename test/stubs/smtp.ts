import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server. `refuse` answers each letter with this number from now on. */
export type SmtpStub = {
  /** `smtp://127.0.0.1:…` */
  url: string;
  letters: string[];
  refuse: number | undefined;
  /** Recipients that are refused with a number, by their addresses. */
  refusing: Map<string, number>;
  recipients: string[][];
  stop(): Promise<void>;
};

/** A letter's attachment, decoded. */
export const attachmentOf = (letter: string) =>
  Buffer.from(
    /Content-Disposition: attachment.*?\r?\n\r?\n(.*?)\r?\n--/s.exec(letter)![1]!,
    "base64",
  ).toString();

export async function startSmtp(): Promise<SmtpStub> {
  const server = new SMTPServer({
    authOptional: true,
    // The name of 127.0.0.1 is not looked up, which takes seconds where it is unknown.
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === "wrong" ? done(new Error("not you")) : done(null, { user: username }),
    onRcptTo({ address }, _session, done) {
      const responseCode = stub.refusing.get(address);
      done(responseCode ? Object.assign(new Error("not here"), { responseCode }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { refuse } = stub;
        if (refuse) return done(Object.assign(new Error("not now"), { responseCode: refuse }));
        stub.letters.push(Buffer.concat(chunks).toString("utf8"));
        stub.recipients.push(session.envelope.rcptTo.map(({ address }) => address));
        done(null, "250 taken");
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const stub: SmtpStub = {
    url: `smtp://127.0.0.1:${port}`,
    letters: [],
    refuse: undefined,
    refusing: new Map(),
    recipients: [],
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return stub;
}
