import type { DestinationProvider } from "../provider.ts";
import { deletionNotice } from "./deletion-notice.ts";
import { ownPost } from "./destination.ts";

/** Whoever takes a record in our own format. */
export const ownPosts: DestinationProvider = {
  addresses: ({ ownPosts, deletionUrls }) => [
    ...ownPosts.map(({ url }) => url),
    ...Object.values(deletionUrls),
  ],
  destinations(settings, callJson) {
    const signed = settings.webhookSecrets.length > 0 ? "signed" : "unsigned";
    const told = Object.keys(settings.deletionUrls).join(", ") || "nobody";
    return [
      ...settings.ownPosts.map((post) => {
        return { port: ownPost(callJson, post), how: `our own contract; ${signed}` };
      }),
      {
        port: deletionNotice(callJson, settings),
        how: `tells ${told}; for others the message is parked`,
      },
    ];
  },
};
