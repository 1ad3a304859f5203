package opencode

// partTypes are the types of parts in the schema of OpenCode 1.18.33, a closed list. Of these, it sends texts,
// reasoning, files and calls to its model, and replaces compaction and subtask with sentences of its own (read in its
// toModelMessages). Stead does not know any other type.
var partTypes = map[string]bool{
	"text": true, "reasoning": true, "file": true, "tool": true, "subtask": true, "agent": true, "compaction": true,
	"step-start": true, "step-finish": true, "snapshot": true, "patch": true, "retry": true,
}

// IsPart reports whether stead knows a type of parts.
func IsPart(kind string) bool { return partTypes[kind] }

// IsState reports whether stead knows the status of a call. OpenCode sends its model nothing about a call with an
// unknown status (1.18.33).
func IsState(status string) bool {
	return status == "pending" || status == "running" || status == "completed" || status == "error"
}

// cleared is the text that OpenCode sends to its model in place of an output that it has pruned.
const cleared = "[Old tool result content cleared]"
