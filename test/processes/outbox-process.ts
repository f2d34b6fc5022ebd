import { startOutbox } from "../../services/delivery/outbox/worker.ts";
import { silentLog } from "../../services/observe/log.ts";
import { createProviders } from "../../services/providers/index.ts";
import { openStore } from "../../services/store/store.ts";
import { settingsOf } from "../support/files.ts";
import { dataKey } from "../support/sealed.ts";
import { listener, patiently } from "../support/submissions.ts";

/** One of several processes of a test: delivers what is due by a clock that is ahead, until it is killed. */
const [url, file, aheadMs] = process.argv.slice(2) as [string, string, string];
const now = () => Date.now() + Number(aheadMs);
const settings = settingsOf({ CLAIMPATH_FILE: file, "company.time-zone": "UTC" });
const { destinations } = createProviders(settings, silentLog);
const store = await patiently(() =>
  openStore({ url, now, log: silentLog, hashKey: "k", dataKeys: [dataKey], readers: [listener] }),
);
const { random } = Math;
startOutbox({ store, destinations, now, pollMs: 20, maxAttempts: 3, log: silentLog, random });
process.send!("ready");
