import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { readSettings } from "../../services/settings/env.ts";

/** What a server by https on this machine needs, whose certificate this process trusts from now on. */
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

/** A folder of a test with a file of destinations in it. */
export function destinationsIn(yaml: string) {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-destinations-"));
  const path = join(folder, "destinations.yaml");
  writeFileSync(path, yaml);
  return { folder, path, remove: () => rmSync(folder, { recursive: true }) };
}

/** The settings with this file of destinations. */
export function settingsWith(yaml: string, env: Record<string, string> = {}) {
  const { path, remove } = destinationsIn(yaml);
  try {
    return readSettings({ DESTINATIONS_FILE: path, ...env });
  } finally {
    remove();
  }
}

/** A claimpath.yaml, for CLAIMPATH_FILE. @param content also as a text of YAML */
export function claimpathIn(content: object | string): string {
  const path = join(mkdtempSync(join(tmpdir(), "claimpath-yaml-")), "claimpath.yaml");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

type Pages = Record<string, { flags?: Record<string, unknown>; pixels?: Record<string, unknown> }>;

/** The operator's file of what single pages have of their own, for PAGES_FILE. @param pages also as a text of YAML */
export function pagesIn(pages: Pages | string): string {
  const path = join(mkdtempSync(join(tmpdir(), "claimpath-pages-")), "pages.yaml");
  writeFileSync(path, typeof pages === "string" ? pages : JSON.stringify(pages));
  return path;
}

/** The operator's file of experiments, for EXPERIMENTS_FILE. @param file also as a text of YAML */
export function experimentsIn(file: object | string): string {
  const path = join(mkdtempSync(join(tmpdir(), "claimpath-experiments-")), "experiments.yaml");
  writeFileSync(path, typeof file === "string" ? file : JSON.stringify(file));
  return path;
}
