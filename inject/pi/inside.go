package pi

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
)

// Inside returns a prompt template. Pi's model runs the command. A user who cannot reach the model types it after a !.
func (d Driver) Inside(host adapter.Host) inject.Inside {
	return inject.Inside{
		Variable: "PI_SESSION_ID",
		Path:     filepath.Join(d.Home(host), "prompts", "stead.md"), Use: "/stead codex",
		Text: `---
description: Continue this session in another CLI, with stead
---

<!-- {{mark}} -->

Run ` + "`{{stead}} switch $@`" + ` in bash, repeat what it printed, and do nothing else.
`,
	}
}
