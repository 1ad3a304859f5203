package codex

import (
	"encoding/json"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// NoteMember is the member of a line in which stead records what Codex's own form cannot hold: which command a prompt
// stands for, which hook gave a context, and which calls started the sub-agents of another CLI.
const NoteMember = "stead"

const (
	originsMember = "origins"
	agentsMember  = "agents"
)

// Agent is the session of a sub-agent, and the call that started it. The call is empty if it is unknown.
type Agent struct {
	ID   string `json:"id"`
	Call string `json:"call,omitempty"`
}

// Agents parses stead's note about a session's metadata: the sessions of its sub-agents.
func Agents(note jsonl.Value) []Agent {
	var agents []Agent
	for value := range jsonl.Elements(note.Get(agentsMember)) {
		if a := (Agent{ID: value.Get("id").String(), Call: value.Get("call").String()}); IsID(a.ID) {
			agents = append(agents, a)
		}
	}
	return agents
}

// AppendAgents appends the note of sub-agents in the form that [Agents] parses.
func AppendAgents(dst []byte, agents []Agent) []byte {
	return timeline.AppendObject(dst, func(o *timeline.Object) {
		o.Append(agentsMember, func(dst []byte) []byte {
			dst = append(dst, '[')
			for i, a := range agents {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = timeline.AppendObject(dst, func(o *timeline.Object) {
					o.String("id", a.ID)
					o.Optional("call", a.Call)
				})
			}
			return append(dst, ']')
		})
	})
}

// Origins parses a note: the origin of each part of the message's content, or nil for a part without one.
func Origins(note jsonl.Value) []*timeline.Origin {
	if !note.IsObject() {
		return nil
	}
	var origins []*timeline.Origin
	for value := range jsonl.Elements(note.Get(originsMember)) {
		var o timeline.Origin
		if !value.IsObject() || json.Unmarshal(value, &o) != nil || o.Kind == "" {
			origins = append(origins, nil)
			continue
		}
		origins = append(origins, &o)
	}
	return origins
}

// AppendNote appends the note of origins in the form that [Origins] parses.
func AppendNote(dst []byte, origins []*timeline.Origin) []byte {
	list, err := json.Marshal(origins)
	if err != nil { // an origin with a damaged member that stead does not know
		list = []byte("[]")
	}
	return timeline.AppendObject(dst, func(o *timeline.Object) { o.Raw(originsMember, list) })
}
