const en = {
  title: "Something went wrong",
  home: "Go to the home page",
  /** The link to the page with the refused form, or to the failed page. */
  back: "Open the form again",
  again: "Open this page again",
  call: "You can also call us:",
  /** For a page, and a form, that failed on our side or could not be accepted. */
  failed: "We couldn’t take what you sent. Please go back and try again.",
  /** What was wrong with a request, where it is known. */
  refused: {
    method: "This page can’t take what was sent to it. Nothing was changed.",
    otherSite:
      "This form was sent from another site, so we didn’t take it. You can fill it in here, on our own site.",
    notUnderstood: "We couldn’t read what was sent. Please go back: your page still has what you typed.",
    tooManyFields: "The form has more fields than ours, so we didn’t take it. Nothing was changed.",
    tooLong:
      "That is more than this form can take. Nothing was changed: go back, and your page still has what you typed.",
    longAddress: "Your browser sent us more than our site can read, probably by a very long link.",
    cutOff:
      "The connection was cut off. Please go back and send it again: your page still has what you typed.",
    ourFault:
      "Something went wrong on our side. Your page still has what you typed: please go back and try again.",
  },
  notFound: {
    title: "Page not found",
    heading: "We couldn’t find this page",
    lead: "The address may be mistyped, or the page may have moved.",
    questions: "To see if a law firm can help you, start with the questions.",
    start: "Start now",
    further: "Or try one of these",
  },
};

const es: typeof en = {
  title: "Algo salió mal",
  home: "Ir a la página de inicio",
  back: "Abrir el formulario otra vez",
  again: "Abrir esta página otra vez",
  call: "También puede llamarnos:",
  failed: "No pudimos recibir lo que envió. Por favor, vuelva atrás e inténtelo de nuevo.",
  refused: {
    method: "Esta página no puede recibir lo que se le envió. No se cambió nada.",
    otherSite:
      "Este formulario se envió desde otro sitio, así que no lo aceptamos. Puede llenarlo aquí, en nuestro propio sitio.",
    notUnderstood:
      "No pudimos leer lo que se envió. Por favor, vuelva atrás: lo que escribió sigue en su página.",
    tooManyFields:
      "El formulario tiene más campos que el nuestro, así que no lo aceptamos. No se cambió nada.",
    tooLong:
      "Eso es más de lo que admite este formulario. No se cambió nada: vuelva atrás y lo que escribió seguirá en su página.",
    longAddress:
      "Su navegador nos envió más de lo que nuestro sitio puede leer, quizás por un enlace muy largo.",
    cutOff:
      "La conexión se cortó. Por favor, vuelva atrás y envíelo otra vez: lo que escribió sigue en su página.",
    ourFault:
      "Algo falló de nuestro lado. Lo que escribió sigue en su página: por favor, vuelva atrás e inténtelo de nuevo.",
  },
  notFound: {
    title: "Página no encontrada",
    heading: "No encontramos esta página",
    lead: "Puede que la dirección esté mal escrita o que la página se haya movido.",
    questions: "Para ver si un bufete puede ayudarle, empiece con las preguntas.",
    start: "Empezar ahora",
    further: "O pruebe una de estas",
  },
};

/** Words of the pages that replace the requested one. */
export const errorWords = { en, es };

export type Refusal = keyof typeof en.refused;
