import type { Language } from "../steps/step.ts";

/** A lead's receipt for its visitor: neither their identity nor their answers. */
export type Receipt = {
  /** By which the operator finds the lead. */
  reference: string;
  sent: string;
  /** Label of the button that gave the consent. */
  button: string;
  /** The consent exactly as it was shown, a paragraph each; joined by spaces they are the stored text. */
  paragraphs: readonly string[];
};

const en = {
  title: "For your records",
  reference: "Reference",
  sent: "Sent",
  agreed: (button: string) => `By pressing “${button}”, you agreed to this:`,
  keep: "To keep this, take a screenshot or print the page.",
  keepIt: "Save my receipt",
  copied: "Copied. Paste it into a note or a message to yourself.",
  email: "Email me a copy",
  emailed: "We have emailed you a copy.",
  notEmailed: "We couldn’t email a copy just now. Please take a screenshot or print the page instead.",
  subject: (site: string) => `What you agreed to on ${site}`,
  /** Ends the letter. */
  change: (phone: string, email: string) =>
    `If something is wrong, or if this wasn’t you, call ${phone} or write to ${email}, and name the reference.`,
};

const es: typeof en = {
  title: "Para sus archivos",
  reference: "Referencia",
  sent: "Enviado",
  agreed: (button) => `Al oprimir “${button}”, usted aceptó esto:`,
  keep: "Para conservarlo, tome una captura de pantalla o imprima la página.",
  keepIt: "Guardar mi recibo",
  copied: "Copiado. Péguelo en una nota o en un mensaje para usted.",
  email: "Enviarme una copia por correo",
  emailed: "Le enviamos una copia por correo electrónico.",
  notEmailed:
    "Ahora no pudimos enviarle una copia. Por favor, tome una captura de pantalla o imprima la página.",
  subject: (site) => `Lo que usted aceptó en ${site}`,
  change: (phone, email) =>
    `Si algo está mal, o si no fue usted, llame al ${phone} o escriba a ${email} y diga la referencia.`,
};

/** Words of the receipt, on the page of thanks and in a letter. */
export const receiptWords: Record<Language, typeof en> = { en, es };

/** November 26, 2026 at 5:41 PM EST. */
export function momentInWords(at: number, language: Language, timeZone: string): string {
  const key = `${language} ${timeZone}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", {
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
      timeZone,
    });
  formats.set(key, format);
  return format.format(at);
}

/** By language and zone, of which there are those of the states and the site's: to make one takes longer than the page. */
const formats = new Map<string, Intl.DateTimeFormat>();
