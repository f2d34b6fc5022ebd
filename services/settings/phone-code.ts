export type TwilioAccount = { baseUrl: string; user: string; secret: string; service: string };

type Given = {
  TWILIO_BASE_URL: string;
  TWILIO_ACCOUNT_SID?: string;
  TWILIO_API_KEY?: string;
  TWILIO_SECRET?: string;
  TWILIO_VERIFY_SERVICE_SID?: string;
  SMS_URL?: string;
};

/** The account by its own id and token, or better by a key that can be taken back. */
export function twilioAccount(given: Given): TwilioAccount | undefined {
  const { TWILIO_SECRET: secret, TWILIO_VERIFY_SERVICE_SID: service } = given;
  const user = given.TWILIO_API_KEY ?? given.TWILIO_ACCOUNT_SID;
  return user && secret && service ? { baseUrl: given.TWILIO_BASE_URL, user, secret, service } : undefined;
}

/** Settings that do not go together, in words. */
export function phoneCodeContradictions(given: Given): string[] {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_API_KEY: key } = given;
  const parts = [account ?? key, given.TWILIO_SECRET, given.TWILIO_VERIFY_SERVICE_SID].filter(Boolean).length;
  const faults: string[] = [];
  if (account && key) faults.push("TWILIO_ACCOUNT_SID and TWILIO_API_KEY must not both be set");
  if (parts > 0 && parts < 3) {
    faults.push(
      "TWILIO_ACCOUNT_SID or TWILIO_API_KEY, TWILIO_SECRET and TWILIO_VERIFY_SERVICE_SID must be set together",
    );
  }
  if (parts > 0 && given.SMS_URL) {
    faults.push("SMS_URL must not be set beside TWILIO_…: only one of them sends codes");
  }
  return faults;
}
