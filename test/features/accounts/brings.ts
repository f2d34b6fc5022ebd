import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [
    ["/console/account", { form: { intent: "password" } }],
    ["/console/people", { form: { person: "a", why: "a" } }],
    ["/console/renew", { form: { key: "a" } }],
  ],
  access: ["/console/people 1 200; person=ben 1 422", "/console/account 4 200; intent=password 4 422"],
  fields: [
    ["/console/account", "password", { intent: "password" }],
    ["/console/account", "wanted", { intent: "password" }],
    ["/console/account", "offer", { intent: "factor" }],
    ["/console/account", "newCode", { intent: "factor" }],
    ["/console/people", "person", { why: "a" }],
    ["/console/people", "why", { person: "nobody" }],
    ["/console/renew", "key"],
  ],
};
