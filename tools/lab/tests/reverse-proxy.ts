import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../../../test/support/postgres.ts";
import { exchange, type Sending } from "../../../test/support/send.ts";
import { waitFor } from "../../../test/support/wait-for.ts";

/** The name in the configurations that operators copy. */
export const siteName = "www.example.com";

/** A web server in front of two processes of the site. */
export type ReverseProxy = Awaited<ReturnType<typeof started>>;

/** Those that `docs/production` has a configuration for. */
export const reverseProxies = {
  nginx: startNginx,
  caddy: startCaddy,
};

/** The real file, with other ports and places, which must all be in it. */
function configuration(file: string, places: [was: string, is: string][]): string {
  let text = readFileSync(`docs/production/${file}`, "utf8");
  for (const [was, is] of places) {
    if (!text.includes(was)) throw new Error(`${file} has no ${was}`);
    text = text.replaceAll(was, is);
  }
  return text;
}

async function startNginx({ processes }: { processes: number[] }) {
  const folder = prepared();
  const [http, https] = (await freePorts(2)) as [number, number];
  const site = configuration("nginx.conf", [
    ["listen 80;", `listen 127.0.0.1:${http};`],
    ["listen 443 ", `listen 127.0.0.1:${https} `],
    [`/etc/letsencrypt/live/${siteName}/`, `${folder}/`],
    ["/var/log/nginx/", `${folder}/logs/`],
    ["127.0.0.1:3001", `127.0.0.1:${processes[0]}`],
    ["127.0.0.1:3002", `127.0.0.1:${processes[1]}`],
  ]);
  writeFileSync(join(folder, "site.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  // What Debian's own file says besides, as far as it matters here.
  const main = `${process.getuid?.() === 0 ? "user root;" : ""}
pid ${folder}/pid;
error_log ${folder}/logs/error.log;
events {}
http {
  access_log ${folder}/logs/access.log;
  gzip on;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  include ${folder}/site.conf;
}`;
  writeFileSync(join(folder, "main.conf"), main);
  const args = [
    "-c",
    join(folder, "main.conf"),
    "-e",
    join(folder, "logs", "error.log"),
    "-g",
    "daemon off;",
  ];
  return started("nginx", args, { folder, http, https, reload: (pid) => process.kill(pid, "SIGHUP") });
}

async function startCaddy({ processes }: { processes: number[] }) {
  const folder = prepared();
  const [http, https, admin] = (await freePorts(3)) as [number, number, number];
  const file = join(folder, "Caddyfile");
  const place = `{
	admin 127.0.0.1:${admin}
	http_port ${http}
	https_port ${https}
	default_bind 127.0.0.1
}
${siteName} {
	tls ${folder}/fullchain.pem ${folder}/privkey.pem`;
  const site = configuration("Caddyfile", [
    [`${siteName} {`, place],
    ["127.0.0.1:3001 127.0.0.1:3002", processes.map((port) => `127.0.0.1:${port}`).join(" ")],
  ]);
  writeFileSync(file, site);
  const which = ["--config", file, "--adapter", "caddyfile"];
  const reload = () => {
    execFileSync("caddy", ["reload", ...which, "--force"], { stdio: "ignore" });
  };
  return started("caddy", ["run", ...which], { folder, http, https, reload });
}

/** A folder with a certificate of its own making and a place for logs. */
function prepared(): string {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-proxy-"));
  const [key, certificate] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
  const name = ["-subj", `/CN=${siteName}`, "-addext", `subjectAltName=DNS:${siteName}`];
  const how = ["-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  execFileSync("openssl", ["req", ...how, ...name, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  execFileSync("mkdir", [join(folder, "logs")]);
  return folder;
}

type Place = { folder: string; http: number; https: number; reload(pid: number): void };

async function started(program: string, args: string[], { folder, http, https, reload }: Place) {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const answers = () =>
    fetch(`http://127.0.0.1:${http}/`, { headers: { Host: siteName }, redirect: "manual" }).then(
      () => true,
      () => child.exitCode !== null,
    );
  await waitFor(`${program} to listen`, answers);
  if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
  return {
    ports: { http, https },
    /** The certificate that it shows. */
    certificate: readFileSync(join(folder, "fullchain.pem"), "utf8"),
    /** Reads its configuration again, as after a change. */
    reload: () => reload(child.pid!),
    /** All that it has written to its logs. */
    logged() {
      const files = readdirSync(join(folder, "logs")).map((name) => join(folder, "logs", name));
      return [
        said,
        ...files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, "utf8")),
      ].join();
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

type SendingTls = Omit<Sending, "agent" | "json"> & {
  agent?: Agent;
  /** From which of this machine's addresses. */
  from?: string;
};

/** One request to the site by its own name, through the proxy in front of it; follows no redirect. */
export function sendTls({ ports, certificate: ca }: ReverseProxy, path: string, sending: SendingTls = {}) {
  const { agent = false, from, headers, ...others } = sending;
  const where = { host: "127.0.0.1", port: ports.https, servername: siteName, ca, path, agent };
  const named = { ...others, headers: { Host: siteName, ...headers } };
  return exchange(request, { ...where, localAddress: from }, named);
}

/** The same as `fetch` for visitors that are given one. */
export function fetchTls(proxy: ReverseProxy, from?: string): (asked: Request) => Promise<Response> {
  return async (asked) => {
    const { pathname, search } = new URL(asked.url);
    const { method } = asked;
    const headers = Object.fromEntries(asked.headers);
    const body = method === "POST" ? await asked.text() : undefined;
    const sent = await sendTls(proxy, pathname + search, { method, headers, body, from });
    const pairs = Object.entries(sent.headers).flatMap(([name, value]) =>
      [value!].flat().map((each): [string, string] => [name, each]),
    );
    return new Response(sent.text, { status: sent.status, headers: pairs });
  };
}
