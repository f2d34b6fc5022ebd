import type { DestinationProvider } from "../provider.ts";
import { ownPost } from "./destination.ts";

/** Whoever takes a record in our own format. */
export const ownPosts: DestinationProvider = {
  addresses: ({ ownPosts }) => ownPosts.map(({ url }) => url),
  destinations: ({ ownPosts }, callJson) =>
    ownPosts.map((post) => {
      const signed = post.secrets.length > 0 ? "signed" : "unsigned";
      return { port: ownPost(callJson, post), how: `our own contract; ${signed}` };
    }),
};
