import type { MessageRow, SecondSale } from "./message-row.ts";
import parts from "./parts.module.css";
import { PostForm } from "./post-form.tsx";

/** One press queues a message again, another sets it aside; each is there where it can be done. */
export function MessageButtons({ id, destination, canRetry, canPark }: MessageRow) {
  if (!canRetry && !canPark) return null;
  return (
    <PostForm className={parts.buttons}>
      <input type="hidden" name="message" value={id} />
      {canRetry && (
        <button type="submit" name="intent" value="retry" className={parts.button}>
          Send again<span className="visually-hidden"> to {destination}</span>
        </button>
      )}
      {canPark && (
        <button type="submit" name="intent" value="park" className={parts.button}>
          Park<span className="visually-hidden"> the message to {destination}</span>
        </button>
      )}
    </PostForm>
  );
}

/** A second press, for who has read that another buyer has the lead. */
export function SellAgain({ sale }: { sale: SecondSale | undefined }) {
  if (sale === undefined) return null;
  const destination = sale.message.split(".").slice(1).join(".");
  return (
    <PostForm className={parts.buttons}>
      <input type="hidden" name="message" value={sale.message} />
      <input type="hidden" name="despite" value={sale.despite} />
      <button type="submit" name="intent" value="sell-again" className={`${parts.button} ${parts.danger}`}>
        {`Send it to ${destination} all the same`}
      </button>
    </PostForm>
  );
}
