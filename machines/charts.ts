import type { Charted } from "./graph/graph.ts";
import { orderMachine } from "./lead/order.ts";
import { variants } from "./registry.ts";
import { contactFormMachine } from "./site/contact-form.ts";
import { deadlineMachine } from "./site/deadline.ts";
import { navigationMachine } from "./site/navigation.ts";
import { phoneCodeMachine } from "./site/phone-code.ts";

const others = [
  { machine: navigationMachine, source: "machines/site/navigation.ts" },
  { machine: phoneCodeMachine, source: "machines/site/phone-code.ts" },
  { machine: contactFormMachine, source: "machines/site/contact-form.ts" },
  { machine: deadlineMachine, source: "machines/site/deadline.ts" },
  { machine: orderMachine, source: "machines/lead/order.ts" },
];

/** Every chart that is drawn: the variants', then the site's own and the order of a lead. */
export const charts: readonly Charted[] = [
  ...variants.values(),
  ...others.map(({ machine }) => ({ code: machine.id, machine })),
];

/** The file a chart is written in. */
export function sourceOf(code: string): string {
  return others.find(({ machine }) => machine.id === code)?.source ?? `machines/variants/${code}.ts`;
}
