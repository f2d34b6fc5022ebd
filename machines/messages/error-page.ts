const en = {
  title: "Something went wrong",
  home: "Go to the home page",
  call: "You can also call us:",
  /** Of a page, and of a form, that failed on our side or could not be taken. */
  failed: "We couldn’t take what you sent. Please go back and try again.",
  /** What was wrong with a request, where it is known. */
  refused: {
    method: "Something went wrong. Please go back and try again.",
    otherSite: "This form was sent from another site, so it was not accepted.",
    notUnderstood: "Something went wrong. Please go back and try again.",
    tooManyFields: "The form has too many fields.",
    tooLong: "That is more than this form can take. Nothing was changed.",
    longAddress: "Your browser sent us more than our site can read, probably by a very long link.",
    cutOff: "The request was cut off.",
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
  call: "También puede llamarnos:",
  failed: "No pudimos recibir lo que envió. Por favor, vuelva atrás e inténtelo de nuevo.",
  refused: {
    method: "Algo salió mal. Por favor, vuelva atrás e inténtelo de nuevo.",
    otherSite: "Este formulario se envió desde otro sitio, así que no lo aceptamos.",
    notUnderstood: "Algo salió mal. Por favor, vuelva atrás e inténtelo de nuevo.",
    tooManyFields: "El formulario tiene demasiados campos.",
    tooLong: "Eso es más de lo que admite este formulario. No se cambió nada.",
    longAddress:
      "Su navegador nos envió más de lo que nuestro sitio puede leer, quizás por un enlace muy largo.",
    cutOff: "La solicitud se interrumpió.",
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

/** Words of the pages that are shown instead of what was asked for. */
export const errorWords = { en, es };

export type Refusal = keyof typeof en.refused;
