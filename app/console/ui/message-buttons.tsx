import type { MessageRow } from "./message-row.ts";
import parts from "./parts.module.css";

/** One press queues a message again, another sets it aside; each is there where it can be done. */
export function MessageButtons({ id, destination, canRetry, canPark }: MessageRow) {
  if (!canRetry && !canPark) return null;
  return (
    <form method="post" className={parts.buttons}>
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
    </form>
  );
}
