import type { ExpressionBuilder } from "kysely";
import type { Connection } from "../engine/connection.ts";
import type { Schema } from "../engine/schema.ts";
import { ofSource } from "../engine/statements.ts";
import { uuid7 } from "../engine/uuid7.ts";
import {
  aboutLeads,
  type Lead,
  type LeadKind,
  type Message,
  type MessageStatus,
  type Note,
} from "../rows.ts";
import type { LeadKeys, Sought } from "./lead-keys.ts";
import { leadColumns, leadFromRow } from "./leads.ts";

/** Which leads of the inbox; what is left out does not limit it. Times are epoch milliseconds, `until` excluded. */
export type InboxFilter = {
  kind?: LeadKind;
  variant?: string;
  qualified?: boolean;
  handled?: boolean;
  from?: number;
  until?: number;
  /** One of the lead's keys (`keyOf`). */
  key?: string;
  affiliate?: string;
  subId?: string;
  /** A receiver that has accepted it. */
  buyer?: string;
  /** Sold for at least so many cents. */
  leastCents?: number;
  /** A message of it is in one of these states. */
  delivery?: readonly MessageStatus[];
  /** Sold; or offered without a buyer, with nobody left to ask. */
  sale?: SaleNames & { is: "sold" | "unsold" };
  /** Only leads older than this one. */
  before?: string;
};

/** Names of receivers that buy leads, and of those that get them without. Who is in neither list was a buyer once. */
export type SaleNames = { buyers: readonly string[]; others: readonly string[] };

export type InboxLead = Lead & { handledAt: number | null; handledBy: string | null };

/** False for what can be no lead's id: PostgreSQL refuses some of it even as a question. */
export const isLeadId = (text: string) => /^[\w-]{1,64}$/.test(text);

/** What people do with leads by hand. */
export interface Inbox {
  /** Newest first; erased leads are left out. */
  page(filter: InboxFilter, limit: number): Promise<InboxLead[]>;
  find(id: string): Promise<InboxLead | undefined>;
  /** Where the messages of these leads are. */
  deliveries(
    leadIds: readonly string[],
  ): Promise<Pick<Message, "leadId" | "destination" | "status" | "attempts">[]>;
  handle(leadId: string, person: string): Promise<void>;
  reopen(leadId: string): Promise<void>;
  /** Oldest first. */
  notes(leadId: string): Promise<Note[]>;
  addNote(leadId: string, person: string, remark: string): Promise<void>;
  /** The key by which leads with this name, address or number are found; it does not reveal the value. */
  keyOf(sought: Sought): string;
  /** Makes leads findable that are not yet (`LeadKeys`). */
  catchUp: LeadKeys["catchUp"];
}

type Row = Parameters<typeof leadFromRow>[0] & Pick<InboxLead, "handledAt" | "handledBy">;

function fromRow({ handledAt, handledBy, ...row }: Row): InboxLead {
  return { ...leadFromRow(row), handledAt, handledBy };
}

/** The messages that contain the lead itself. */
function toReceivers(eb: ExpressionBuilder<Schema, "outbox">) {
  return eb("outbox.destination", "not like", aboutLeads);
}

/** The lead's messages to those who buy, or did once. */
function toNoOther(eb: ExpressionBuilder<Schema, "leads">, { others }: SaleNames) {
  return eb
    .selectFrom("outbox")
    .select("outbox.id")
    .whereRef("outbox.leadId", "=", "leads.id")
    .where(toReceivers)
    .where("destination", "not in", ["", ...others]);
}

function isSold(eb: ExpressionBuilder<Schema, "leads">, { buyers }: SaleNames) {
  return eb.or([
    eb.exists(
      eb
        .selectFrom("outbox")
        .select("outbox.id")
        .whereRef("outbox.leadId", "=", "leads.id")
        .where("destination", "in", ["", ...buyers])
        .where("status", "=", "delivered"),
    ),
    eb.exists(
      eb
        .selectFrom("salesLedger")
        .select("salesLedger.id")
        .whereRef("salesLedger.leadId", "=", "leads.id")
        .where("kind", "=", "sale"),
    ),
  ]);
}

