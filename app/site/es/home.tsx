import type { OwnFigures as Figures } from "../../../services/visits/own-figures.ts";
import { LinkCards } from "../link-cards.tsx";
import { spanishSurveyUrl } from "../links.ts";
import { OwnFigures } from "../own-figures.tsx";
import prose from "../prose.module.css";
import { StartLink } from "../start-link.tsx";

const pages = [
  {
    url: "/es/where-to-turn/",
    name: "Dónde más buscar ayuda legal",
    text: "El colegio de abogados de cada estado y ayuda legal gratuita.",
  },
  {
    url: "/es/privacy-policy/",
    name: "Política de privacidad",
    text: "Qué hacemos con sus datos y quién los recibe.",
  },
  {
    url: "/es/do-not-sell-my-information/",
    name: "No vendan ni compartan mi información",
    text: "Pídanos que no le contacten más.",
  },
];

/** The home page in Spanish: what the service is, its start, and the pages that are there in Spanish. */
export function SpanishHome({ figures }: { figures?: Figures }) {
  return (
    <div className={prose.prose}>
      <h1>¿Tuvo un accidente de carro?</h1>
      <p className={prose.lead}>
        Conteste unas preguntas cortas y vea si un bufete de su zona acepta casos como el suyo. Es gratis y
        toma unos dos minutos.
      </p>
      <p>
        <StartLink url={spanishSurveyUrl}>Empezar</StartLink>
      </p>
      <h2>Cómo funciona</h2>
      <ol>
        <li>Usted contesta unas preguntas: cuándo fue, quién tuvo la culpa y si se lastimó.</li>
        <li>Comparamos sus respuestas con los casos que aceptan los bufetes de su zona.</li>
        <li>Si un bufete puede ayudarle, puede llamarle. La primera consulta es gratis.</li>
        <li>Usted decide. Puede decir que no en cualquier momento.</li>
      </ol>
      {figures && <OwnFigures figures={figures} language="es" />}
      <h2>Lo que debe saber</h2>
      <ul>
        <li>No somos un bufete y no damos asesoría legal.</li>
        <li>No podemos prometer que un bufete acepte su caso.</li>
        <li>A nosotros no nos paga nada: nos pagan los bufetes y otras empresas.</li>
      </ul>
      <h2>En español</h2>
      <LinkCards cards={pages} />
    </div>
  );
}
