import type { Brings } from "../../support/features.ts";

const page = "/console/words/en/AtFault";

export const brings: Brings = {
  posts: () => [
    ["/console/words", { form: { intent: "undo", change: "1", reason: "a" } }],
    [page, { form: { intent: "save", "text heading": "Was it you?", reason: "a" } }],
  ],
  access: [
    "/console/words 2 200; intent=undo 1 422",
    "/console/words/:language/:step 2 404; intent=save 1 404",
    `${page} 2 200; intent=save 1 422; intent=reset 1 422`,
  ],
  reads: {
    "whether words were changed is looked up": ({ words }) => words.newest(),
  },
  pages: [
    { path: page, sending: {} },
    { path: "/console/words/en/thank-you", sending: {} },
    { path: "/graphs/c/words?part=thank-you", sending: {} },
  ],
};
