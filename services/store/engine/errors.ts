/** The store cannot take this now (disk full, connection lost, locked). Nothing was written; ask again later. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreUnavailable";
  }
}

/** Another writer held the database for longer than a visitor should wait. */
export class StoreBusy extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super("The lead store is busy.", options);
    this.name = "StoreBusy";
  }
}
