const en = {
  title: "Confirm your phone number",
  sending: (phone: string) => `We’re sending a code to ${phone}.`,
  sent: (phone: string) => `We texted a code to ${phone}.`,
  unsent: (phone: string) => `We couldn’t send a code to ${phone}. Try again, or continue without a code.`,
  code: "Code from the text",
  codeHint: "6 digits",
  check: "Confirm",
  checking: () => "Checking the code.",
  resend: "Send another code",
  /** Follows the button's words while it has to wait. */
  resendIn: (seconds: number) => `in ${seconds} ${seconds === 1 ? "second" : "seconds"}`,
  retry: "Try again",
  withoutCode: "Continue without a code",
  changeNumber: "Change the number",
  tooShort: "The code has 6 digits. Check that none are missing.",
  refused: "We couldn’t confirm this code. Check each digit, or ask for another code.",
};

const es: typeof en = {
  title: "Confirme su teléfono",
  sending: (phone) => `Estamos enviando un código al ${phone}.`,
  sent: (phone) => `Enviamos un mensaje de texto con un código al ${phone}.`,
  unsent: (phone) => `No pudimos enviar un código al ${phone}. Inténtelo otra vez o continúe sin código.`,
  code: "Código del mensaje",
  codeHint: "6 dígitos",
  check: "Confirmar",
  checking: () => "Revisando el código.",
  resend: "Enviar otro código",
  resendIn: (seconds) => `en ${seconds} ${seconds === 1 ? "segundo" : "segundos"}`,
  retry: "Intentar otra vez",
  withoutCode: "Continuar sin código",
  changeNumber: "Cambiar el número",
  tooShort: "El código tiene 6 dígitos. Revise que no falte ninguno.",
  refused: "No pudimos confirmar este código. Revise cada dígito o pida otro código.",
};

/** Words of the phone-verification modal (spec 2.4, 3.3). */
export const phoneCodeWords = { en, es };
export type PhoneCodeWords = typeof en;
