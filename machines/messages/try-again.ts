const en = {
  title: "Please wait a moment",
  /** Why, of a form. */
  flood: "Too many forms are coming in right now, so yours isn’t saved yet.",
  store: "We can’t save anything right now, so your form isn’t saved yet.",
  /** The remark on a page that holds the form. */
  held: "Nothing is lost: we have your earlier answers, and this page keeps what you typed.",
  /** Why and what of the contact form's message, and what its page does while it is open. */
  message: "We couldn’t send your message yet. Nothing is lost: this page keeps what you typed.",
  trying: "We’ll keep trying.",
  /** For a form whose browser does not say which page it is on. */
  oneMore: "One more press",
  origin:
    "Your browser didn’t tell us which page this came from. Nothing is lost: what you typed is still here.",
  press: "Press the button to send it.",
  send: "Send",
  /** What to do, and the remark in its place while the page resends the form by itself. */
  wait: "Wait a minute, then press the button.",
  again: "Send it again",
  sending: "We are sending your form. This takes a few seconds.",
  /** The same for a requested page. */
  notShown: "We can’t show this page right now.",
  /** For visitors who have given answers. */
  kept: "Nothing is lost: we have your earlier answers.",
  reload: "Try again",
  /** For a page, while the site is busy. */
  busy: "Our site is very busy right now and can’t show this page. Nothing is lost: we have your earlier answers.",
  soon: "Wait a few seconds, then press the button.",
  call: "You can also call us:",
  home: "Go to the home page",
};

const es: typeof en = {
  title: "Espere un momento, por favor",
  flood: "En este momento llegan demasiados formularios, así que el suyo todavía no está guardado.",
  store: "En este momento no podemos guardar nada, así que su formulario todavía no está guardado.",
  held: "No se perdió nada: sus respuestas anteriores están guardadas y esta página conserva lo que escribió.",
  message: "Todavía no pudimos enviar su mensaje. No se perdió nada: esta página conserva lo que escribió.",
  trying: "Seguiremos intentándolo.",
  oneMore: "Falta oprimir una vez más",
  origin: "Su navegador no nos dijo de qué página viene esto. No se perdió nada: lo que escribió sigue aquí.",
  press: "Oprima el botón para enviarlo.",
  send: "Enviar",
  wait: "Espere un minuto y oprima el botón.",
  again: "Enviar otra vez",
  sending: "Estamos enviando su formulario. Tarda unos segundos.",
  notShown: "En este momento no podemos mostrar esta página.",
  kept: "No se perdió nada: sus respuestas anteriores están guardadas.",
  reload: "Intentar otra vez",
  busy: "Nuestro sitio está muy ocupado en este momento y no puede mostrar esta página. No se perdió nada: sus respuestas anteriores están guardadas.",
  soon: "Espere unos segundos y oprima el botón.",
  call: "También puede llamarnos:",
  home: "Ir a la página de inicio",
};

/** Words of the page for what could not be accepted at the moment, during a flood or while the store is in trouble. */
export const tryAgain = { en, es };
