export { default, headers, loader, meta } from "../site/thank-you-route.tsx";
