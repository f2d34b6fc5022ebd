import type { Company } from "../../ui/company.ts";
import { LastUpdated } from "../last-updated.tsx";
import { PhoneLink } from "../phone-link.tsx";
import type { KeptDays } from "../privacy-policy.tsx";
import styles from "../prose.module.css";

/** The privacy policy in Spanish: it says what the English one says, section by section. */
export function PrivacyPolicy({ company, kept }: { company: Company; kept: KeptDays }) {
  const { siteName, phone, email, address } = company;
  return (
    <div className={styles.prose}>
      <h1>Política de privacidad</h1>
      <LastUpdated path="/es/privacy-policy/" language="es" />
      <p className={styles.lead}>
        {siteName} ayuda a las personas que tuvieron un accidente a encontrar un bufete de abogados. Esta
        página explica qué datos suyos recibimos, qué hacemos con ellos y qué puede pedirnos usted.
      </p>
      <h2>Qué datos recopilamos</h2>
      <ul>
        <li>
          Sus respuestas: cuándo y cómo ocurrió el accidente, quién tuvo la culpa, si usted resultó herido y
          recibió tratamiento, si hay un reporte de la policía, si tiene abogado y lo que usted cuenta con sus
          palabras. Una parte de esto se refiere a su salud.
        </li>
        <li>Cómo comunicarnos con usted: nombre, correo electrónico, teléfono y código postal.</li>
        <li>
          Lo que acompaña a cada visita: dirección IP, tipo de navegador, la página de la que usted viene y
          los códigos del enlace que nos dicen desde qué anuncio o empresa asociada llegó.
        </li>
        <li>
          Un registro de su consentimiento: el texto exacto que usted vio, cuándo lo aceptó y desde dónde.
        </li>
      </ul>
      <p>
        Con su código postal buscamos la ciudad, el condado y el estado. Es posible que revisemos si un correo
        electrónico o un teléfono funciona.
      </p>
      <h2>Para qué los usamos</h2>
      <ul>
        <li>Para ver si sus respuestas corresponden a los casos que aceptan los bufetes de su zona.</li>
        <li>
          Para entregar sus datos a un bufete o a una empresa de publicidad asociada que puede comunicarse con
          usted sobre su reclamo.
        </li>
        <li>
          Para demostrar su consentimiento, evitar abusos, mantener el sitio en funcionamiento y cumplir la
          ley.
        </li>
      </ul>
      <h2>Quién los recibe</h2>
      <p>
        El bufete o los bufetes que su consentimiento nombra o describe y sus empresas asociadas; empresas de
        publicidad asociadas que ponen en contacto a las personas con bufetes; empresas que trabajan para
        nosotros, por ejemplo para revisar teléfonos o registrar el consentimiento; y las autoridades cuando
        la ley lo exige. Los bufetes y las empresas asociadas nos pagan por la publicidad y por presentarles a
        posibles clientes. Cada uno responde por el uso que hace de sus datos. No compartimos las respuestas a
        nuestras preguntas sobre beneficios.
      </p>
      <h2>Llamadas y mensajes de texto</h2>
      <p>
        Usted acepta recibir llamadas y mensajes solo al oprimir el botón que está junto al texto de
        consentimiento. Puede retirar su consentimiento en cualquier momento: responda STOP a un mensaje,
        dígaselo a quien le llame, llame al <PhoneLink phone={phone} /> o escriba a{" "}
        <a href={`mailto:${email}`}>{email}</a>. El consentimiento nunca es condición para comprar algo.
      </p>
      <h2>Cookies y señales</h2>
      <p>
        Una cookie guarda en qué pregunta va usted; contiene un código al azar y ninguna respuesta. Si su
        navegador envía la señal Global Privacy Control, la tratamos como una solicitud de no vender ni
        compartir sus datos para publicidad: en su visita no cargamos scripts de publicidad ni de afiliados.
      </p>
      <h2>Cuánto tiempo los guardamos</h2>
      <p>Borramos todo de manera automática cuando se cumple su plazo, o antes si usted lo pide.</p>
      <KeptFor kept={kept} />
      <h2>Seguridad</h2>
      <p>
        Las páginas y las respuestas viajan por conexiones cifradas, y solo tienen acceso a sus datos las
        personas y los servicios que los necesitan. Ningún sistema es del todo seguro. Si una filtración le
        afecta, le avisaremos como lo exige la ley.
      </p>
      <h2>Menores de edad</h2>
      <p>
        Este sitio es para adultos. Por favor, no nos envíe datos de un menor de 18 años, a no ser que usted
        sea su padre, madre o tutor.
      </p>
      <CaliforniaSection company={company} />
      <h2>Contacto</h2>
      <p>
        {siteName}, {address}. Correo electrónico: <a href={`mailto:${email}`}>{email}</a>, teléfono:{" "}
        <PhoneLink phone={phone} />. Si esta política cambia, publicaremos aquí la nueva con otra fecha.
      </p>
    </div>
  );
}

