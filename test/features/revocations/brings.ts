import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [["/console/leads/a/do-not-call", { form: { intent: "stop", buyer: "north" } }]],
  access: ["/console/leads/:id/do-not-call 2 200; intent=stop 1 422; intent=told 1 422"],
  reads: {
    "who was told to stop is looked up": ({ revocations }) => revocations.ofLead("l8"),
    "who may have a lead is looked up": ({ revocations }) => revocations.reached("l8"),
  },
};
