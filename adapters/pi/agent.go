package pi

import (
	"path/filepath"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Pi has no sub-agents of its own. Those of other CLIs become sessions beside that of the main one, which their
// parentSession names, as that of a fork names its source. What a fork does not have tells them apart: a member of both
// headers, which Pi 0.87.1 passes over and leaves as it is.
const (
	// agentsMember lists in the main session's header the sub-agents' sessions.
	agentsMember = "steadAgents"
	// agentMember stands in a sub-agent's header.
	agentMember = "steadAgent"
)

// Agent is a sub-agent's session as the headers tell of it.
type Agent struct {
	// ID is that of its session, Call that of the call that started it, where it is known.
	ID, Call string
}

// AppendAgents adds to the header of a main session what tells of its sub-agents' sessions.
func AppendAgents(header *timeline.Object, agents []Agent) {
	if len(agents) == 0 {
		return
	}
	header.Append(agentsMember, func(dst []byte) []byte { return appendAgents(dst, agents) })
}

func appendAgents(dst []byte, agents []Agent) []byte {
	list := make([][]byte, len(agents))
	for i, a := range agents {
		o := timeline.NewObject(nil)
		o.String("session", a.ID)
		o.Optional("call", a.Call)
		list[i] = o.End()
	}
	return timeline.AppendArray(dst, list)
}

// AppendAgent adds to the header of a sub-agent's session whose it is.
func AppendAgent(header *timeline.Object, main, call string) {
	header.String("parentSession", main)
	header.Append(agentMember, func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) { o.Optional("call", call) })
	})
}

// WithAgents returns a header with other sub-agents and, for that of a sub-agent's own session, another main session.
func WithAgents(header []byte, main string, agents []Agent) []byte {
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(header) {
		switch {
		case string(key) == agentsMember:
		case string(key) == "parentSession" && main != "":
			o.String("parentSession", main)
		default:
			o.Raw(string(key), value)
		}
	}
	AppendAgents(&o, agents)
	return o.End()
}

// AgentsOf returns the sub-agents' sessions of which a header tells.
func AgentsOf(header []byte) []Agent {
	var agents []Agent
	for item := range jsonl.Elements(jsonl.Value(header).Get(agentsMember)) {
		if a := (Agent{ID: item.Get("session").String(), Call: item.Get("call").String()}); IsSessionID(a.ID) {
			agents = append(agents, a)
		}
	}
	return agents
}

// IsAgent reports whether a header is that of a sub-agent's session, and which call started it.
func IsAgent(header []byte) (call string, ok bool) {
	mark := jsonl.Value(header).Get(agentMember)
	return mark.Get("call").String(), mark.IsObject() && jsonl.Value(header).Get("parentSession").IsString()
}

// AgentPath returns the file of a sub-agent's session beside that of the main one, or nothing.
func AgentPath(main, id string) string {
	found, err := filepath.Glob(filepath.Join(escaped(filepath.Dir(main)), "*_"+id+Extension))
	if err != nil || len(found) == 0 {
		return ""
	}
	return found[0]
}

// escaped is a folder whose name is not taken for a pattern.
func escaped(folder string) string {
	var b []rune
	for _, r := range folder {
		if r == '*' || r == '?' || r == '[' || r == '\\' {
			b = append(b, '\\')
		}
		b = append(b, r)
	}
	return string(b)
}
