import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [["/console/returns", { form: { intent: "refuse", word: "a", "request-a": "on" } }]],
  access: [
    "/console/returns 2 200; intent=grant 1 422; intent=refuse 1 422; intent=undo 1 422",
    "/console/returns/numbers 2 200",
    "/console/returns/numbers.csv 2 200",
  ],
  reads: {
    "what waits is listed": ({ returns }, now) => returns.waiting(50, { askedAt: now, id: "a" }),
    "how many wait is counted": ({ returns }) => returns.howMany(),
    "what was decided is listed": ({ returns }) => returns.decided(30),
    "what was asked of a lead is looked up": ({ returns }) => returns.ofLead("l8"),
    "sold leads are counted by their answers": ({ returns }) =>
      returns.numbers.ofAnswers({ first: "2024-09-01", last: "2024-09-30", from: 0, until: 1 }, "v1"),
  },
};
