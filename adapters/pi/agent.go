package pi

import (
	"path/filepath"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Pi has no sub-agents of its own. Sub-agents of other CLIs become sessions next to the main one. Their parentSession
// names the main session, as a fork's parentSession names its source. An additional member in both headers
// distinguishes them from forks. Pi 0.87.1 ignores that member and leaves it unchanged.
const (
	// agentsMember lists the sub-agents' sessions in the main session's header.
	agentsMember = "steadAgents"
	// agentMember marks the header of a sub-agent's session.
	agentMember = "steadAgent"
)

// Agent is a sub-agent's session, as the headers describe it.
type Agent struct {
	// ID is the id of its session. Call is the id of the call that started it, or empty if unknown.
	ID, Call string
}

// AppendAgents adds the list of sub-agents' sessions to the header of a main session.
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

// AppendAgent adds to the header of a sub-agent's session its main session and, if known, the call that started it.
func AppendAgent(header *timeline.Object, main, call string) {
	header.String("parentSession", main)
	header.Append(agentMember, func(dst []byte) []byte {
		return timeline.AppendObject(dst, func(o *timeline.Object) { o.Optional("call", call) })
	})
}

// WithAgents returns a header with other sub-agents. Main, if not empty, replaces the header's parentSession.
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

// AgentsOf returns the sub-agents' sessions that a header lists.
func AgentsOf(header []byte) []Agent {
	var agents []Agent
	for item := range jsonl.Elements(jsonl.Value(header).Get(agentsMember)) {
		if a := (Agent{ID: item.Get("session").String(), Call: item.Get("call").String()}); IsSessionID(a.ID) {
			agents = append(agents, a)
		}
	}
	return agents
}

// IsAgent reports whether a header belongs to a sub-agent's session, and returns the call that started the sub-agent.
func IsAgent(header []byte) (call string, ok bool) {
	mark := jsonl.Value(header).Get(agentMember)
	return mark.Get("call").String(), mark.IsObject() && jsonl.Value(header).Get("parentSession").IsString()
}

// AgentPath returns the file of a sub-agent's session, which lies next to the main one, or the empty string.
func AgentPath(main, id string) string {
	found, err := filepath.Glob(filepath.Join(escaped(filepath.Dir(main)), "*_"+id+Extension))
	if err != nil || len(found) == 0 {
		return ""
	}
	return found[0]
}

// escaped escapes a folder's name for use in a glob pattern.
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
