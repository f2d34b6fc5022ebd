import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DeliveriesPage } from "../../../app/console/deliveries/deliveries-page.tsx";
import { LeadPage } from "../../../app/console/lead/lead-page.tsx";
import { action as actOnLead, loader as loadLead } from "../../../app/console/lead/route.tsx";
import { action as endSession, loader as loadSessions } from "../../../app/console/sessions/route.tsx";
import { action as signIn } from "../../../app/console/sign-in/route.tsx";
import { SignInPage } from "../../../app/console/sign-in/sign-in-page.tsx";
import { consoleOf } from "../../../services/console/console.ts";
import { createSeal } from "../../../services/guard/signing.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe("who is signed in to the console", () => {
  const on = freshStore(databases[0].start);
  const settings = () => readSettings({ DATABASE_URL: on.url });
  const seal = createSeal(["s".repeat(32)], "known browser");
  const people = () =>
    consoleOf(settings(), {
      store: on.store,
      seals: { browser: seal, provider: seal, factor: seal },
      metrics: { consoleVoids: { inc() {} } as never },
      log: () => {},
      now: () => on.now,
    });
  const context = () =>
    ({
      ip: "127.0.0.1",
      services: {
        settings: settings(),
        store: on.store,
        console: people(),
        log: () => {},
        outbox: { wake() {} },
      },
    }) as unknown as AppLoadContext;

  /** Signs in by the link of the terminal. @returns what a route is called with, for a page or for what a form posts */
  async function signedIn(browser = "Firefox/140.0") {
    const link = (await people().newLink())!;
    const answer = await people().redeemLink(link, {
      ip: "127.0.0.1",
      browser,
      token: undefined,
      known: undefined,
    });
    if (!("token" in answer)) throw new Error("not signed in");
    const cookie = `console=${encodeURIComponent(btoa(JSON.stringify(answer.token)))}`;
    return (form?: Record<string, string>, params: Record<string, string> = {}) => ({
      request: new Request("http://localhost/console", {
        headers: { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
        ...(form && { method: "POST", body: new URLSearchParams(form) }),
      }),
      context: context(),
      params,
    });
  }

  async function storedLead() {
    const submission = aSubmission([], on.now);
    submission.lead.record = { first_name: "Zoe", last_name: "Quill", city: "Austin" };
    await on.store.submit(aVisit(), 0, [], submission);
    return submission.lead.id;
  }

  it("sees each field of a lead's record under its name", async () => {
    const id = await storedLead();
    const html = renderToStaticMarkup(
      <LeadPage {...(await loadLead((await signedIn())(undefined, { id })))} />,
    );
    expect(html).toContain("<h1>Zoe Quill</h1>");
    expect(html).toContain("The record as posted (3 fields)");
    expect(html).toContain("<dt>city</dt><dd>Austin</dd>");
  });

  it("notes something of a lead that there is, and is told 404 of another", async () => {
    const id = await storedLead();
    const asked = await signedIn();
    const act = (form: Record<string, string>, lead = id) => actOnLead(asked(form, { id: lead }));
    expect(await act({ intent: "note", remark: " Called.\r\nNobody. " })).toMatchObject({ status: 303 });
    expect(await on.store.inbox.notes(id)).toMatchObject([
      { person: "first start", remark: "Called.\nNobody." },
    ]);
    expect(await act({ intent: "note", remark: " " })).toMatchObject({ init: { status: 422 } });
    expect(await act({ intent: "note", remark: "x".repeat(2001) })).toMatchObject({ init: { status: 422 } });
    await act({ intent: "handled" });
    expect((await on.store.inbox.find(id))?.handledBy).toBe("first start");
    await act({ intent: "reopen" });
    expect((await on.store.inbox.find(id))?.handledAt).toBeNull();
    for (const intent of ["handled", "reopen", "note"])
      await expect(act({ intent, remark: "x" }, "nobody")).rejects.toMatchObject({ status: 404 });
    expect(await on.store.inbox.notes("nobody")).toEqual([]);
  });

  it("knows the session of this browser among others of the same name, and ends any of them", async () => {
    const [here, there] = [await signedIn("Firefox/140.0"), await signedIn("Chrome/140.0")];
    const sessions = async (asked: typeof here) => (await loadSessions(asked())).sessions;
    const known = await sessions(here);
    expect(known.map(({ isOwn }) => isOwn).sort()).toEqual([false, true]);
    const other = known.find(({ isOwn }) => !isOwn)!;
    expect((await sessions(there)).find(({ isOwn }) => isOwn)!.id).toBe(other.id);
    expect(await endSession(here({ session: other.id }))).toMatchObject({ status: 303 });
    expect(await sessions(here)).toHaveLength(1);
    await expect(loadSessions(there())).rejects.toMatchObject({ status: 404 });
  });

  it("is signed out on the server too, so that a copy of the cookie is worth nothing", async () => {
    const asked = await signedIn();
    const answer = (await signIn(asked({ intent: "sign-out" }))) as Response;
    expect([answer.status, answer.headers.get("Clear-Site-Data")]).toEqual([303, '"cache", "storage"']);
    await expect(loadSessions(asked())).rejects.toMatchObject({ status: 404 });
    expect(await on.store.consoleSessions.list()).toEqual([]);
  });
});

it("what came of a press is an alert where it was refused, and a status where it was done", () => {
  const page = (isRefused: boolean) =>
    renderToStaticMarkup(
      <DeliveriesPage
        viewer={{ name: "ana", role: "leads" }}
        receivers={[]}
        messages={[]}
        shown={[]}
        done={{ text: "It was delivered already.", isRefused }}
      />,
    );
  expect(page(true)).toMatch(/<p role="alert"[^>]*>It was delivered already\./);
  expect(page(false)).toMatch(/<p role="status"[^>]*>It was delivered already\./);
});

it("the sign-in says how to become somebody only where nobody has a password", () => {
  const page = (hasPeople: boolean) => renderToStaticMarkup(<SignInPage hasPeople={hasPeople} />);
  expect(page(false)).toContain("Nobody has a password yet.");
  expect(page(true)).not.toContain("Nobody has a password yet.");
});
