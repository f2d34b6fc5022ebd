import type { Wording } from "./wording.ts";

/** Spanish words of the survey screens (United States usage, formal address). */
export const es: Wording = {
  back: "Atrás",
  continue: "Continuar",
  yourAnswer: "Su respuesta",
  selectOne: "Elija una opción",
  progressLabel: "Progreso",
  progressText: (number, total) => `Paso ${number} de ${total}`,
  connectionNote: "Sus respuestas se envían por una conexión cifrada.",
  privacyGuarantee:
    "Las usamos para buscarle un bufete de abogados, como explica nuestra política de privacidad.",
  whatHappensNext: {
    title: "Qué pasa después",
    accident: [
      "Usted responde unas preguntas breves sobre el accidente.",
      "Comparamos sus respuestas con los casos que aceptan los bufetes de su zona.",
      "Si hay coincidencia, el bufete puede llamarle o enviarle un mensaje. La primera consulta es gratis.",
      "Usted decide si sigue adelante. Este servicio es gratis.",
    ],
    ticket: [
      "Usted responde unas preguntas breves sobre la multa.",
      "Comparamos sus respuestas con los casos que aceptan los bufetes de ese estado.",
      "Si hay coincidencia, el bufete puede llamarle o enviarle un mensaje. La primera consulta es gratis.",
      "Usted decide si sigue adelante. Este servicio es gratis.",
    ],
    benefits: [
      "Usted responde tres preguntas breves.",
      "No compartimos sus respuestas con nadie.",
      "Este servicio es gratis.",
    ],
  },
  exactDate: {
    summary: "Sé la fecha exacta",
    legend: "Fecha del accidente",
    hint: "Solo números, por ejemplo 3 27 2024 (mes, día, año)",
    button: "Continuar con esta fecha",
  },
  descriptionCount: {
    missing: (characters) => (characters === 1 ? "Falta 1 carácter" : `Faltan ${characters} caracteres`),
    enough: "Con esto basta. Puede agregar más si quiere.",
  },
  busy: { checking: "Comprobando…", sending: "Enviando…" },
  sending: "Enviando sus respuestas. Por favor, no cierre esta página.",
  notices: {
    saveFailed:
      "Sus respuestas no nos llegaron. Todavía están aquí: revise su conexión e inténtelo de nuevo.",
    answersExpired:
      "Sus respuestas anteriores vencieron, así que empezamos de nuevo con la primera pregunta.",
    tooManyAnswers:
      "Recibimos demasiadas respuestas en poco tiempo. Espere unos minutos e inténtelo de nuevo, o llámenos.",
  },
  errorSummaryTitle: "Hay un problema",
  errorPrefix: "Error: ",
  errors: {
    required: (label) => `Por favor, complete “${label}”.`,
    choose: (label) => (label ? `Elija una respuesta: “${label}”.` : "Elija una de las respuestas."),
    tooShort: () => "Cuéntenos un poco más, con al menos 20 caracteres.",
    tooLong: (label) => `“${label}” es demasiado largo. Por favor, acórtelo.`,
    characters: (label) =>
      `“${label}” contiene caracteres que no podemos leer. Escríbalo de nuevo con letras, números y puntuación común.`,
    email: () => "Escriba un correo electrónico como nombre@example.com.",
    emailRefused: () =>
      "Parece que este correo electrónico no recibe mensajes. Revise si está bien escrito o use otro.",
    emailBlocked: () => "No podemos aceptar este correo electrónico. Por favor, escriba otro.",
    phone: () => "Escriba un teléfono de Estados Unidos con 10 dígitos, como (212) 555-0142.",
    phoneRefused: () => "Parece que este teléfono no está en uso. Revise cada dígito o escriba otro número.",
    zip: () => "Escriba un código postal de Estados Unidos con 5 dígitos, como 33602.",
    zipUnknown: () => "No encontramos este código postal. Revíselo o inténtelo de nuevo en un momento.",
    date: () => "Escriba una fecha real con mes, día y año, como 3 27 2024.",
    month: () => "Escriba el mes con un número del 1 al 12.",
    year: () => "Escriba el año con 4 dígitos, como 2024.",
    futureDate: () => "La fecha debe ser hoy o anterior.",
    birthDate: () => "Escriba su fecha de nacimiento, un día anterior a hoy.",
  },
  links: {
    privacy: { text: "Política de privacidad", url: "/es/privacy-policy/" },
    terms: { text: "Términos de uso", url: "/es/terms-of-use/" },
  },
  callUs: (phone) => `Llame al ${phone}`,
  homePage: "Ir a la página de inicio",
};
