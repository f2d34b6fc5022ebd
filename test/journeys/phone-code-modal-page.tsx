import { useState } from "react";
import { createRoot } from "react-dom/client";
import { PhoneCodeDialog } from "../../app/phone-code/phone-code-dialog.tsx";
import { startPhoneCode } from "../../app/phone-code/use-phone-code.ts";
import type { Language } from "../../machines/steps/step.ts";
import "../../app/styles/global.css";

/** Answered by the test. */
declare function sendCode(phone: string): Promise<boolean>;
declare function checkCode(asked: unknown): Promise<string>;

const actor = startPhoneCode({
  send: async ({ phone }: { phone: string }) => ({ sent: await sendCode(phone), at: Date.now() }),
  check: async (asked: unknown) => ({ status: await checkCode(asked) }),
});

/** A page with the modal and nothing else: a button opens it, and what came of it is said. */
function Page() {
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState("");
  const language = document.documentElement.lang as Language;
  return (
    <main>
      <h1>Test</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <output>{result}</output>
      {open && (
        <PhoneCodeDialog
          phone="(213) 555-0123"
          language={language}
          actor={actor}
          onDone={(how) => {
            setResult(how);
            setOpen(false);
          }}
        />
      )}
    </main>
  );
}

createRoot(document.getElementById("root")!).render(<Page />);
