import { given } from "../../../test/stubs/page-scripts.ts";
import { contactMessage } from "../../../test/support/contact-message.ts";
import { type Answer, FormVisitor, fromAddress, hiddenFields } from "../../../test/support/form-visitor.ts";
import { plainAnswers } from "../../../test/support/plain-answers.ts";
import { send } from "../../../test/support/send.ts";
import type { OutsideCall, Stubs, Walked } from "./outside-call.ts";

/** Where a visitor walks. */
export type Place = { url: string; stubs: Stubs };

let visitors = 0;

/** A visitor with an address and a telephone number of their own: codes are limited by both. */
export class PlainVisitor extends FormVisitor {
  readonly phone: string;
  slowestMs = 0;
  private readonly ip: string;
  private readonly place: Place;

  constructor(place: Place) {
    super(
      place.url,
      fromAddress(() => this.ip),
    );
    this.place = place;
    visitors += 1;
    this.ip = `192.0.${2 + (visitors >> 8)}.${visitors & 255}`;
    this.phone = `213555${1000 + visitors}`;
  }

  /** Waits for a press of a button, and remembers the longest wait. */
  async timed<Result>(press: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await press();
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    return result;
  }

  /** Posts to the modal's service, as its island does. */
  async ask(what: "send" | "check", body: object): Promise<{ sent?: boolean; status?: string }> {
    const { visit } = hiddenFields(this.screen.html);
    const { text } = await this.timed(() =>
      send(this.place.url, `/api/phone-code/${what}`, {
        json: { path: "/survey/v3", visit, phone: `+1${this.phone}`, ...body },
        headers: { Origin: this.place.url, Cookie: this.cookie, "X-Forwarded-For": this.ip },
      }),
    );
    return JSON.parse(text);
  }

  /** Has the number verified, as far as the services let it. */
  async verifyPhone(): Promise<void> {
    const { sent } = await this.ask("send", {});
    if (!sent) return;
    const code = this.place.stubs.twilio.codeOf(`+1${this.phone}`);
    await this.ask("check", { sent_status: true, code });
  }
}

/**
 * Walks a survey (or sends the contact form) with plain forms, to its end or up to a step.
 * @throws where a step is not taken
 */
export async function walk(
  visitor: PlainVisitor,
  { stubs }: Place,
  { survey, query = "", path = `/survey/${survey}`, given: fields, firstTry = [], by }: OutsideCall,
  upTo?: string,
): Promise<Walked> {
  const press = (form: Answer) => visitor.timed(() => visitor.post(form));
  const refused = [...firstTry];
  if (survey === "contact") {
    await visitor.open("/contact/");
    await press(contactMessage);
  } else {
    await visitor.open(`${path}${query}`);
    const answers = plainAnswers(survey, { phone: visitor.phone, ...fields });
    while (visitor.screen.step && visitor.screen.step !== upTo) {
      const { step } = visitor.screen;
      if (refused[0]?.step === step) {
        await press(refused.shift()!.answers);
        continue;
      }
      if (by === "codes" && "phone" in answers(step)) await visitor.verifyPhone();
      await press({ ...answers(step), ...(by !== "browser" && certificates(stubs)) });
      if (visitor.screen.step === step) throw new Error(`${step} was not taken`);
    }
  }
  return { address: visitor.screen.url, slowestMs: visitor.slowestMs };
}

/** What the vendors' scripts would have put into the form. */
function certificates({ pageScripts: { origin } }: Stubs): Answer {
  return { xxTrustedFormCertUrl: `${origin}/${given.certificate}`, universal_leadid: given.token };
}
