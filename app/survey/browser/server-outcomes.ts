import type { CallId, CallOutputs, Outcome } from "../../../machines/calls.ts";
import { isRefusedForGood } from "../../../machines/rules/email.ts";
import { byForm, type ProgressQueue } from "./progress-queue.ts";

/** A lead could not be posted from this page. */
let hasFailed = false;

/**
 * Waits for what the services said to the newest answer. The browser asks none of them itself: the server does when the
 * answer reaches it, and its reply counts. What the reply leaves out is `unavailable`.
 * @returns the next outcome of a call; to be made once per answer
 */
export function serverOutcomes(queue: ProgressQueue): (call: CallId) => Promise<Outcome> {
  let replied: Promise<Outcome[]> | undefined;
  return async (call) => {
    if (call === "postLead") return postLead(queue);
    replied ??= queue.flush().then(
      ({ outcomes = [] }) => [...outcomes],
      () => [],
    );
    const outcomes = await replied;
    const at = outcomes.findIndex((outcome) => outcome.call === call);
    if (at < 0) return unavailable(call);
    const [outcome] = outcomes.splice(at, 1) as [Outcome];
    if (outcome.call === "checkEmail" && "output" in outcome && isRefusedForGood(outcome.output)) {
      // Nobody waits for the operators' chat.
      void queue.post("/api/chat-alert").catch(() => {});
    }
    return outcome;
  };
}

async function postLead(queue: ProgressQueue): Promise<Outcome> {
  try {
    await queue.flush();
    const form = document.getElementById("survey") as HTMLFormElement;
    const shown = new FormData(form).get("shown");
    const response = await queue.post("/post-lead", { shown });
    if (response.status === 422) {
      // The server words the consent differently by now. Sent as a form, the step comes back as it now reads.
      form.submit();
      return new Promise(() => {});
    }
    if (!response.ok) return unavailable("postLead");
    return { call: "postLead", output: (await response.json()) as CallOutputs["postLead"] };
  } catch {
    if (hasFailed && (await byForm())) return new Promise(() => {});
    hasFailed = true;
    return unavailable("postLead");
  }
}

function unavailable(call: CallId): Outcome {
  return { call, error: { kind: "unavailable" } } as Outcome;
}
