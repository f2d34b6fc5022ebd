import { type StubReply, type StubRequest, startStub } from "./stub-server.ts";

/** The key this stub knows. */
export const ipqsKey = "stub-key";

const impossible = "Invalid/nonexistent phone number or country specified is not possible.";

/**
 * IPQualityScore's phone and e-mail look-ups. The question decides the answer:
 * numbers `0…`/`1…` are impossible, `8xx` the same twice toll-free, `…0199` fraud, `…0198` inactive,
 * `…0185` and `…0186` of that fraud score;
 * addresses `bad@…` do not exist, `…@mailinator.com` is disposable, `slow@…` timed out, `odd@…` is suspect,
 * `risky@…` has a high score.
 */
export function startIpqs(port?: number) {
  return startStub((request) => answer(request), port);
}

function answer({ path }: StubRequest): StubReply {
  const [, , , kind, key, question = ""] = path.split("/");
  if (key !== ipqsKey) return { body: { success: false, message: "Invalid API key.", request_id: "stub" } };
  return { body: kind === "phone" ? phone(question) : email(question) };
}

function phone(digits: string) {
  if (!/^[2-9]\d{9}$/.test(digits)) return { success: false, message: impossible };
  return {
    success: true,
    message: "Phone is valid.",
    formatted: `+1${digits}`,
    valid: true,
    fraud_score: { "0199": 92, "0185": 85, "0186": 86 }[digits.slice(-4)] ?? 0,
    recent_abuse: false,
    active: digits.endsWith("0198") ? false : digits.endsWith("0197") ? null : true,
    carrier: "N/A",
    line_type: /^8(?:00|33|44|55|66|77|88)/.test(digits) ? "Toll Free" : "Wireless",
    country: "US",
    request_id: "stub",
  };
}

function email(address: string) {
  const [local, domain] = address.split("@");
  const exists = !["bad", "slow", "odd"].includes(local ?? "") && Boolean(domain?.includes("."));
  return {
    success: true,
    message: "Success.",
    valid: exists,
    disposable: domain === "mailinator.com",
    dns_valid: true,
    fraud_score: local === "risky" ? 91 : 0,
    timed_out: local === "slow",
    suspect: local === "odd",
    request_id: "stub",
  };
}
