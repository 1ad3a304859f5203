import type { TimelineUsage } from "../api/client";

/** The number of tokens paid for in full: without those from the cache. */
export function tokensOf(usage: TimelineUsage): number {
  return usage.input + usage.output + (usage.cacheWrite ?? 0);
}
