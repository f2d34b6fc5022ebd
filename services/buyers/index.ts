import { BUYERS_TIMEOUT_MS } from "../../machines/calls.ts";
import { byAddress } from "../provider.ts";
import { liveBuyers } from "./live.ts";
import { noBuyersService } from "./off.ts";

export const buyers = byAddress({
  name: "buyers",
  words: "buyers service",
  setting: "BUYERS_URL",
  address: ({ buyersUrl }) => buyersUrl,
  live: (callJson, url) => liveBuyers(callJson, url, BUYERS_TIMEOUT_MS),
  off: noBuyersService,
  otherwise: "the default buyers are named",
});
