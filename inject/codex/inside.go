package codex

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
)

// Inside returns a skill: Codex has had no commands of its users' own since 0.117.0. Its model runs the command. A user
// who cannot reach the model types it after a !.
func (d Driver) Inside(host adapter.Host) inject.Inside {
	return inject.Inside{
		Variable: "CODEX_THREAD_ID",
		Path:     filepath.Join(d.Home(host), "skills", "stead", "SKILL.md"), Use: "$stead claude",
		Text: `---
name: stead
description: Continue this session in another CLI, with stead. Only for users who ask to switch to another CLI.
---

<!-- {{mark}} -->

Run ` + "`{{stead}} switch CLI`" + ` with the name of the CLI that the user wants, such as claude or opencode. Then repeat what
it printed, and do nothing else.
`,
	}
}
