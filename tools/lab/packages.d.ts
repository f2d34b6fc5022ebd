/** What is used of the laboratory's own packages, so that types are checked where these are not installed. */

declare module "lighthouse" {
  type Audit = {
    score: number | null;
    title: string;
    displayValue?: string;
    numericValue?: number;
  };
  type Category = { id: string; score: number | null; auditRefs: { id: string; weight: number }[] };
  type Result = {
    lhr: {
      runtimeError?: { message: string };
      categories: Record<string, Category>;
      audits: Record<string, Audit>;
    };
  };
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: "silent"; output: "json" },
  ): Promise<Result | undefined>;
}

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
