import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const settings = `
[req]
distinguished_name = name
[name]
[tsa]
extendedKeyUsage = critical,timeStamping
[tsa_config]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

/** A timestamp authority (RFC 3161) as OpenSSL makes one, with a certificate of its own. */
export async function startTimestampAuthority() {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-tsa-"));
  const at = (name: string) => join(folder, name);
  writeFileSync(at("tsa.cnf"), settings);
  writeFileSync(at("serial"), "01");
  const inFolder = { cwd: folder };
  await run(
    "openssl",
    `req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=stub -config tsa.cnf -extensions tsa`.split(
      " ",
    ),
    inFolder,
  );
  const control = { status: 200, answer: undefined as Buffer | undefined };
  let asked = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isQuery = request.headers["content-type"] === "application/timestamp-query";
    const [query, reply] = [at(`${++asked}.tsq`), at(`${asked}.tsr`)];
    writeFileSync(query, Buffer.concat(chunks));
    const make = `ts -reply -queryfile ${query} -out ${reply} -config tsa.cnf -section tsa_config -signer cert.pem -inkey key.pem`;
    if (isQuery) await run("openssl", make.split(" "), inFolder).catch(() => undefined);
    response.writeHead(isQuery ? control.status : 415, { "Content-Type": "application/timestamp-reply" });
    response.end(control.answer ?? (isQuery ? readFileSync(reply) : ""));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    control,
    certificate: at("cert.pem"),
    /** @throws what OpenSSL says against a token for this text */
    async verify(text: string, token: Buffer): Promise<void> {
      writeFileSync(at("text"), text);
      writeFileSync(at("token"), token);
      const verify = `ts -verify -data text -in token -token_in -CAfile cert.pem`;
      await run("openssl", verify.split(" "), inFolder);
    },
    close: () => void server.close(),
  };
}
