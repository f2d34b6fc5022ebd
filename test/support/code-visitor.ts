import { send } from "./send.ts";
import type { Site } from "./site.ts";
import { solve } from "./solve.ts";
import { storedLeads } from "./store-reader.ts";
import { JsonVisitor } from "./visitors.ts";

let visitors = 0;

/** What the island does about codes, and a visitor who could do worse. */
export class CodeVisitor extends JsonVisitor {
  phone = `+1213555${1000 + ++visitors}`;
  ip = `192.0.2.${visitors}`;

  readonly at: Site;

  constructor(at: Site, path?: string) {
    super(at.url, path);
    this.at = at;
  }
  override post(address: string, json: unknown) {
    const own = { Origin: this.at.url, "Sec-Fetch-Site": "same-origin" };
    const headers = { ...own, Cookie: this.cookie, "X-Forwarded-For": this.ip };
    return send(this.at.url, address, { json, headers });
  }
  private async ask(what: string, body: object): Promise<Record<string, unknown>> {
    const facts = { path: this.path, visit: this.token, phone: this.phone };
    const ask = () => this.post(`/api/phone-code/${what}`, { ...facts, ...body });
    let sent = await ask();
    const challenge = sent.headers["proof-of-work"];
    if (challenge) {
      const { cookie } = this;
      this.cookie = `${cookie}; proof=${await solve(String(challenge))}`;
      sent = await ask();
      this.cookie = cookie;
    }
    return { http: sent.status, ...(JSON.parse(sent.text) as Record<string, unknown>) };
  }
  sendCode = (body: object = {}) => this.ask("send", body);
  check = (code: string, body: object = {}) => this.ask("check", { sent_status: true, code, ...body });
  get code() {
    return this.at.stubs.twilio.codeOf(this.phone)!;
  }
  get wrongCode() {
    return this.code === "111111" ? "222222" : "111111";
  }
  /** The last answer with this visitor's number, or another's. */
  async postWith(phone = this.phone) {
    const fields = { phone: phone.slice(2), zip_code: "90210" };
    await this.progress([{ answer: { step: "PhoneAndZip", fields } }]);
    const { status } = await this.postLead();
    if (status !== 200) throw new Error(`the lead was answered with ${status}`);
    return storedLeads(this.at.databaseFile).at(-1)!.record;
  }
}
