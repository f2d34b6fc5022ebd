import { type ComponentProps, useContext } from "react";
import { PageShell } from "../../ui/page-shell.tsx";

/** A form behind the sign-in. It says that it was on a page of the console (console-access.ts). */
export function PostForm({ children, ...form }: Omit<ComponentProps<"form">, "method">) {
  const { consoleProof } = useContext(PageShell);
  return (
    <form method="post" {...form}>
      {children}
      {consoleProof !== "" && <input type="hidden" name="console-page" value={consoleProof} />}
    </form>
  );
}
