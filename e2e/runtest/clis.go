package runtest

import (
	"stead/e2e/harness"
)

// Origins are the CLIs and formats that a session can come from, targets the CLIs that it can go on in. Those that npm does not have
// are targets where scripts/kimi-cli and scripts/clido could install them.
var (
	Origins = []string{"claude", "codex", "opencode", "gemini", "kimi", "kimi-cli", "qwen", "clido", "pi", "universal", "cusf"}
	Targets = []string{"claude", "codex", "opencode", "gemini", "kimi", "kimi-cli", "qwen", "clido", "pi"}
)

// Richest are, for each source, the sessions that are tried whenever the tests run: those that hold most of what can be lost. The first goes
// into every target, the others into the quickest one. STEAD_MATRIX=full takes all sessions into all targets.
var Richest = map[string][]string{
	"claude":    {"reallife-tour", "error-image-thinking", "parallel"},
	"codex":     {"01a202e5", "7b03", "8800"},
	"opencode":  {"reallife-tour", "tools.json", "attachments"},
	"gemini":    {"reallife-tour", "tools", "resumed"},
	"kimi":      {"reallife-tour", "tools", "agent-undo"},
	"kimi-cli":  {"tools", "agent-compact"},
	"qwen":      {"reallife-tour", "reallife-more", "02-tools", "image"},
	"pi":        {"reallife-tour", "01-tools", "02-image"},
	"clido":     {"0000-4000", "5d0e8d1e"},
	"universal": {"every-tool", "compacted"},
	"cusf":      {"v01", "v05"},
}

// Beyond are the CLIs that npm does not have.
var Beyond = []string{"kimi-cli", "clido"}

// Sources is a small session of each CLI, to be continued in the other one.
var Sources = map[string]struct{ CLI, Name, Target string }{
	"claude": {"claude", "text", "codex"},
	"codex":  {"codex", "78a8", "claude"},
}

// SmallSession returns the small session that is continued in a CLI: where the table names none, it is Claude Code's.
func SmallSession(g *harness.Environment, target string) harness.Session {
	for _, source := range Sources {
		if source.Target == target {
			return g.Place(source.CLI, source.Name)
		}
	}
	return g.Place("claude", "text")
}
