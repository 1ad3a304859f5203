// Appends what OpenCode tells its plugins of the state of a session to a file, a line for each event, with the time. It is for one run alone.
import { appendFileSync } from "node:fs"

const file = FILE
const told = new Set(TYPES)

// These were for OpenCode's start. The commands of the model get the user's own environment.
for (const name of GIVEN) delete process.env[name]

// What is asked and has no answer yet, by its id. Calls that run at the same time ask at the same time: when one has its answer, the next
// one is asked again.
const asked = new Map()

function tell(event) {
  try {
    appendFileSync(file, JSON.stringify({ time: Date.now(), ...event }) + "\n")
  } catch {
    // Whoever listened is gone: that is no matter to the session.
  }
}

export const Listener = async () => ({
  event: async ({ event }) => {
    if (!told.has(event.type)) return
    tell(event)
    if (event.type.endsWith(".asked")) asked.set(event.properties.id, event)
    if (!asked.delete(event.properties.requestID)) return
    for (const next of asked.values()) return tell(next)
  },
})
