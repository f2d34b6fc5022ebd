import type { SurveyEntry } from "../../machines/registry.ts";
import { hasFailed } from "../../machines/visit/facts.ts";
import type { LogEntry } from "../../machines/visit/log.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import { errorName, type Log } from "../observe/log.ts";
import { ProviderFailure } from "../observe/provider-failure.ts";
import { calm } from "../providers/chat-alert.ts";
import type { BlockedEmail, ChatAlert } from "../providers/ports.ts";
import type { Settings } from "../settings/env.ts";
import type { Store } from "../store/store.ts";
import { machineVersion } from "./machine-version.ts";
import { keepFacts } from "./record-fact.ts";
import { readVisit, storedLog, visitUnderWay } from "./resolve-visit.ts";
import type { VisitToken } from "./token.ts";

/** The word to the operators that an e-mail address is blocked (spec 5.7, 7). Nobody waits for the chat. */
export type ChatAlerts = {
  /** For the process that has stored that an alert is due: the fact `chatAlert`. */
  send(visitId: string, entry: SurveyEntry, state: VisitState): void;
  /**
   * Sends the visit's newest alert again if the chat did not take it.
   * @returns whether that was due; `refused` for a visit that is not the session's own, or is over
   */
  repeat(asked: { entry: SurveyEntry; token: VisitToken; sessionId: string }): Promise<boolean | "refused">;
};

export function chatAlertsWith(deps: {
  store: Pick<Store, "visits">;
  chatAlert: ChatAlert;
  settings: Pick<Settings, "chatAlertQuietMs">;
  now: () => number;
  log: Log;
}): ChatAlerts {
  const { store, now, log } = deps;
  const onFailure = (error: unknown) => log("chat_alert.failed", { error: errorName(error) });
  const chatAlert = calm(deps.chatAlert, { quietMs: deps.settings.chatAlertQuietMs, now, onFailure });

  const tellChat = async (visitId: string, about: BlockedEmail) => {
    try {
      await chatAlert.send(about);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      await keepFacts(store, visitId, [{ fact: "chatAlert", error: { kind: error.kind } }], now);
    }
  };
  const send: ChatAlerts["send"] = (visitId, { variant, path }, { visit: { facts }, input }) => {
    const { chatAlert: alert } = facts;
    if (!alert) return;
    const { affid } = input.tracking;
    const about = { survey: variant.code, path, affid, ...alert };
    const fields = { visitId, variant: variant.code, affid: affid || undefined };
    log("email.blocked", { ...fields, maskedEmail: alert.email });
    void tellChat(visitId, about).catch((error) =>
      log("chat_alert.failed", { ...fields, error: errorName(error) }),
    );
  };

  return {
    send,
    async repeat({ entry, token, sessionId }) {
      const visit = await visitUnderWay(store, token, entry, sessionId);
      if (!visit) return "refused";
      const known = storedLog(visit);
      const alert = newestAlert(known);
      if (!alert || !hasFailed(readVisit(entry, {}, known).visit.facts, "chatAlert")) return false;
      const again: LogEntry = { kind: "fact", at: now(), body: { fact: "chatAlert", value: alert } };
      const of = { ...visit, machineVersion: machineVersion(entry.variant) };
      // Of two that ask at once one is first, and sends it.
      if ((await store.visits.append(of, known.length, [again])) === "conflict") return false;
      send(visit.id, entry, readVisit(entry, {}, [...known, again]));
      return true;
    },
  };
}

function newestAlert(log: readonly LogEntry[]): { email: string } | undefined {
  const facts = log.flatMap((entry) => (entry.kind === "fact" ? [entry.body] : []));
  const alert = facts.findLast((fact) => fact.fact === "chatAlert" && "value" in fact);
  return alert?.fact === "chatAlert" && "value" in alert ? alert.value : undefined;
}
