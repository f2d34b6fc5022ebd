import type { CDPSession } from "playwright-core";

/** One answer as it went over the wire. */
export type Transfer = {
  url: string;
  type: string;
  /** Headers and compressed body, in bytes. */
  all: number;
  /** The compressed body alone, in bytes. */
  body: number;
};

/** Notes every answer that a page gets from now on. */
export function watchTransfers(cdp: CDPSession): Transfer[] {
  const transfers: Transfer[] = [];
  const begun = new Map<string, { url: string; type: string; headers: number }>();
  cdp.on("Network.responseReceived", ({ requestId, response, type }) => {
    // So far nothing but the headers has been counted.
    begun.set(requestId, { url: response.url, type, headers: response.encodedDataLength });
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength: all }) => {
    const answer = begun.get(requestId);
    if (answer) transfers.push({ url: answer.url, type: answer.type, all, body: all - answer.headers });
  });
  return transfers;
}

/** What Chromium itself says about the resources of a page, in the page's own milliseconds. */
export type Resource = {
  name: string;
  responseEnd: number;
  renderBlockingStatus: "blocking" | "non-blocking";
};

/** To be evaluated in the page. */
export const resources = `performance.getEntriesByType("resource").map(
  ({ name, responseEnd, renderBlockingStatus }) => ({ name, responseEnd, renderBlockingStatus }))`;
