import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [["/console/unsold", { form: { "lead-a": "on", "to-north": "on" } }]],
  access: ["/console/unsold 2 200; lead-a=on 1 422"],
  reads: {
    "a second offer is looked up": ({ unsold }) => unsold.ofLeads(["l8"]),
  },
};
