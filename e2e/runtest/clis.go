package runtest

import (
	"stead/e2e/harness"
)

// SmallSession places the small session that is continued in a CLI: Codex's in Claude Code, Claude Code's in all
// others.
func SmallSession(g *harness.Environment, target string) harness.Session {
	if target == "claude" {
		return g.Place("codex", "78a8")
	}
	return g.Place("claude", "text")
}

// SmallPairs are the CLIs of the small sessions, and where each goes on.
var SmallPairs = map[string]string{"claude": "codex", "codex": "claude"}
