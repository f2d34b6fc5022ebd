import type { Language } from "../steps/step.ts";

/** The footer's legal statements, one per item (spec 1). `phone` is as displayed. */
export function disclaimers(language: Language, { siteName, phone }: { siteName: string; phone: string }) {
  return language === "es"
    ? [
        `${siteName} no es un bufete de abogados y no da asesoría legal.`,
        "Usar este servicio es gratis.",
        `${siteName} no respalda ni recomienda a ningún abogado o bufete.`,
        "Los abogados pagan por esta publicidad conjunta.",
        "La decisión de contratar a un abogado es importante y no debe basarse solo en la publicidad.",
        "Los bufetes ofrecen consultas gratis y trabajan con honorarios de contingencia: cobran solo si usted recibe dinero.",
        `Línea publicitaria gratuita: ${phone}.`,
      ]
    : [
        `${siteName} is not a law firm and does not give legal advice.`,
        "Using this service is free.",
        `${siteName} does not endorse or recommend any attorney or law firm.`,
        "Attorneys pay for this joint advertising.",
        "Hiring an attorney is an important decision and should not rest on advertising alone.",
        "The law firms offer free consultations and work on a contingency-fee basis.",
        `Toll-free advertising number: ${phone}.`,
      ];
}
