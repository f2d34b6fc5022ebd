import type { Wording } from "./wording.ts";

/** Rotating phrases before further questions, so that each sounds like a new one. */
const more = ["Una más sobre esto", "Y una más"];

/** Spanish words of the survey screens (United States usage, formal address). */
export const es: Wording = {
  back: "Atrás",
  continue: "Continuar",
  yourAnswer: "Su respuesta",
  selectOne: "Elija una opción",
  progressLabel: "Progreso",
  progressText: (number, total, part) => (part > 1 ? more[part % 2]! : `Paso ${number} de ${total}`),
  connectionNote: "Sus respuestas se envían de forma segura.",
  privacyGuarantee: "Las usamos para buscarle un bufete de abogados.",
  stages: { accident: "El accidente", ticket: "La multa", case: "Su caso", contact: "Sus datos de contacto" },
  check: { title: "Revise sus respuestas", change: "Cambiar" },
  exactDate: {
    summary: "Sé la fecha exacta",
    legend: "Fecha del accidente",
    hint: "Solo números: mes, día y año, por ejemplo 3 27 2024",
    button: "Continuar con esta fecha",
  },
  descriptionLength: {
    short: "Escriba un poco más, por favor.",
    enough: "Con esto basta. Puede agregar más si quiere.",
  },
  busy: { checking: "Revisando…", sending: "Enviando…" },
  sending: "Estamos enviando sus respuestas. Por favor, no cierre esta página.",
  notices: {
    saveFailed: "Sus respuestas no nos llegaron. Siguen aquí: revise su conexión e inténtelo de nuevo.",
  },
  errorSummaryTitle: "Hay un problema",
  moreErrors: (count) => `Y ${count} más`,
  errorPrefix: "Error: ",
  errors: {
    choose: "Elija una respuesta.",
    answerOrDate: "Elija una respuesta o escriba la fecha.",
    tooShort: "Cuéntenos un poco más. Con una o dos frases basta.",
    tooLong: (called) => `Por favor, acorte ${called}.`,
    characters: (called) => `Escriba ${called} otra vez. Hay letras o signos que no podemos leer.`,
    thisAnswer: "esta respuesta",
    email: "Escriba un correo electrónico como nombre@example.com.",
    emailRefused: "Parece que este correo electrónico no funciona. Revise cómo lo escribió o use otro.",
    emailBlocked: "No podemos aceptar este correo electrónico. Por favor, use otro.",
    didYouMean: (email) => `¿Es ${email}?`,
    useAddress: "Usar este correo",
    phone: "Escriba un teléfono de Estados Unidos con 10 dígitos, como (212) 555-0142.",
    phoneMany: "Son más de 10 dígitos. Escriba un solo teléfono de Estados Unidos, como (212) 555-0142.",
    phoneRefused:
      "No podemos usar este teléfono. Revise cada dígito o use otro número de Estados Unidos que esté en uso.",
    zip: "Escriba un código postal de Estados Unidos con 5 dígitos, como 33602.",
    zipUnknown:
      "No encontramos este código postal en los 50 estados ni en Washington, DC. Revise los cinco dígitos.",
    zipUnheardOf: "No conocemos este código postal. Revíselo u oprima el botón otra vez si es correcto.",
    date: "Escriba la fecha con mes, día y año, como 3/27/2024.",
    month: "Escriba el mes con un número del 1 al 12.",
    day: "Escriba el día con un número del 1 al 31.",
    year: "Escriba el año con 4 dígitos, como 2024.",
    noSuchDay: "Ese mes no tiene tantos días. Revise el día.",
    futureDate: "Esa fecha está en el futuro. Escriba la fecha de hoy o una anterior.",
    futureMonth: "Ese mes está en el futuro. Revise el mes y el año.",
    futureYear: "Ese año está en el futuro. Revise el año.",
    birthDate: "Su fecha de nacimiento debe ser anterior a hoy. Revise el año.",
  },
  links: {
    privacy: { text: "Política de privacidad", url: "/es/privacy-policy/" },
    terms: { text: "Términos de uso", url: "/es/terms-of-use/" },
  },
  callUs: (phone) => `Llame al ${phone}`,
  homePage: "Ir a la página de inicio",
};
