package opencode

// partTypes are the types of parts in the schema of OpenCode 1.18.33, a closed list. Of these it tells its model texts,
// reasoning, files and calls, and puts sentences of its own in the place of compaction and subtask (read in its
// toModelMessages). Any other type is one that stead does not know.
var partTypes = map[string]bool{
	"text": true, "reasoning": true, "file": true, "tool": true, "subtask": true, "agent": true, "compaction": true,
	"step-start": true, "step-finish": true, "snapshot": true, "patch": true, "retry": true,
}

// IsPart reports whether a type of parts is known.
func IsPart(kind string) bool { return partTypes[kind] }

// IsState reports whether the status of a call is known. Of a call with another one OpenCode tells its model nothing
// (1.18.33).
func IsState(status string) bool {
	return status == "pending" || status == "running" || status == "completed" || status == "error"
}

// cleared is what OpenCode tells its model in the place of an output that it has pruned.
const cleared = "[Old tool result content cleared]"
