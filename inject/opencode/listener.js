// Appends what OpenCode tells its plugins of the state of a session to a file, a line for each event, with the time. It is for one run alone.
import { appendFileSync } from "node:fs"

const file = FILE
const told = new Set(TYPES)

export const Listener = async () => ({
  event: async ({ event }) => {
    if (!told.has(event.type)) return
    try {
      appendFileSync(file, JSON.stringify({ time: Date.now(), ...event }) + "\n")
    } catch {
      // Whoever listened is gone: that is no matter to the session.
    }
  },
})
