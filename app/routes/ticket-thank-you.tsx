import ThankYouRoute from "../site/thank-you-route.tsx";
import { ticketThankYouWords } from "../site/thank-you-words.ts";

export { headers, loader, meta } from "../site/thank-you-route.tsx";

/** /ticket-thank-you/: the ticket flow's own end (spec 2.1). */
export default function TicketThankYou() {
  return <ThankYouRoute words={ticketThankYouWords} />;
}
