import type { KeptDays } from "../kept-for.tsx";

export type { KeptDays };

const days = (count: number) => (count === 1 ? "1 día" : `${count} días`);

/** What visitors are told in Spanish of the times that `retentionAges` keeps to. */
export function KeptFor({ kept }: { kept: KeptDays }) {
  return (
    <ul>
      <li>Respuestas que usted no terminó: {days(kept.visits)} después de la última.</li>
      <li>
        Respuestas terminadas con su nombre y sus datos de contacto: {days(kept.leads)} después de
        entregarlas; si no pudimos entregarlas a nadie, {days(kept.undelivered)}. La copia que se envió se
        borra {days(kept.payloads)} después de su llegada.
      </li>
      <li>Un mensaje del formulario de contacto: {days(kept.contacts)} después de recibirlo.</li>
      <li>El hecho de que se envió, o se intentó enviar, un código a su teléfono: {days(kept.codes)}.</li>
      <li>
        El hecho de que usted pidió sus datos o que los borráramos: {days(kept.requests)}, sin su nombre ni su
        dirección, porque la ley lo exige.
      </li>
      <li>Los registros de consentimiento: mientras tengamos que poder demostrar lo que usted aceptó.</li>
      <li>
        El hecho de que usted no quiere que entreguemos sus datos: para siempre, o no podríamos respetar su
        decisión. Guardamos un código hecho a partir de su correo electrónico o su teléfono, no estos datos.
      </li>
    </ul>
  );
}
