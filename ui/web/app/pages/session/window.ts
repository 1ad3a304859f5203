import type { DeliveryFit } from "../../api/client";
import { amount } from "../../values/amount";

/** Describes how much of a model's window a session takes: 48k of 200k tokens. */
export function window(fit: DeliveryFit): string {
  return fit.window ? `${amount(fit.tokens)} of ${amount(fit.window)} tokens` : `${amount(fit.tokens)} tokens`;
}
