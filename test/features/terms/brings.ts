import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [["/console/terms/affiliate/7", { form: { intent: "save", payout: "1", reason: "a" } }]],
  access: [
    "/console/terms 2 200",
    "/console/terms/affiliate/7 2 200; intent=save 1 422; intent=pause 1 422; intent=resume 1 422; intent=undo 1 422",
  ],
};
