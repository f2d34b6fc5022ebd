import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [
    ["/console/terms/affiliate/7", { form: { intent: "save", payout: "1", reason: "a" } }],
    ["/console/terms/set-up", { form: { intent: "save", name: "a", url: "https://a.example.com" } }],
    ["/console/terms/order", { form: { intent: "save", "order-by": "weighted" } }],
    ["/console/terms/file", { form: { intent: "undo", change: "1" } }],
  ],
  access: [
    "/console/terms 2 200",
    "/console/terms/set-up 1 200; intent=save 1 422; intent=remove 1 422",
    "/console/terms/order 1 200; intent=save 1 422",
    "/console/terms/file 1 200; intent=undo 1 422",
    "/console/terms/affiliate/7 2 200; intent=save 1 422; intent=pause 1 422; intent=resume 1 422; intent=undo 1 422",
  ],
};
