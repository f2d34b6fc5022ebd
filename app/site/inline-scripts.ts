import { mainLanguage } from "../../services/words/languages.ts";
import { typedHere } from "../ui/tab-memory.ts";

/**
 * The specification puts e-mail and phone into a thank-you page's address; they leave the address bar before anything
 * else runs. The page's language stays, for a reload, and so does the place that the page was opened at. What the tab
 * keeps of typed answers is removed too, whichever way the lead was sent.
 */
export const cleanAddress =
  `try{sessionStorage.removeItem('${typedHere}')}catch{}` +
  `history.replaceState(history.state,'',location.pathname+(document.documentElement.lang=='${mainLanguage}'?'':'?lang='+document.documentElement.lang)+location.hash)`;

/**
 * A press passes the receipt's words to another app, where the browser can; else it copies them and says so. A
 * cancelled share shows nothing.
 */
export const keepReceipt =
  "addEventListener('click',async e=>{let b=e.target.closest('[data-keep-receipt]');if(b)try{let text=[...document.querySelectorAll('[data-receipt]>:is(dl,dl+p,blockquote)')].map(e=>e.innerText).join('\\n');if(navigator.share)await navigator.share({text});else{await navigator.clipboard.writeText(text);b.nextElementSibling.textContent=b.dataset.keepReceipt}}catch{}})";
