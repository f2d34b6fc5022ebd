const en = {
  title: "Please wait a moment",
  /** Why, of a form. */
  flood: "Too many forms are coming in just now, so this one was not saved yet.",
  store: "We cannot save anything just now, so this form was not saved yet.",
  /** What a page says that holds the form. */
  held: "Nothing is lost: your earlier answers are kept, and this page holds what you typed.",
  /** Why and what of the contact form's message, and what its page does while it is open. */
  message: "Your message could not be sent yet. Nothing is lost: this page holds what you typed.",
  trying: "We keep trying to send it.",
  /** What to do, and what is said instead while the page sends the form by itself. */
  wait: "Wait a minute, then press the button.",
  again: "Send it again",
  sending: "We are sending your form. This takes a few seconds.",
  /** The same of a page that was asked for. */
  notShown: "We cannot show this page just now. Nothing is lost: your earlier answers are kept.",
  reload: "Try again",
  /** Of a page, while the site is busy. */
  busy: "So many people are on our site just now that it cannot show this page. Nothing is lost: your earlier answers are kept.",
  soon: "Wait a few seconds, then press the button.",
  call: "You can also call us:",
  home: "Go to the home page",
};

const es: typeof en = {
  title: "Espere un momento, por favor",
  flood: "En este momento están llegando demasiados formularios, así que este aún no se ha guardado.",
  store: "En este momento no podemos guardar nada, así que este formulario aún no se ha guardado.",
  held: "No se ha perdido nada: sus respuestas anteriores están guardadas y esta página conserva lo que escribió.",
  message:
    "Su mensaje aún no se ha podido enviar. No se ha perdido nada: esta página conserva lo que escribió.",
  trying: "Seguimos intentando enviarlo.",
  wait: "Espere un minuto y presione el botón.",
  again: "Enviar otra vez",
  sending: "Estamos enviando su formulario. Tarda unos segundos.",
  notShown:
    "En este momento no podemos mostrar esta página. No se ha perdido nada: sus respuestas anteriores están guardadas.",
  reload: "Intentar otra vez",
  busy: "En este momento hay tantas personas en nuestro sitio que no puede mostrar esta página. No se ha perdido nada: sus respuestas anteriores están guardadas.",
  soon: "Espere unos segundos y presione el botón.",
  call: "También puede llamarnos:",
  home: "Ir a la página de inicio",
};

/** Words of the page for what could not be taken just now, while too much comes in or the store is in trouble. */
export const tryAgain = { en, es };
