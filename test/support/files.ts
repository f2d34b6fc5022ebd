import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { parseDocument } from "yaml";
import { readSettings } from "../../services/settings/env.ts";

/** The certificate and key of an https server on this machine, trusted by this process from now on. */
export function ownCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const named = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "5", ...named];
  execFileSync("openssl", [...made, "-keyout", key, "-out", cert], { stdio: "pipe" });
  const read = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  setDefaultCACertificates([...getCACertificates("default"), read.cert]);
  return read;
}

/**
 * Settings as tests and stubs give them: variables by their names, and those of claimpath.yaml by theirs,
 * `"company.name": "Crashline"`, a whole section as its content or as YAML, `campaigns: [{ affid: "7" }]`. An empty
 * text sets nothing.
 */
export type GivenSettings = Readonly<Record<string, unknown>>;

/**
 * The environment of a program with these settings: CLAIMPATH_FILE names a file with those that belong in one, after
 * its former contents, which win.
 */
export function environmentOf(settings: GivenSettings): Record<string, string> {
  const env: Record<string, unknown> = { ...settings };
  const names = Object.keys(env).filter((name) => /^[a-z-]+(\.[a-z0-9-]+)?$/.test(name));
  names.sort((one, other) => Number(one.includes(".")) - Number(other.includes(".")));
  if (names.length === 0) return env as Record<string, string>;
  const given = env.CLAIMPATH_FILE ? readFileSync(String(env.CLAIMPATH_FILE), "utf8") : "";
  const document = parseDocument(given, { stringKeys: true });
  for (const name of names) {
    const value = env[name];
    const isYaml = typeof value === "string" && !name.includes(".");
    if (value !== undefined && value !== "" && !document.hasIn(name.split(".")))
      document.setIn(name.split("."), isYaml ? parseDocument(value).contents : document.createNode(value));
    delete env[name];
  }
  env.CLAIMPATH_FILE = claimpathIn(String(document));
  return env as Record<string, string>;
}

/** The program's settings from them. @throws BadSetting */
export const settingsOf = (given: GivenSettings) => readSettings(environmentOf(given));

/** A folder of a test with a claimpath.yaml in it, for CLAIMPATH_FILE. */
export function destinationsIn(yaml: string) {
  const path = claimpathIn(yaml);
  const folder = dirname(path);
  return { folder, path, remove: () => rmSync(folder, { recursive: true }) };
}

/** The settings with this claimpath.yaml. */
export function settingsWith(yaml: string, more: GivenSettings = {}) {
  return settingsOf({ CLAIMPATH_FILE: claimpathIn(yaml), ...more });
}

/** A claimpath.yaml, for CLAIMPATH_FILE. @param content also as a text of YAML */
export function claimpathIn(content: object | string): string {
  const path = join(mkdtempSync(join(tmpdir(), "claimpath-yaml-")), "claimpath.yaml");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
