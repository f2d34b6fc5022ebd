import type { ZipLookup } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { embeddedZipLookup } from "./embedded.ts";
import { firstThen } from "./fallback.ts";
import { liveZipLookup } from "./live.ts";

export const zipLookup: Provider<ZipLookup> = {
  name: "zip-lookup",
  words: "zip look-up",
  addresses: ({ zipLookupUrl }) => [zipLookupUrl?.replaceAll("{zip}", "00000")],
  choose({ zipLookupUrl }, { callJson, watch }) {
    const table = embeddedZipLookup();
    if (!zipLookupUrl) return { port: table, mode: "embedded", how: "packed table" };
    const live = watch(liveZipLookup(callJson, zipLookupUrl));
    return { port: firstThen(live, table), mode: "live", how: "packed table when it fails" };
  },
};
