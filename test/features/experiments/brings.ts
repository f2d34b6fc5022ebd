import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [["/console/experiments/a", { form: { intent: "begin", share: "10", reason: "a" } }]],
  access: [
    "/console/experiments 3 200",
    "/console/experiments/:id 3 404; intent=begin 1 404; intent=undo 1 404",
  ],
};
