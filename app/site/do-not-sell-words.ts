import type { OptOutField } from "../../machines/site/opt-out-form.ts";
import type { FieldWording, Language } from "../../machines/steps/step.ts";

type Words = {
  title: string;
  description: string;
  lead: string;
  done: { title: string; all: string; browser: string };
  state: { signal: string; optedOut: string; byItself: string };
  form: { ask: string; fields: Record<OptOutField, FieldWording>; either: string; send: string };
  browser: { title: string; text: string; send: string };
  afterwards: { title: string; points: string[] };
  gpc: { title: string; text: string };
  questions: { title: string; write: string; call: string; more: string; policy: string };
};

/** Words of the do-not-sell page. */
export const doNotSellWords: Record<Language, Words> = {
  en: {
    title: "Do not sell or share my personal information",
    description: "Opt out of the sale and sharing of your personal information, without an account.",
    lead: "Tell us, and we stop. No account needed, and we won’t ask why.",
    done: {
      title: "Your choice is recorded",
      all: "We don’t sell or share anything under the email address or phone number you gave. This browser is opted out too. There is nothing else you need to do.",
      browser: "This browser is opted out. There is nothing else you need to do.",
    },
    state: {
      signal: "We honor your browser’s Global Privacy Control signal.",
      optedOut: "This browser is opted out.",
      byItself: "This browser is opted out. You don’t need to do anything here.",
    },
    form: {
      ask: "Enter the email address or phone number that you used with us, or both.",
      fields: {
        email: { label: "Email", called: "your email address" },
        phone: { label: "Phone number", called: "your phone number" },
      },
      either: "Enter your email address, your phone number, or both.",
      send: "Do not sell or share",
    },
    browser: {
      title: "Haven’t sent us anything?",
      text: "You can opt out this browser.",
      send: "Opt out this browser",
    },
    afterwards: {
      title: "What happens next",
      points: [
        "We no longer pass on anything you sent us under this email address or phone number. We can’t take back what a law firm already received. Please tell that firm directly.",
        "In this browser, our pages load no advertising or tracking scripts and no pixels from other companies, and they open no partner’s window. That lasts for a year, as long as you keep our cookie.",
        "If you later fill in a form here and agree to be called, we pass on those answers only as your agreement says.",
      ],
    },
    gpc: {
      title: "Global Privacy Control",
      text: "Some browsers can say this for you on every site. We honor that signal: a browser that sends it is opted out here without any form. It doesn’t say who you are, so use the form too if you don’t want us to pass on what you sent us earlier.",
    },
    questions: {
      title: "Questions",
      write: "Email us at",
      call: "or call",
      more: "What we keep and your other rights are explained in our",
      policy: "privacy policy",
    },
  },
  es: {
    title: "No vendan ni compartan mi información personal",
    description: "Pida que no vendamos ni compartamos su información personal, sin tener una cuenta.",
    lead: "Díganoslo y dejaremos de hacerlo. No necesita una cuenta y no le preguntamos por qué.",
    done: {
      title: "Registramos su decisión",
      all: "No vendemos ni compartimos lo que corresponde al correo electrónico o al teléfono que usted dio. Este navegador tampoco participa ya. No tiene que hacer nada más.",
      browser: "Este navegador ya no participa. No tiene que hacer nada más.",
    },
    state: {
      signal: "Respetamos la señal Global Privacy Control de su navegador.",
      optedOut: "Este navegador está excluido.",
      byItself: "Este navegador está excluido. No tiene que hacer nada aquí.",
    },
    form: {
      ask: "Escriba el correo electrónico o el teléfono que usó con nosotros, o los dos.",
      fields: {
        email: { label: "Correo electrónico", called: "su correo electrónico" },
        phone: { label: "Teléfono", called: "su número de teléfono" },
      },
      either: "Escriba su correo electrónico, su teléfono o los dos.",
      send: "No vendan ni compartan",
    },
    browser: {
      title: "¿No nos ha enviado nada?",
      text: "Puede excluir este navegador.",
      send: "Excluir este navegador",
    },
    afterwards: {
      title: "Qué pasa después",
      points: [
        "Ya no entregamos nada de lo que nos envió con ese correo electrónico o ese teléfono. No podemos recuperar lo que un bufete ya recibió. Por favor, dígaselo directamente a ese bufete.",
        "En este navegador, nuestras páginas no cargan scripts de publicidad ni de seguimiento, ni píxeles de otras empresas, y no abren ventanas de empresas asociadas. Esto es válido por un año, mientras conserve nuestra cookie.",
        "Si más adelante llena aquí un formulario y acepta que le llamen, entregaremos esas respuestas solo como dice su consentimiento.",
      ],
    },
    gpc: {
      title: "Global Privacy Control",
      text: "Algunos navegadores pueden decir esto por usted en todos los sitios. Respetamos esa señal: un navegador que la envía ya no participa aquí, sin ningún formulario. La señal no dice quién es usted, así que use también el formulario si no quiere que entreguemos lo que nos envió antes.",
    },
    questions: {
      title: "Preguntas",
      write: "Escriba a",
      call: "o llame al",
      more: "Lo que guardamos y sus demás derechos están en nuestra",
      policy: "política de privacidad",
    },
  },
};
