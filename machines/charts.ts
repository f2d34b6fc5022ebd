import { featureCharts } from "./features.ts";
import type { Charted } from "./graph/graph.ts";
import { orderMachine } from "./lead/order.ts";
import { variants } from "./registry.ts";
import { contactFormMachine } from "./site/contact-form.ts";
import { navigationMachine } from "./site/navigation.ts";
import { phoneCodeMachine } from "./site/phone-code.ts";

const others = [
  { machine: navigationMachine, source: "machines/site/navigation.ts" },
  { machine: phoneCodeMachine, source: "machines/site/phone-code.ts" },
  { machine: contactFormMachine, source: "machines/site/contact-form.ts" },
  { machine: orderMachine, source: "machines/lead/order.ts" },
  ...featureCharts,
];

/** Every chart that is drawn: the variants', then the site's own, the order of a lead, and features'. */
export const charts: readonly Charted[] = [
  ...variants.values(),
  ...others.map(({ machine }) => ({ code: machine.id, machine })),
];

/** The file a chart is written in. */
export function sourceOf(code: string): string {
  return others.find(({ machine }) => machine.id === code)?.source ?? `machines/variants/${code}.ts`;
}
