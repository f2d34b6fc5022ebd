/** A line of the books as the page shows it. */
export type LineRow = {
  id: string;
  leadId: string;
  time: string;
  kind: string;
  buyer: string;
  from: string;
  amount: string;
  /** What became of a sale since, or what another line follows from. */
  note: string;
  isBack: boolean;
  /** It is a sale, which has a page of its own. */
  isSale: boolean;
};

export type SumRow = {
  name: string;
  sales: number;
  sold: string;
  returned: number;
  back: string;
  total: string;
  /** Address of its invoice or payout. */
  statement: string;
};

export type Chosen = Record<"from" | "to" | "buyer" | "affiliate" | "sub" | "kind" | "returned", string>;

/** A month that can be closed, or was. */
export type MonthRow = { month: string; text: string; canClose: boolean; href: string };

export type SalesData = {
  chosen: Chosen;
  buyers: readonly string[];
  affiliates: readonly string[];
  kinds: readonly string[];
  /** What is wrong with a field of the filter, by its name. */
  faults: Partial<Chosen>;
  zone: string;
  perBuyer: readonly SumRow[];
  perAffiliate: readonly SumRow[];
  rows: readonly LineRow[];
  next: string | undefined;
  csv: string;
  months: readonly MonthRow[];
};

export type StatementData = {
  title: string;
  period: string;
  closed: string;
  parts: readonly { text: string; amount: string }[];
  total: string;
  rows: readonly LineRow[];
  back: string;
};

export type SaleData = {
  id: string;
  leadId: string;
  what: string;
  facts: readonly (readonly [name: string, value: string])[];
  lines: readonly (LineRow & { by: string; canUndo: boolean })[];
  /** What is left to return, as it is typed; '' where nothing is. */
  left: string;
  isOpen: boolean;
  terms: string;
  /** Addresses of the terms of its buyer and affiliate, with their history. */
  histories: readonly { text: string; href: string }[];
};

/** What came of a press. `again`: what a second press confirms. */
export type Pressed = {
  text: string;
  isRefused: boolean;
  field?: string;
  given?: { amount: string; reason: string };
  again?: { intent: string; value: string };
};
