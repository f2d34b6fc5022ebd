/** What is used of the laboratory's own packages, so that types are checked where these are not installed. */

declare module "oidc-provider" {
  import type { RequestListener } from "node:http";
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}

declare module "@scion-scxml/scxml" {
  type Done = (error: unknown, made: unknown) => void;
  const scxml: {
    documentStringToModel(address: string, text: string, done: Done): void;
    core: { Statechart: new (model: unknown, options: object) => unknown };
  };
  export default scxml;
}
