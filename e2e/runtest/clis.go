package runtest

import (
	"stead/e2e/harness"
)

// SmallSession places the small session to continue in a CLI: one of Codex in Claude Code, one of Claude Code in all
// others.
func SmallSession(g *harness.Environment, target string) harness.Session {
	if target == "claude" {
		return g.Place("codex", "78a8")
	}
	return g.Place("claude", "text")
}

// SmallPairs maps the CLIs of the small sessions to the CLIs in which they continue.
var SmallPairs = map[string]string{"claude": "codex", "codex": "claude"}
