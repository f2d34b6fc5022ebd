import { createTransport } from "nodemailer";

/** A mail server that letters are handed to. @param smtp its address, `smtp://…` or `smtps://…` */
export const mailServer = (smtp: string, timeoutMs: number) =>
  createTransport({
    url: smtp,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
