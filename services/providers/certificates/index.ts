import type { DestinationProvider } from "../provider.ts";
import { jornayaAudit } from "./jornaya.ts";
import { trustedFormCertificate } from "./trusted-form.ts";

/**
 * The certifier is asked about the consent's certificate once the lead is stored. Without an account there is
 * nobody to ask, and nothing is kept for later: the certificate itself is on the lead.
 */
export const certificates: DestinationProvider = {
  addresses: ({ certificates: { origins, trustedForm, jornaya } }) => [
    ...(trustedForm ? origins : []),
    jornaya?.url,
  ],
  destinations({ certificates: { origins, trustedForm, jornaya } }, callJson) {
    const how = "certificate checks";
    return [
      ...(trustedForm ? [{ port: trustedFormCertificate(callJson, { ...trustedForm, origins }), how }] : []),
      ...(jornaya ? [{ port: jornayaAudit(callJson, jornaya), how }] : []),
    ];
  },
};
