import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const read = (name: string) => readFileSync(`docs/production/${name}`, "utf8");
const image = read("container/Containerfile");
const builder = read("container/build");
const said = (name: string) => new RegExp(`^${name} (.+)$`, "m").exec(image)![1]!;
const env = Object.fromEntries(
  said("ENV")
    .split(" ")
    .map((pair) => pair.split("=")),
);
const user = said("USER").split(":").map(Number);
const documented = readFileSync(".env.example", "utf8");
const isSetting = (name: string) =>
  ["NODE_ENV", "DATABASE_URL"].includes(name) || new RegExp(`^#? ?${name}=`, "m").test(documented);
const routes = readFileSync("app/server/app.ts", "utf8");
const isRoute = (path: string) => routes.includes(`app.get("${path}"`);
/** How long requests and deliveries in progress get, in seconds. */
const grace = Number(/graceMs = (\d+)_000/.exec(readFileSync("app/server/serve.ts", "utf8"))![1]);

describe("the image", () => {
  it("starts the site as nobody, with real settings, and runs nothing while it is built", () => {
    const start: string[] = JSON.parse(said("CMD"));
    expect(start.at(-1)).toBe("build/site/main.js");
    // Starts the program as it is started without an image.
    for (const file of ["package.json", "docs/production/claimpath@.service"])
      expect(readFileSync(file, "utf8")).toContain(`node ${start.join(" ")}`);
    expect(Object.keys(env).filter((name) => !isSetting(name))).toEqual([]);
    expect(user.every((id) => id > 999)).toBe(true);
    expect(said("EXPOSE")).toBe(env.PORT);
    expect(image).not.toMatch(/^(RUN|ADD) /m);
  });

  it("contains what production needs, with a list of its parts, and is reproducible", () => {
    expect(builder).toContain("npm install --omit=dev --workspaces=false --no-save --ignore-scripts");
    expect(builder).toContain("tool -- parts --debian");
    expect(builder).toContain("sha256sum --check --ignore-missing");
    expect(builder).toContain("--timestamp 0");
    expect(builder).toMatch(
      /^cp -r app machines services public build package.json package-lock.json .npmrc/m,
    );
  });
});

type Service = {
  image: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, unknown>;
  read_only?: boolean;
  user?: string;
  stop_grace_period?: string;
  secrets?: string[];
  volumes?: string[];
};

describe("compose.yaml", () => {
  const { services, secrets, volumes } = parse(read("container/compose.yaml")) as {
    services: Record<string, Service>;
    secrets: object;
    volumes: object;
  };
  const sites = Object.entries(services).filter(([, { image }]) => image === "claimpath");

  it("runs two sites that can write nothing, and lets them finish", () => {
    expect(sites).toHaveLength(2);
    for (const [, site] of sites) {
      expect(site).toMatchObject({ read_only: true, user: user.join(":"), cap_drop: ["ALL"] });
      expect(Number.parseInt(site.stop_grace_period!, 10)).toBeGreaterThan(grace);
      expect(Object.keys(site.environment!).filter((name) => !isSetting(name))).toEqual([]);
      const [, port, path] = /127\.0\.0\.1:(\d+)(\/\w+)'/.exec(site.healthcheck!.test.join(" "))!;
      expect([port, isRoute(path!)]).toEqual([env.PORT, true]);
    }
  });

  it("has the proxy find both, and names existing things only", () => {
    const reached = sites.map(([name]) => `${name}:${env.PORT}`).join(" ");
    expect(services.proxy!.environment!.SITES).toBe(reached);
    expect(read("Caddyfile")).toContain("reverse_proxy {$SITES:127.0.0.1:3001 127.0.0.1:3002} {");
    for (const service of Object.values(services)) {
      for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(name);
      for (const name of service.secrets ?? []) expect(secrets).toHaveProperty(name);
      for (const volume of service.volumes ?? []) {
        const [from = ""] = volume.split(":");
        // The operator's own, as ./env is.
        if (from === "./claimpath.yaml") continue;
        if (from.startsWith(".")) expect(read(`container/${from}`)).toBeTruthy();
        else expect(volumes).toHaveProperty(from);
      }
    }
  });
});

