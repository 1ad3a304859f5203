package claude

import "stead/adapters/adapter"

// Name is the CLI's name in references, options and native records.
const Name = "claude"

// Synthetic is the model of messages that no Claude model wrote. If the last assistant record of a session names it,
// the session resumes with the user's default model.
const Synthetic = "<synthetic>"

// Info returns the CLI's description.
func Info() adapter.Info {
	return adapter.Info{
		Name: Name, Title: "Claude Code", Vendor: "anthropic", HomeVariable: "CLAUDE_CONFIG_DIR",
		Signature: "JSON lines with a type, a uuid, a sessionId and a message that has content",
		Tested:    []string{"2.1.197", "2.1.329", "2.1.330", "2.1.332"},
	}
}
