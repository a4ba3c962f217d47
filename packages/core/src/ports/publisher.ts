/** Publisher: delivers reports. A delivery carries a key, so that asking twice delivers once. */
import type { JsonObject } from "../json/json.js";

export interface Publisher {
  publish(report: Report): Promise<Delivery>;
}

export interface Report {
  /** Stable over resumes of one execution. */
  readonly key: string;
  readonly destination: string;
  readonly payload: JsonObject;
}

export type Delivery =
  | { readonly kind: "delivered" }
  | { readonly kind: "failed"; readonly detail: string };
