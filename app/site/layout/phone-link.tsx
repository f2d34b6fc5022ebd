import type { Company } from "../../ui/company.ts";

type Props = { phone: Company["phone"] };

/** The telephone number as a link. `data-call-number` says that a call tracker's number may stand in its place. */
export function PhoneLink({ phone }: Props) {
  return (
    <a href={`tel:${phone.dial}`} data-call-number>
      {phone.display}
    </a>
  );
}
