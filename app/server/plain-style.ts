/** The site's colours and type (styles/tokens.css), of which nothing is loaded here. */
export const plainStyle = `
body{margin:0;background:#f7f9f8;color:#16242c;font:1.0625rem/1.55 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.625rem,1.4rem + 1vw,2.25rem);line-height:1.2}
p{margin:0 0 1.25rem}
a{color:#0a5a61}
.button,button{display:inline-block;padding:.875rem 1.5rem;border:0;border-radius:.75rem;background:#0a5a61;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
a[href^="tel:"]{white-space:nowrap}
a:hover{color:#06444a}
.button:hover,button:hover{background:#06444a;color:#fff}
a:focus-visible,button:focus-visible{outline:3px solid #16242c;outline-offset:2px}`;
