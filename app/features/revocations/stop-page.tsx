import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { LookAgain, OnlySees, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { pageOf } from "./feature.ts";
import { Card, type CardData } from "./lead-card.tsx";
import type { Pressed } from "./load.ts";

type Props = { viewer: Signed; id: string; card?: CardData; done?: Pressed };

/** What a press would do, or why it was refused, with all that is known of one lead. */
export function StopPage({ viewer, id, card, done }: Props) {
  return (
    <ConsoleLayout viewer={viewer} title="Stop" page="/console">
      <Said text={done?.text} isRefused />
      <LookAgain look={done?.look} back={pageOf(id)} />
      {card && !done?.look && <Card data={card} />}
      {!card && <p>Nobody has this lead, so nobody has to be told anything.</p>}
      {!viewer.mayPress && <OnlySees />}
      <p className={parts.only}>
        <a href={`/console/leads/${id}`}>The lead</a>
      </p>
    </ConsoleLayout>
  );
}
