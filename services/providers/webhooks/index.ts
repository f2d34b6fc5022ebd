import type { DestinationProvider } from "../provider.ts";
import { deletionNotice } from "./deletion-notice.ts";
import { ownPost } from "./destination.ts";

/** Receivers of a record in our own format. */
export const ownPosts: DestinationProvider = {
  addresses: ({ ownPosts, deletionUrls }) => [
    ...ownPosts.map(({ url }) => url),
    ...Object.values(deletionUrls),
  ],
  destinations(settings, callJson) {
    const signed = settings.webhookSecrets.length > 0 ? "signed" : "unsigned";
    const notified = Object.keys(settings.deletionUrls).join(", ");
    return [
      ...settings.ownPosts.map((post) => {
        // Who buys nothing gets the words that the visitor used, and nobody is called because of it.
        const repeats = post.isTest === undefined ? undefined : settings.repeats;
        return { port: { ...ownPost(callJson, post), repeats }, how: `our own contract; ${signed}` };
      }),
      {
        port: deletionNotice(callJson, settings),
        ...(notified
          ? { how: `notifies ${notified}; notices for all others are parked for you to pass on` }
          : {
              mode: "off" as const,
              how: "DELETION_URLS is not set: each notice is parked for you to pass on",
            }),
      },
    ];
  },
};
