// Appends what OpenCode tells its plugins of the state of a session to a file, a line for each event, with the time. It is for one run alone.
import { appendFileSync, readFileSync } from "node:fs"

const file = FILE
const answers = ANSWERS
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

// Passes the answers on that stead has appended. They are looked for only while something is asked.
let passed = 0
let looking
function look(client) {
  looking = undefined
  if (asked.size === 0) return
  looking = setTimeout(look, 50, client)
  looking.unref() // it holds nobody up
  let lines
  try {
    lines = readFileSync(answers, "utf8").split("\n").slice(0, -1)
  } catch {
    return // nothing was answered yet
  }
  for (const line of lines.slice(passed)) {
    passed++
    const { id, reply } = JSON.parse(line)
    const event = asked.get(id)
    if (event)
      client
        .postSessionIdPermissionsPermissionId({
          path: { id: event.properties.sessionID, permissionID: id },
          body: { response: reply },
        })
        .catch((error) => tell({ type: "stead.answer.failed", properties: { id, error: String(error) } }))
  }
}

// Tells in which session the user speaks: it is the one on the screen, and he may have opened it himself. A message is told of again and again.
const said = new Set()
let shown
async function follow(client, message) {
  if (message.role !== "user" || said.has(message.id)) return
  said.add(message.id)
  if (message.sessionID === shown) return
  const session = await client.session.get({ path: { id: message.sessionID } }).catch(() => undefined)
  if (!session?.data || session.data.parentID) return // a sub-agent's
  shown = message.sessionID
  tell({ type: "stead.session", properties: { sessionID: shown } })
}

export const Listener = async ({ client }) => ({
  event: async ({ event }) => {
    if (event.type === "message.updated") await follow(client, event.properties.info)
    if (!told.has(event.type)) return
    tell(event)
    if (event.type.endsWith(".asked")) {
      asked.set(event.properties.id, event)
      if (!looking) look(client)
    }
    if (!asked.delete(event.properties.requestID)) return
    for (const next of asked.values()) return tell(next)
  },
})
