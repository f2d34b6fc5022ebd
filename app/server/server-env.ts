import type { HttpBindings } from "@hono/node-server";

/** What our middleware keeps with a request. */
export type ServerEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The visitor's address (`clientAddress`). */
    ip: string;
    /** Whose site it is, for pages that are made without Remix. */
    siteName?: string;
    /** The post has brought a proof of work. */
    isProven?: boolean;
    /** A form of a survey whose browser does not say where it comes from. */
    hidesOrigin?: boolean;
    /** The hash of the page's own style sheet (`SecurityHeaders`). */
    styles?: string;
    /** The answer's body as gzip, which costs less than to pack it. */
    gzip?: () => Buffer<ArrayBuffer>;
  };
};
