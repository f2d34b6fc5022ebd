import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DeliveriesPage } from "../../../app/console/deliveries/deliveries-page.tsx";
import { SignInPage } from "../../../app/console/sign-in/sign-in-page.tsx";

describe("the page of deliveries", () => {
  it("a refused press is announced as an alert, a successful one as a status", () => {
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
});

describe("the page of the sign-in", () => {
  it("the sign-in explains how to add a person only while nobody has a password", () => {
    const page = (hasPeople: boolean) => renderToStaticMarkup(<SignInPage hasPeople={hasPeople} />);
    expect(page(false)).toContain("Nobody has a password yet.");
    expect(page(true)).not.toContain("Nobody has a password yet.");
  });

  it("the sign-in names the help for a lost password: a feature's page, or else the operator's command", () => {
    const help = { words: "Lost it? Get a", href: "/console/help", text: "new sign-in" };
    const page = (given?: typeof help) => renderToStaticMarkup(<SignInPage hasPeople help={given} />);
    expect(page()).toContain("claimpath console add your-name --role your-role");
    expect(page(help)).toContain('Lost it? Get a <a href="/console/help">new sign-in</a>.');
    expect(page(help)).not.toContain("console add");
  });
});
