import { byAddress } from "../provider.ts";
import { liveCompensation } from "./live.ts";
import { noCompensation } from "./off.ts";

export const compensation = byAddress({
  name: "compensation",
  words: "compensation estimate",
  setting: "COMPENSATION_URL",
  address: ({ compensationUrl }) => compensationUrl,
  live: liveCompensation,
  off: noCompensation,
  otherwise: "the meter shows no level",
});
