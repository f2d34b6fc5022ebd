/** `npm run lab -- tests`, or `npm run lab -- tests engines/webkit -t "plain forms"`: the tests of this folder, or some of them. */
import { ensureBuilt, run } from "../../../app/server/prepare.mjs";
import { lab } from "../../tool.ts";
import { installPrograms } from "../debian.ts";

const asked = lab(
  "tests",
  `Runs the tests in tools/lab/tests, which are about machines: full disks, floods, proxies, replicas, and every survey in
Chromium, Firefox and WebKit. Installs the programs that they drive from Debian.`,
)
  .argument("[words...]", "what Vitest is given: parts of files' names, and its options")
  .allowUnknownOption()
  .parse().args;

installPrograms({
  chromium: "/usr/bin/chromium",
  postgresql: "/usr/lib/postgresql",
  age: "/usr/bin/age",
  caddy: "/usr/bin/caddy",
  nginx: "/usr/sbin/nginx",
  strace: "/usr/bin/strace",
  "firefox-esr": "/usr/bin/firefox-esr",
  "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
  xvfb: "/usr/bin/Xvfb",
});
ensureBuilt();
run("node_modules/.bin/vitest", ["run", "--config", "tools/lab/vitest.config.ts", ...asked]);