export function inboxIn(connection: Connection, now: () => number, keys: LeadKeys): Inbox {
  const rows = (filter: InboxFilter, limit: number, id?: string) =>
    connection.read((db) => {
      let query = db
        .selectFrom("leads")
        .leftJoin("leadMarks", "leadMarks.leadId", "leads.id")
        .select(leadColumns.map((name) => `leads.${name}` as const))
        .select(["handledAt", "handledBy"])
        .where("erasedAt", "is", null);
      if (id !== undefined) query = query.where("leads.id", "=", id);
      if (filter.kind) query = query.where("kind", "=", filter.kind);
      if (filter.variant !== undefined) query = query.where("variant", "=", filter.variant);
      if (filter.qualified !== undefined) query = query.where("qualified", "=", Number(filter.qualified));
      if (filter.handled !== undefined)
        query = query.where("handledAt", filter.handled ? "is not" : "is", null);
      if (filter.from !== undefined) query = query.where("leads.createdAt", ">=", filter.from);
      if (filter.until !== undefined) query = query.where("leads.createdAt", "<", filter.until);
      const { key } = filter;
      if (key !== undefined)
        query = query.where("leads.id", "in", (eb) =>
          eb.selectFrom("leadKeys").select("leadId").where("hash", "=", key),
        );
      const { affiliate, subId, buyer, leastCents, delivery } = filter;
      if (affiliate !== undefined || subId !== undefined)
        query = query.where("leads.origin", "in", (eb) => {
          let sessions = eb
            .selectFrom("analyticsSessions")
            .innerJoin("analyticsSources", "analyticsSources.id", "analyticsSessions.sourceId")
            .select("visitId")
            .where("visitId", "is not", null);
          if (affiliate !== undefined) sessions = sessions.where("affiliate", "=", affiliate);
          if (subId !== undefined) sessions = sessions.where((own) => ofSource(own as never, subId));
          return sessions.$castTo<{ visitId: string }>();
        });
      if (buyer !== undefined || delivery)
        query = query.where(({ exists, selectFrom }) => {
          let messages = selectFrom("outbox")
            .select("outbox.id")
            .whereRef("outbox.leadId", "=", "leads.id")
            .where(toReceivers);
          if (buyer !== undefined)
            messages = messages.where("destination", "=", buyer).where("status", "=", "delivered");
          if (delivery) messages = messages.where("status", "in", delivery);
          return exists(messages);
        });
      const { sale } = filter;
      if (sale?.is === "sold") query = query.where((eb) => isSold(eb, sale));
      if (sale?.is === "unsold")
        query = query.where((eb) => {
          const offered = toNoOther(eb, sale);
          const open = offered.where("status", "not in", ["rejected", "delivered"]);
          return eb.and([
            eb.exists(offered.where("status", "=", "rejected")),
            eb.not(eb.exists(open)),
            eb.not(isSold(eb, sale)),
          ]);
        });
      if (leastCents !== undefined)
        query = query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom("salesLedger")
              .select("salesLedger.id")
              .whereRef("salesLedger.leadId", "=", "leads.id")
              .where("kind", "=", "sale")
              .where("part", "=", "price")
              .where("cents", ">=", leastCents),
          ),
        );
      if (filter.before !== undefined) query = query.where("leads.id", "<", filter.before);
      return query.orderBy("leads.id", "desc").limit(limit).execute();
    });
  return {
    catchUp: keys.catchUp,
    keyOf: keys.keyOf,
    page: async (filter, limit) => (await rows(filter, limit)).map(fromRow),
    async find(id) {
      if (!isLeadId(id)) return undefined;
      const [row] = await rows({}, 1, id);
      return row && fromRow(row);
    },
    async deliveries(leadIds) {
      if (leadIds.length === 0) return [];
      return connection.read((db) =>
        db
          .selectFrom("outbox")
          .select(["leadId", "destination", "status", "attempts"])
          .where("leadId", "in", leadIds)
          .where(toReceivers)
          .execute(),
      );
    },
    async handle(leadId, person) {
      const row = { leadId, handledAt: now(), handledBy: person };
      await connection.write((trx) =>
        trx
          .insertInto("leadMarks")
          .values(row)
          .onConflict((c) => c.column("leadId").doNothing())
          .execute(),
      );
    },
    async reopen(leadId) {
      await connection.write((trx) => trx.deleteFrom("leadMarks").where("leadId", "=", leadId).execute());
    },
    notes: (leadId) =>
      connection.read((db) =>
        db.selectFrom("leadNotes").selectAll().where("leadId", "=", leadId).orderBy("id").execute(),
      ),
    async addNote(leadId, person, remark) {
      const at = now();
      const row = { id: uuid7(at), leadId, at, person, remark };
      await connection.write((trx) => trx.insertInto("leadNotes").values(row).execute());
    },
  };
}
