import type { Row } from "./threat.ts";

/** What fails by itself: processes, disks, clocks, services, networks. */
export const faults: Record<number, Row> = {
  1: {
    threat: "The process is killed under load",
    expected: "Every acknowledged lead is stored once, with its consent and messages; the store is whole",
    proofs: {
      "test/site/crash.test.ts": [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as it is written there
        "loses and doubles nothing in ${kills} kills under load, though the receivers fail",
      ],
    },
  },
  2: {
    threat: "Power is lost",
    expected: "A lead is on the disk before its visitor is told so",
    proofs: {
      "test/site/sync.test.ts": ["a lead is on the disk before its visitor is thanked, by form and by JSON"],
      "test/services/store/sqlite.test.ts": [
        "writes ahead and syncs every commit, still after a real write",
        "refuses a file that only claims to sync every commit",
      ],
      "test/services/store/postgres.test.ts": [
        "refuses a server that does not sync, and says so when the server goes away",
      ],
    },
  },
  3: {
    threat: "The disk is full",
    expected: "503 with Retry-After, pages go on, nothing half-written, all well again once there is room",
    proofs: {
      "test/slow/failing-disk.test.ts": ["a full disk costs nobody more than patience: %s"],
      "test/services/store/sqlite.test.ts": [
        "a full disk refuses the lead whole, and takes the next one when there is room",
      ],
    },
  },
  4: {
    threat: "The nth write or sync fails",
    expected: "As for a full disk: what was acknowledged is stored, what was refused is not",
    proofs: {
      "test/slow/failing-disk.test.ts": [
        "a disk whose calls fail now and then keeps what was acknowledged and nothing of what was refused: %s, %s",
      ],
      "test/services/store/sqlite.test.ts": [
        "an error that made SQLite roll back by itself is not hidden by our own rollback",
      ],
    },
  },
  5: {
    threat: "The database is locked or silent",
    expected:
      "Other pages are answered meanwhile; a post gets 503 after a while and passes when it is tried again",
    proofs: {
      "test/site/headers.test.ts": [
        "says 503 and to try again, on a page and as JSON, keeps the headers, and goes on afterwards",
      ],
      "test/services/store/sqlite.test.ts": [
        "while another process holds the lock, writes fail politely and nothing else waits",
      ],
      "test/site/postgres-lost.test.ts": [
        "a site whose PostgreSQL goes away says so, lives on, and takes the visitor's lead when it is back",
        "a site whose PostgreSQL falls silent says so after a while, and goes on once it speaks again",
      ],
    },
  },
  6: {
    threat: "The clock jumps, passes 2038, or changes to summer time; leap days",
    expected:
      "Day rules count calendar days; waits are never negative nor a storm; visits and deliveries go on",
    proofs: {
      "test/slow/clock.test.ts": [
        "a clock that jumps",
        "after 2038 a visitor is served, and an accident of that day counts as today's: %s",
      ],
      "test/services/delivery/clock-watch.test.ts": [
        "deliveries while the clock jumps, on $name",
        "progress saves while the clock jumps, on $name",
      ],
      "test/machines/rules/dates.test.ts": ["calendar arithmetic against the language's own dates", "today"],
      "test/machines/rules/qualification.test.ts": ["accident_within_last_year at %s days is %s"],
      "test/services/delivery/outbox/back-off.test.ts": [
        "is never shorter than the first wait, never endless, never negative",
      ],
      "test/machines/steps/bad-input.test.ts": ["the 29th of a leap year's February is real"],
    },
  },
  7: {
    threat:
      "An outside service is down, slow, endless, refusing, in error, garbled, redirecting, huge or cut off",
    expected:
      "The visitor reaches the end within the stated wait, with the call's fallback; messages arrive later",
    proofs: {
      "test/slow/faults.test.ts": [
        "the visitor reaches the end in time, the lead holds the fallback and every message arrives",
        "and a cell that does not hold is seen",
      ],
      "test/services/providers/faults.test.ts": ["%s › when the service is: %s"],
    },
  },
  8: {
    threat: "A lead is delivered and the answer is lost",
    expected: "It is sent again under the same id; the receiver counts one",
    proofs: {
      "test/services/providers/lead-buyer.test.ts": [
        "delivered before, without an answer: the second attempt settles it",
      ],
      "test/services/delivery/outbox/worker.test.ts": [
        "retries a failure on schedule, under one id, and parks it in the end",
      ],
      "test/site/stop.test.ts": [
        "does not wait for ever for a buyer; the message comes again under the same id",
      ],
    },
  },
  9: {
    threat: "A message can never be sent",
    expected: "Attempts end, it is parked and seen; the others are not held up",
    proofs: {
      "test/services/delivery/outbox/worker.test.ts": [
        "poison is parked at once and does not hold up the others",
        "a payload that is no JSON object is parked unsent",
        "a message whose senders all died is parked unsent",
        "a dead destination holds nothing up, and takes only its own places",
      ],
      "test/slow/commands.test.ts": ["outbox › list and show"],
    },
  },
  31: {
    threat: "Clients send or read slowly, or not at all",
    expected: "The server ends their connections by itself, and answers everybody else meanwhile",
    proofs: {
      "test/slow/slow-clients.test.ts": [
        "slow clients are let go by the server, which goes on serving others",
      ],
    },
  },
  33: {
    threat: "Other parties' scripts are slow, blocked or hostile",
    expected: "The survey goes on without them; none is on thank-you or legal pages",
    proofs: {
      "test/slow/page-scripts.test.ts": ["when the others fail"],
      "test/journeys/asks-nobody.test.ts": ["where everything is configured"],
      "test/journeys/network-lost.test.ts": ["a survey whose network is lost"],
    },
  },
  34: {
    threat: "JavaScript is off, or is lost on the way",
    expected: "Every step is a form that leads to the thank-you page",
    proofs: {
      "test/journeys/scripts-lost.test.ts": ["a survey whose scripts are lost"],
      "test/journeys/ad-click-to-lead.test.ts": ["makes the same lead without JavaScript"],
    },
  },
  35: {
    threat: "A deploy comes in mid-funnel",
    expected:
      "What is under way ends, deliveries go on later, visits go on under the new chart with their answers",
    proofs: {
      "test/site/stop.test.ts": [
        "answers what it was asked, takes nothing new, lets a delivery finish, and ends with 0",
        "does not wait for ever for a buyer; the message comes again under the same id",
      ],
      "test/machines/visit/deploys.test.ts": ["visitors on their way when a deploy comes with $name"],
      "test/slow/deploy.test.ts": ["a visit that was begun under an older chart"],
    },
  },
  36: {
    threat: "The store is lost and restored from a backup",
    expected: "The backup, restored elsewhere, equals the source",
    proofs: {
      "test/services/commands/backup.test.ts": [
        "is made while the store is written to, and restored elsewhere it equals the source",
      ],
    },
  },
};
