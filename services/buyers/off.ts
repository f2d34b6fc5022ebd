import { type Buyers, ProviderFailure } from "../ports.ts";

/** No buyers service is set: the charts then go on as if it gave no answer (specification 8). */
export const noBuyersService: Buyers = {
  find: async () => {
    throw new ProviderFailure("unavailable", "buyers: BUYERS_URL is not set");
  },
};
