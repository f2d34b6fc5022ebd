import * as books from "./features/books/report-endpoint.ts";
import type { Endpoints } from "./features/feature.ts";

const features: readonly { endpoints: Endpoints }[] = [books];

/** Addresses that other programs call, a line for each feature. Servers only: no browser's script may import it. */
export const featureEndpoints: Endpoints = Object.assign({}, ...features.map(({ endpoints }) => endpoints));
