import { expect, it } from "vitest";
import { browserIn } from "../../../app/console/sessions/load-browser.ts";

it.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0 Safari/537.36 Edg/150.0",
    "Edge 150 on Windows",
  ],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/150.0.0.0 Mobile Safari/537.36", "Chrome 150 on Android"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19.1 Safari/605.1.15", "Safari 19 on Mac"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari 19 on iPhone"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140 on Linux"],
  ["curl/8.9.1", "curl/8.9.1"],
  ["\u202ecurl", "\\u{202e}curl"],
  ["", "no browser named"],
])("the user agent %s is shown as %s", (userAgent, name) => expect(browserIn(userAgent)).toBe(name));
