import type { Company } from "../../ui/company.ts";
import { LastUpdated } from "../last-updated.tsx";
import { PhoneLink } from "../phone-link.tsx";
import styles from "../prose.module.css";

/** The terms of use in Spanish: they say what the English ones say, section by section. */
export function TermsOfUse({ company }: { company: Company }) {
  const { siteName, phone, email, address } = company;
  return (
    <div className={styles.prose}>
      <h1>Términos de uso</h1>
      <LastUpdated path="/es/terms-of-use/" language="es" />
      <p className={styles.lead}>
        Estos términos se aplican cuando usted usa {siteName}. Si no está de acuerdo con ellos, por favor no
        lo use.
      </p>
      <h2>Qué es {siteName} y qué no es</h2>
      <p>
        {siteName} es un servicio gratuito que pone en contacto con bufetes de abogados a personas que
        tuvieron un accidente. No es un bufete ni un servicio de referencia que garantice a ningún abogado.
        Nada en este sitio es asesoría legal, y usarlo no crea una relación de abogado y cliente con nosotros.
      </p>
      <h2>Cómo se elige al abogado</h2>
      <p>
        Le ponemos en contacto con un profesional legal de su zona según sus respuestas en un proceso de
        calificación: las comparamos con los casos que aceptan los bufetes cercanos. No siempre encontramos
        uno. No prometemos que un bufete se comunique con usted, acepte su caso o lo gane.
      </p>
      <h2>Bufetes y publicidad</h2>
      <p>
        Los abogados pagan por la publicidad conjunta en este sitio. No los respaldamos ni los recomendamos.
        Contratar a un abogado es una decisión importante y no debe basarse solo en la publicidad: pida
        información por escrito sobre su preparación y su experiencia. Los bufetes ofrecen consultas gratis y
        trabajan con honorarios de contingencia: cobran solo si usted recibe dinero. Pregunte qué gastos
        tendría que pagar usted de todos modos. Cualquier acuerdo es entre usted y el bufete.
      </p>
      <h2>Plazos</h2>
      <p>
        La ley fija plazos para presentar un reclamo. Enviarnos sus respuestas no detiene ningún plazo. Si
        tiene dudas, llame pronto a un abogado de su elección.
      </p>
      <h2>Qué le pedimos</h2>
      <ul>
        <li>Que tenga al menos 18 años y esté en los Estados Unidos.</li>
        <li>Que responda con la verdad, sobre usted o sobre alguien en cuyo nombre pueda hablar.</li>
        <li>Que dé solo un correo electrónico y un teléfono que sean suyos.</li>
        <li>Que no haga mal uso del sitio, por ejemplo con datos falsos o enviados por un programa.</li>
      </ul>
      <h2>Llamadas y mensajes</h2>
      <p>
        Al oprimir el botón que está junto al texto de consentimiento, usted firma electrónicamente y acepta
        las llamadas y los mensajes que allí se describen. Nuestra{" "}
        <a href="/es/privacy-policy/">política de privacidad</a> explica cómo retirar ese consentimiento y qué
        pasa con sus datos.
      </p>
      <h2>Responsabilidad</h2>
      <p>
        El sitio se ofrece tal como está. Hasta donde la ley lo permite, no respondemos por lo que hagan los
        bufetes u otros terceros ni por pérdidas derivadas del uso del sitio. Nada de lo dicho aquí limita
        derechos que la ley no nos permite limitar.
      </p>
      <h2>Cambios y contacto</h2>
      <p>
        Podemos cambiar estos términos. A su visita se aplica la versión de esta página. ¿Preguntas?{" "}
        {siteName}, {address}, correo electrónico: <a href={`mailto:${email}`}>{email}</a>, teléfono:{" "}
        <PhoneLink phone={phone} />.
      </p>
    </div>
  );
}
