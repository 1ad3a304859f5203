package claude

import "strings"

// A sub-agent's transcript is agent-<id>.jsonl in the session's [AgentsFolder], with a file of notes beside it. Both
// are known by the agent's id, which the records have as agentId.
const (
	agentPrefix        = "agent-"
	AgentMetaExtension = ".meta.json"
)

// AgentMeta is the member of a sub-agent's header that holds its file of notes as it is.
const AgentMeta = "agentMeta"

// Aside is the member of a sub-agent's header that says that its records lie in its parent's own file.
const Aside = "inParent"

// AgentOf returns the id of the agent whose transcript a file is, by the file's name.
func AgentOf(name string) (id string, ok bool) {
	id, hasPrefix := strings.CutPrefix(name, agentPrefix)
	id, hasExtension := strings.CutSuffix(id, Extension)
	return id, hasPrefix && hasExtension && id != ""
}

// AgentFile returns the name of an agent's transcript.
func AgentFile(id string) string { return agentPrefix + id + Extension }