const days = (count: number) => (count === 1 ? "1 día" : `${count} días`);

/** What the policy says in Spanish of the times that `retentionAges` keeps to. */
function KeptFor({ kept }: { kept: KeptDays }) {
  return (
    <ul>
      <li>Respuestas que usted no terminó: {days(kept.visits)} después de la última.</li>
      <li>
        Respuestas terminadas con su nombre y sus datos de contacto: {days(kept.leads)} después de
        entregarlas. Si no hubo a quién entregarlas: {days(kept.undelivered)}. Nuestra copia de lo que
        enviamos: {days(kept.payloads)} después de su llegada.
      </li>
      <li>Un mensaje del formulario de contacto: {days(kept.contacts)} después de recibirlo.</li>
      <li>Los registros de que le enviamos un código por mensaje de texto: {days(kept.codes)}.</li>
      <li>
        Los registros de sus solicitudes de privacidad: {days(kept.requests)}, sin su nombre ni su dirección,
        porque la ley lo exige.
      </li>
      <li>Los registros de consentimiento: mientras tengamos que poder demostrar lo que usted aceptó.</li>
      <li>
        Su solicitud de que no entreguemos sus datos: de forma permanente, para poder respetarla. Guardamos un
        código hecho a partir de su correo electrónico o su teléfono, no el correo ni el número.
      </li>
    </ul>
  );
}

/** Rights of California residents in Spanish; linked to from Spanish footers as `#california-resident`. */
function CaliforniaSection({ company: { phone, email } }: { company: Company }) {
  return (
    <section id="california-resident" aria-labelledby="california-title">
      <h2 id="california-title">Residentes de California</h2>
      <p>La ley de California le da derechos sobre su información personal. Usted puede pedirnos:</p>
      <ul>
        <li>
          que le digamos qué hemos recopilado sobre usted, de dónde, para qué y quién lo recibió, y que le
          demos una copia;
        </li>
        <li>que corrijamos lo que esté mal;</li>
        <li>
          que lo borremos y pidamos que lo borren quienes lo recibieron de nosotros, salvo que la ley nos
          obligue a guardarlo;
        </li>
        <li>
          que no lo vendamos ni lo compartamos, y que usemos los datos de salud solo para lo que usted
          solicitó.
        </li>
      </ul>
      <p>
        En los últimos doce meses es posible que hayamos recopilado identificadores (nombre, datos de
        contacto, dirección IP), detalles del accidente, incluidos los de salud, su actividad en este sitio y
        su ubicación aproximada. Entregar sus respuestas a un bufete o a una empresa de publicidad asociada a
        cambio de un pago puede considerarse una “venta” según la ley de California. No vendemos a sabiendas
        los datos de menores de 16 años.
      </p>
      <p>
        Para ejercer estos derechos, escriba a <a href={`mailto:${email}`}>{email}</a> o llame al{" "}
        <PhoneLink phone={phone} />. Confirmamos cada solicitud en un plazo de 10 días hábiles y la
        respondemos en un plazo de 45 días. Es posible que le pidamos datos que demuestren que la solicitud es
        suya. Una persona autorizada por usted puede hacerla en su nombre. Ejercer sus derechos no cambia la
        manera en que le tratamos.
      </p>
    </section>
  );
}
