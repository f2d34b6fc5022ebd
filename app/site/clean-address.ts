/** The specification puts e-mail and phone into a thank-you page's address; they leave the address bar before anything else runs. */
export const cleanAddress = "history.replaceState(history.state,'',location.pathname)";
