import { orderMachine } from "../../../machines/lead/order.ts";
import type { Case } from "../../../machines/model/cases.ts";
import { explore, type Model } from "../../../machines/model/covering.ts";
import { carouselMachine } from "../../../machines/site/carousel.ts";
import { contactFormMachine } from "../../../machines/site/contact-form.ts";
import { MENU_MAX_WIDTH, navigationMachine } from "../../../machines/site/navigation.ts";
import { phoneCodeMachine, RESEND_COOLDOWN_MS } from "../../../machines/site/phone-code.ts";
import type { SurveyEvent, SurveyInput } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { brought } from "../../support/features.ts";
import type { Walks } from "./coverage.ts";

/** Events by what they mean; of services that settle, by the service. */
type Events = Record<string, { type: string } & Record<string, unknown>>;

const sent = (output: unknown) => ({ type: "xstate.done.actor.sendCode", output });
const checked = (status: string) => ({ type: "xstate.done.actor.checkCode", output: { status } });
const failed = (actor: string) => ({ type: `xstate.error.actor.${actor}`, error: new Error("unavailable") });
const sendAgain = (buyer: string, despite?: string) => ({ type: "SEND_AGAIN", buyer, despite });
const contact = {
  typeOfAccident: "Other",
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@example.com",
  phoneNumber: "(213) 555-0123",
  message: "Please call me.",
};

/** A machine, and the events that it is tried with: at any time, and those of each service while that is called. */
export type Tried = { machine: unknown; input?: object; always: Events; services: Record<string, Events> };

const events: Tried[] = [
  {
    machine: phoneCodeMachine,
    always: {
      "sends a number": { type: "SEND", phone: "(213) 555-0123", now: 0 },
      "asks again too soon": { type: "RESEND", now: RESEND_COOLDOWN_MS - 1 },
      "asks again in time": { type: "RESEND", now: RESEND_COOLDOWN_MS },
      "a moment passes": { type: "TICK", now: 1 },
      "types five digits": { type: "TYPE", code: "12345" },
      "types six digits": { type: "TYPE", code: "123456" },
      "checks the code": { type: "CHECK" },
      "closes the window": { type: "RESET" },
    },
    services: {
      sendCode: {
        sent: sent({ sent: true, at: 0 }),
        "not sent": sent({ sent: false, at: 0 }),
        unavailable: failed("sendCode"),
      },
      checkCode: {
        approved: checked("approved"),
        pending: checked("pending"),
        unavailable: failed("checkCode"),
      },
    },
  },
  {
    machine: navigationMachine,
    always: {
      "presses the menu": { type: "TOGGLE_MENU" },
      "follows a link": { type: "FOLLOW_LINK" },
      "narrows the window": { type: "RESIZE", width: MENU_MAX_WIDTH },
      "widens the window": { type: "RESIZE", width: MENU_MAX_WIDTH + 1 },
      "presses the lawsuits": { type: "TOGGLE_LAWSUITS" },
      "presses the laws": { type: "TOGGLE_LAWS" },
    },
    services: {},
  },
  {
    machine: carouselMachine,
    always: {
      "presses Pause or Play": { type: "TOGGLE" },
      "looks closer": { type: "HOLD" },
      "turns away": { type: "RELEASE" },
      "moves the quotes": { type: "TAKE_OVER" },
      "has had time to read": { type: "xstate.after.quote.carousel.playing.free" },
    },
    services: {},
  },
  {
    machine: contactFormMachine,
    always: {
      "sends it filled in": { type: "SUBMIT", posted: contact },
      "sends it empty": { type: "SUBMIT", posted: {} },
      "changes a field": { type: "CHANGE", field: "email" },
      "has a network again": { type: "ONLINE" },
      "has waited a few seconds": { type: "xstate.after.patience.contact-form.sending.first" },
      "has waited for long": { type: "xstate.after.longestAttempt.contact-form.sending.further" },
      "waits for the next attempt": { type: "xstate.after.backOff.contact-form.unsent.waiting" },
    },
    services: {
      sendContact: {
        done: { type: "xstate.done.actor.sendContact", output: null },
        unavailable: failed("sendContact"),
      },
    },
  },
  {
    machine: orderMachine,
    input: { buyer: "first", next: ["second"] },
    always: {
      "takes it": { type: "ACCEPTED" },
      "declines it": { type: "DECLINED" },
      "says neither": { type: "UNCLEAR" },
      "may have it": { type: "UNANSWERED", from: 1, isLastTry: false },
      "may have it after the last try": { type: "UNANSWERED", from: 1, isLastTry: true },
      "cannot have it now": { type: "CANNOT_NOW", from: 1, isLastTry: false },
      "cannot have it by the last try": { type: "CANNOT_NOW", from: 1, isLastTry: true },
      "is not to have it": { type: "TURNED_AWAY" },
      "is set aside": { type: "SET_ASIDE" },
      "is withdrawn": { type: "WITHDRAWN" },
      "is sent to the first again": sendAgain("first"),
      "is sent to the first again despite the second": sendAgain("first", "second"),
      "is sent to the second again": sendAgain("second"),
      "is sent to the second again despite the first": sendAgain("second", "first"),
      "is offered again": { type: "OFFER_AGAIN", buyers: ["second", "first"] },
      "is offered to nobody again": { type: "OFFER_AGAIN", buyers: [] },
    },
    services: {},
  },
  ...brought.flatMap(({ charts = [] }) => charts),
];

/** The site's own machines and the order of a lead, each tried edge by edge: some have no end that a path could lead to. */
export const siteWalks: Walks[] = events.map(({ machine, input, always, services }) => {
  const casesOf = (factor: string, all: Events): Case[] =>
    Object.entries(all).map(([label, event]) => ({
      factor,
      label,
      kind: "page",
      event: event as SurveyEvent,
    }));
  const model: Model = {
    machine: machine as SurveyMachine,
    input: input as unknown as SurveyInput,
    casesAt: ({ status, _nodes }) => {
      if (status === "done") return [];
      const asked = _nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id));
      return [...asked.flatMap((id) => casesOf(id, services[id]!)), ...casesOf("page", always)];
    },
  };
  const graph = explore(model);
  return { model, graph, edgePaths: graph.edges.map((edge) => [edge]) };
});
