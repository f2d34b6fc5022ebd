const onThisPage = new Map<string, string>();

/** The tab's storage. Where a browser has none, or refuses it, the values are kept while the page is open. */
export const tabStorage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem(key) {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return onThisPage.get(key) ?? null;
    }
  },
  setItem(key, value) {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      onThisPage.set(key, value);
    }
  },
  removeItem(key) {
    try {
      sessionStorage.removeItem(key);
    } catch {
      onThisPage.delete(key);
    }
  },
};

/** Where the tab keeps text typed into its survey, until the lead is stored. */
export const typedHere = "claimpath:typed";
