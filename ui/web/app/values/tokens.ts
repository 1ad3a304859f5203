import type { TimelineUsage } from "../api/client";

/** How many tokens were paid for in full: without those that the cache had. */
export function tokensOf(usage: TimelineUsage): number {
  return usage.input + usage.output + (usage.cacheWrite ?? 0);
}
