/** The site's colors and type (styles/tokens.css and dark.css), of which nothing is loaded here. */
export const plainStyle = `
:root{color-scheme:light dark;--ink:#16242c;--page:#f7f9f8;--accent:#0a5a61;--action:#ffb627}
@media (prefers-color-scheme:dark){:root{--ink:#edf2f3;--page:#10181d;--accent:#7fd3cf}}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.55 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.625rem,1.4rem + 1vw,2.25rem);line-height:1.2}
p{margin:0 0 1.25rem}
.site{margin:.5rem 0;font-weight:700}
p:last-child>a:not(.button){display:inline-block;padding:.625rem 0}
a{color:var(--accent)}
.button,button{display:inline-block;padding:.875rem 1.5rem;border:0;border-radius:.75rem;background:var(--action);color:#2a1c00;font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
a[href^="tel:"]{white-space:nowrap}
.button:hover,button:hover{background:#f59f00}
a:focus-visible,button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;