it("third-party images are pinned by their digests, except those named in docs/security.md", () => {
  const used = ["container/Containerfile", "container/compose.yaml", "kubernetes/claimpath.yaml"].flatMap(
    (name) =>
      [...read(name).matchAll(/^(?:FROM +(?:--\S+ +)*|\s*(?:- +)?image: *)["']?([^\s"']+)/gm)].map(
        ([, base]) => base!,
      ),
  );
  const isOurs = (base: string) =>
    /^(?:scratch|(?:registry\.example\.com\/)?claimpath(?::[\d.]+)?)$/.test(base);
  const moving = used.filter((base) => !isOurs(base) && !/@sha256:[0-9a-f]{64}$/.test(base));
  const security = readFileSync("docs/security.md", "utf8");
  const named =
    /^\*\*Images of others\*\* .*but for ((?:`[^`]+`(?: and )?)+), which move/m.exec(security)?.[1] ?? "";
  expect(moving).toEqual([...named.matchAll(/`([^`]+)`/g)].map(([, base]) => base));
});

describe("the Kubernetes manifests", () => {
  const objects = parseAllDocuments(read("kubernetes/claimpath.yaml")).map((each) => each.toJS());
  const of = (kind: string) => objects.find((each) => each.kind === kind);
  const { spec: deployment } = of("Deployment");
  const { spec: pod, metadata } = deployment.template;
  const [site] = pod.containers;

  it("start the site as nobody, with real settings, and let it finish", () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: user[0],
      runAsGroup: user[1],
    });
    expect(site.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
    const names = site.env.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => !isSetting(name))).toEqual([]);
    const before = Number(/(\d+)000\)/.exec(site.lifecycle.preStop.exec.command.join(" "))![1]);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(grace + before);
  });

  it("use existing addresses of the site, at its ports", () => {
    const ports = Object.fromEntries(
      site.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
        name,
        String(containerPort),
      ]),
    );
    expect(ports).toEqual({ http: env.PORT, metrics: env.ADMIN_PORT });
    expect(metadata.annotations["prometheus.io/port"]).toBe(env.ADMIN_PORT);
    for (const probe of [site.startupProbe, site.readinessProbe, site.livenessProbe]) {
      expect(isRoute(probe.httpGet.path)).toBe(true);
      expect(ports).toHaveProperty(probe.httpGet.port);
    }
    // A database that is away takes no process out: the site has an answer for visitors.
    expect(site.readinessProbe.httpGet.path).toBe("/healthz");
  });

  it("refer to each other correctly", () => {
    const { labels } = metadata;
    expect(deployment.selector.matchLabels).toEqual(labels);
    expect(of("Service").spec.selector).toEqual(labels);
    const { spec: budget } = of("PodDisruptionBudget");
    expect(budget.selector.matchLabels).toEqual(labels);
    expect(budget.minAvailable).toBeLessThan(deployment.replicas);
    const { spec: scaler } = of("HorizontalPodAutoscaler");
    expect(scaler.scaleTargetRef).toMatchObject({ kind: "Deployment", name: of("Deployment").metadata.name });
    expect(scaler.minReplicas).toBe(deployment.replicas);
    // Twelve connections each, of PostgreSQL's hundred.
    expect(scaler.maxReplicas * 12).toBeLessThan(100);
    expect(deployment.strategy.rollingUpdate.maxUnavailable).toBe(0);
  });
});

const hasSystemd = existsSync("/usr/bin/systemd-analyze");

it
  .runIf(hasSystemd)
  .each([
    ["claimpath@.service", "claimpath@3001.service"],
    ["claimpath-backup.service"],
    ["claimpath-archive@.service", "claimpath-archive@base.service"],
    ["claimpath-alert@.service", "claimpath-alert@a.service"],
  ])("%s is confined: an exposure under 2.0", (file, name = file) => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-unit-"));
  try {
    const unit = join(folder, name);
    copyFileSync(`docs/production/${file}`, unit);
    // Ends with a status that is not 0 above the threshold.
    execFileSync("systemd-analyze", ["security", "--offline=yes", "--threshold=20", unit], { stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each(["claimpath-backup.service", "claimpath-archive@.service"])(
  "%s names its programs by full path, and reports a failure",
  (name) => {
    const unit = readFileSync(`docs/production/${name}`, "utf8");
    const programs = [...unit.matchAll(/^ExecStart=(\S+)/gm)].map(([, program]) => program);
    expect(programs.length).toBeGreaterThan(0);
    for (const program of programs) expect(program).toMatch(/^\//);
    expect(unit).toMatch(/^ExecStart=.*\/usr\/local\/bin\/claimpath(-archive %i| backup write)/m);
    expect(unit).toMatch(/^OnFailure=claimpath-alert@/m);
  },
);
