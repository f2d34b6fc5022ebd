import type { Company } from "../../survey/screen/page-data.ts";
import { PhoneLink } from "../phone-link.tsx";

/** Rights of California residents in Spanish; linked to from Spanish footers as `#california-resident`. */
export function CaliforniaSection({ company: { phone, email } }: { company: Company }) {
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
        su ubicación aproximada. Entregar sus respuestas a un bufete o a un socio comercial a cambio de un
        pago puede considerarse una “venta” según la ley de California. No vendemos a sabiendas los datos de
        menores de 16 años.
      </p>
      <p>
        Para ejercer estos derechos, escriba a <a href={`mailto:${email}`}>{email}</a> o llame al{" "}
        <PhoneLink phone={phone} />. Confirmamos cada solicitud en un plazo de 10 días hábiles y la
        respondemos en un plazo de 45 días. Es posible que le pidamos datos que demuestren que la solicitud es
        suya. Una persona autorizada por usted puede hacerla en su nombre. Ejercer sus derechos no cambia la
        manera en que lo tratamos.
      </p>
    </section>
  );
}
