package claude

import "strings"

// A sub-agent's transcript is agent-<id>.jsonl in the session's [AgentsFolder], with a metadata file next to it. Both
// names contain the agent's id, which records hold as agentId.
const (
	agentPrefix        = "agent-"
	AgentMetaExtension = ".meta.json"
)

// AgentMeta is the member of a sub-agent's header that holds its metadata file unchanged.
const AgentMeta = "agentMeta"

// Aside is the member of a sub-agent's header that reports that its records are in its parent's file.
const Aside = "inParent"

// AgentOf returns the id of the agent that a transcript belongs to, according to the file's name.
func AgentOf(name string) (id string, ok bool) {
	id, hasPrefix := strings.CutPrefix(name, agentPrefix)
	id, hasExtension := strings.CutSuffix(id, Extension)
	return id, hasPrefix && hasExtension && id != ""
}

// AgentFile returns the name of an agent's transcript.
func AgentFile(id string) string { return agentPrefix + id + Extension }
