type Flood = (url: string, number: number) => Promise<unknown>;

/** An address of its own for each number, of IPv4 and IPv6 by turns, each in another network than the one before. */
function addressOf(number: number): string {
  if (number % 2 === 0) return `2600:${(number >> 8).toString(16)}:${(number & 255).toString(16)}::1`;
  return [11 + (number % 90), (number >> 4) & 255, (number >> 12) & 255, number & 255].join(".");
}

function asked(url: string, number: number, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { "X-Forwarded-For": addressOf(number), ...(init.headers as Record<string, string>) };
  return fetch(url + path, { redirect: "manual", ...init, headers }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});
const json = (body: unknown, headers = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** What strangers can send without end, each time with another word of their own. */
export const distinctFloods: Record<string, Flood> = {
  cookies: (url, n) =>
    asked(url, n, "/survey/c", { headers: { Cookie: `__Host-session=s${n}; session=s${n}` } }),
  "browsers and what they take": (url, n) =>
    asked(url, n, "/survey/c", {
      headers: {
        "User-Agent": `Mozilla/5.0 (X11; Linux x86_64) Firefox/${n}.0`,
        "Accept-Encoding": `gzip;q=0.${n}, br`,
        "Accept-Language": `en-${n}`,
      },
    }),
  "links of advertisements": (url, n) =>
    asked(url, n, `/survey/c?affid=${n}&oid=${n}&sub1=s${n}&flags=f${n}&utm_source=u${n}`),
  "unknown paths": (url, n) => asked(url, n, `/nowhere-${n}/and-${n}`),
  "opt-out forms": (url, n) =>
    asked(url, n, "/do-not-sell-my-information/", form({ email: `flood${n}@example.com`, token: `t${n}` })),
  "wrong sign-ins": (url, n) =>
    asked(url, n, "/console/sign-in", form({ name: `nobody${n}`, password: `p${n}`, code: "000000" })),
  "visits that are not there": (url, n) =>
    asked(url, n, "/api/progress", json({ path: "/survey/c", visit: `v${n}`, entries: [{ back: "a" }] })),
  "bodies that are too large": (url, n) =>
    asked(url, n, "/post-lead", json({ text: "x".repeat(2_000_000) })).catch(() => undefined),
  "reports of a policy": (url, n) =>
    asked(url, n, "/csp-reports", {
      ...json({ "csp-report": { "effective-directive": `d${n}`, "blocked-uri": `https://h${n}.example` } }),
    }),
};
