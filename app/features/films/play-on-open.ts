/**
 * A film whose poster is pressed plays, gets the focus, and stops when it is closed. It is inlined, so that the first
 * press already counts; without scripts the press shows the browser's own player.
 */
export const playOnOpen =
  "addEventListener('toggle',e=>{let d=e.target,v=d.querySelector('video');if(v)if(d.open){v.focus();v.play().catch(()=>{})}else v.pause()},true)";
