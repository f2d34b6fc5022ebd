/**
 * The specification puts e-mail and phone into a thank-you page's address; they leave the address bar before anything
 * else runs. The page's language stays, so that it is the same after a reload, and the place that the page was opened at.
 */
export const cleanAddress =
  "history.replaceState(history.state,'',location.pathname+(document.documentElement.lang=='es'?'?lang=es':'')+location.hash)";
