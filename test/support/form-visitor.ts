/** A visitor without JavaScript: fetches pages, posts their forms, keeps cookies. Knows the screen contract only. */
export type Screen = {
  status: number;
  url: string;
  html: string;
  /** `data-step`, empty where the page is no survey. */
  step: string;
  progress: string;
};

export type Answer = Record<string, string>;

export class FormVisitor {
  readonly cookies = new Map<string, string>();
  screen!: Screen;
  private readonly origin: string;
  private readonly fetch: (request: Request) => Promise<Response>;

  /** @param fetch how requests reach the site, where that is not the network */
  constructor(origin: string, fetch: (request: Request) => Promise<Response> = globalThis.fetch) {
    this.origin = origin;
    this.fetch = fetch;
  }

  /** The Cookie header of its next request. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join("=")).join("; ");
  }

  async open(path: string): Promise<Screen> {
    return this.request(path);
  }

  /** Posts the form on screen with an answer; follows the redirect as a browser would. */
  async post(answer: Answer): Promise<Screen> {
    const { html, url } = this.screen;
    const action = decode(html.match(/<form[^>]*\saction="([^"]*)"/)?.[1] ?? "");
    return this.request(action || url, { ...hiddenFields(html), ...answer });
  }

  async request(path: string, form?: Answer): Promise<Screen> {
    const { cookie } = this;
    const url = new URL(path, this.origin);
    const response = await this.fetch(
      new Request(url, {
        method: form ? "POST" : "GET",
        headers: { ...(cookie && { cookie }), ...(form && { origin: this.origin }) },
        body: form && new URLSearchParams(form),
        redirect: "manual",
      }),
    );
    for (const header of response.headers.getSetCookie()) {
      const [, name, value] = header.match(/^([^=]+)=([^;]*)/)!;
      this.cookies.set(name!, value!);
    }
    const location = response.headers.get("location");
    if (response.status === 303 && location) return this.request(location);
    const html = await response.text();
    this.screen = {
      status: response.status,
      url: url.pathname + url.search,
      html,
      step: html.match(/data-step="([^"]*)"/)?.[1] ?? "",
      progress: html.match(/data-progress="([^"]*)"/)?.[1] ?? "",
    };
    return this.screen;
  }
}

/** Sends requests as a proxy does that a visitor of this address is behind. @param ip asked for each */
export function fromAddress(ip: () => string): (request: Request) => Promise<Response> {
  return (request) => {
    request.headers.set("X-Forwarded-For", ip());
    return fetch(request);
  };
}

/** The form's hidden inputs, to be posted back untouched. */
export function hiddenFields(html: string): Answer {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, decode(value!)]));
}

function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
