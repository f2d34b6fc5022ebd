import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DeliveriesPage } from "../../../app/console/deliveries/deliveries-page.tsx";
import { SignInPage } from "../../../app/console/sign-in/sign-in-page.tsx";

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
