import type { Entry } from "../../../api/client";
import { amount } from "../../../values/amount";
import { visible } from "../../../values/visible";
import { moment } from "../../../values/when";

/** When an entry was written, by which model, and its usage. */
export function metaOf({ time, model, tokens }: Entry): string {
  const parts = [
    moment(time),
    visible(model ?? ""),
    tokens ? `${amount(tokens.input + tokens.cacheRead + tokens.cacheWrite)} tokens in, ${amount(tokens.output)} out` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
