import { readFileSync } from "node:fs";
import { type Stub, type StubReply, type StubRequest, startStub } from "./stub-server.ts";

/** The vendors' values for every visitor. */
export const given = {
  click: "5e1d4c3b2a1908f7e6d5c4b3a2918070",
  certificate: "0123456789abcdef0123456789abcdef01234567",
  token: "1B6F9C2E-4A3D-4E5F-8A9B-0C1D2E3F4A5B",
  number: { number: "+18335550177", formatted_number: "(833) 555-0177" },
  ip: "203.0.113.77",
};

/** The accounts this stub knows. */
export const accounts = { trustedFormKey: "stub-tf-key", jornaya: "stub-lac" };

/** Ways in which a script that was loaded goes wrong: it throws, or its calls never come to an end. */
export type ScriptTrouble = "none" | "throws" | "silent";

export type PageScriptsStub = Stub & {
  trouble: ScriptTrouble;
  /** Verdict of the certificate services; `POST /verdict/<name>` sets it too. */
  verdict: "good" | "bad" | "opted-out";
};

/**
 * Everything that surveys load in the browser, and the services that check certificates afterwards, on one host:
 * scripts below `/scripts`, `/campaign`, `/js`, `/ringba`; the visitor's address at `/ip` and `/trace`.
 */
export async function startPageScripts(port?: number): Promise<PageScriptsStub> {
  const stub = (await startStub(answer, port, control)) as PageScriptsStub;
  return Object.assign(stub, { trouble: "none" as const, verdict: "good" as const });

  function control({ path }: StubRequest): StubReply | undefined {
    const [, verdict] = /^\/verdict\/(good|bad|opted-out)$/.exec(path) ?? [];
    if (!verdict) return undefined;
    stub.verdict = verdict as PageScriptsStub["verdict"];
    return { body: { verdict } };
  }

  function answer(request: StubRequest): StubReply {
    const { path, query, headers } = request;
    const readable = { "Access-Control-Allow-Origin": headers.origin ?? "*" };
    const script = vendorScript(path, query);
    if (script) {
      const body = stub.trouble === "throws" ? 'throw new Error("vendor trouble")' : script;
      return { body, headers: { "Content-Type": "text/javascript" } };
    }
    switch (path) {
      case "/sdk/click": {
        const id = query.get("_ef_transaction_id") || given.click;
        const body = stub.trouble === "silent" ? { oid: 1 } : { transaction_id: id, oid: 1, aid: 2 };
        return { body, headers: { ...readable, "Access-Control-Allow-Credentials": "true" } };
      }
      case "/api/v1/numbers":
      case "/api/v1/numbers/tags":
        return { body: { number: given.number }, headers: readable };
      case "/tr":
      case "/pixel.gif":
      case "/ticket.gif":
        return { body: image, headers: { "Content-Type": "image/svg+xml" } };
      case "/api/v2/pixel":
        return { status: 204, body: "", headers: { ...readable, "Content-Type": "text/plain" } };
      case "/ip":
        return { body: { ip: given.ip }, headers: readable };
      case "/trace":
        return {
          body: `fl=1\nh=stub\nip=${given.ip}\nts=1.2\nvisit_scheme=https\n`,
          headers: { ...readable, "Content-Type": "text/plain" },
        };
      case "/Authenticate":
        return authenticate(query);
      default:
        return certificate(request);
    }
  }

  function vendorScript(path: string, query: URLSearchParams): string | undefined {
    const { number } = given;
    const certificateUrl = `${stub.origin}/${given.certificate}`;
    const silent = stub.trouble === "silent";
    if (path === "/scripts/main.js") return run("everflow", stub.origin);
    if (path === "/trustedform.js") {
      return run("trustedForm", query.get("field") ?? "", silent ? "" : certificateUrl);
    }
    if (path.startsWith("/campaign/")) return run("leadid", silent ? "" : given.token);
    if (path === "/js/retreaver.js") return run("retreaver");
    if (path === "/fbevents.js") return run("meta", `${stub.origin}/tr`);
    if (path === "/i18n/pixel/events.js") {
      return run("tiktok", stub.origin, query.get("sdkid") ?? "", query.get("lib") ?? "");
    }
    if (path.startsWith("/ringba/")) {
      return run("ringba", "(877) 555-0142", "+18775550142", number.formatted_number, number.number);
    }
    return undefined;
  }

  function authenticate(query: URLSearchParams): StubReply {
    const token = query.get("id");
    const isKnown = query.get("lac") === accounts.jornaya && stub.verdict === "good";
    if (isKnown) return { body: { authenticate: { authentic: 1, token }, transid: "stub" } };
    const reason = stub.verdict === "opted-out" ? 3 : 1;
    return { body: { audit: { authentic: 0, reason, result: 3, token }, transid: "stub" } };
  }

  function certificate({ method, path, headers, body }: StubRequest): StubReply {
    if (method !== "POST" || !/^\/[0-9a-f]{40}$/.test(path)) return { status: 404, body: {} };
    const wanted = `Basic ${Buffer.from(`API:${accounts.trustedFormKey}`).toString("base64")}`;
    if (headers.authorization !== wanted || headers["api-version"] !== "4.0") {
      return { status: 401, body: { outcome: "error", reason: "Unauthorized" } };
    }
    const asked = JSON.parse(body) as { match_lead: object; retain: object };
    if (stub.verdict === "bad") {
      return { body: { outcome: "failure", reason: "Lead pat@example.com (213) 555-0123 does not match" } };
    }
    const result = { email_match: true, phone_match: true, success: true };
    return {
      body: {
        outcome: "success",
        reason: null,
        match_lead: { ...asked.match_lead, result },
        retain: { ...asked.retain, results: { previously_retained: false } },
      },
    };
  }
}

const image = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

const scripts = readFileSync(new URL("./vendor-scripts.js", import.meta.url), "utf8");

function run(name: string, ...values: string[]): string {
  return `${scripts}\nvendors.${name}(...${JSON.stringify(values)});`;
}

/** The settings that point at this stub, everything on. */
export function pageScriptsEnv({ origin }: Pick<Stub, "origin">) {
  return {
    "scripts.everflow-domain": origin,
    "scripts.trustedform": "on",
    "scripts.trustedform-script": `${origin}/trustedform.js`,
    "scripts.trustedform-cert-origins": origin,
    TRUSTEDFORM_API_KEY: accounts.trustedFormKey,
    "scripts.jornaya-campaign": "9c7b1c2e-0000-4000-8000-00000000c0de",
    JORNAYA_ACCOUNT_CODE: accounts.jornaya,
    "scripts.jornaya-script": `${origin}/campaign`,
    JORNAYA_API_URL: origin,
    "scripts.retreaver-campaign": "stub-campaign",
    "scripts.retreaver-script": `${origin}/js/retreaver.js`,
    "scripts.retreaver-host": origin,
    "scripts.public-ip": `${origin}/ip`,
    "scripts.public-ip-fallback": `${origin}/trace`,
  };
}

/** The settings that load the social networks' pixels from the stub. */
export function socialPixelsEnv({ origin }: Pick<Stub, "origin">) {
  return {
    "pixels.meta": metaId,
    "pixels.meta-script": `${origin}/fbevents.js`,
    "pixels.meta-image": `${origin}/tr`,
    "pixels.tiktok": tiktokId,
    "pixels.tiktok-script": `${origin}/i18n/pixel/events.js`,
  };
}

export const metaId = "1234567890123456";
export const tiktokId = "CSTUBPIXEL0123456789";
