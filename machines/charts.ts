import type { Charted } from "./graph/graph.ts";
import { variants } from "./registry.ts";
import { contactFormMachine } from "./site/contact-form-machine.ts";
import { navigationMachine } from "./site/navigation.ts";
import { phoneCodeMachine } from "./site/phone-code.ts";

const site = [navigationMachine, phoneCodeMachine, contactFormMachine];

/** Every chart that is drawn: the variants', then the site's own. */
export const charts: readonly Charted[] = [
  ...variants.values(),
  ...site.map((machine) => ({ code: machine.id, machine })),
];
