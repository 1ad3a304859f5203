package opencode

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/adapters/opencode"
	"stead/inject"
)

// Inside returns a custom command. OpenCode runs the line that begins with ! before it asks its model (1.17.7). It does
// not name its session to programs: the newest one in the folder is meant.
func (d Driver) Inside(host adapter.Host) inject.Inside {
	return inject.Inside{
		Path: filepath.Join(opencode.ConfigFolder(host), "commands", "stead.md"), Use: "/stead codex",
		Text: `---
description: Continue this session in another CLI, with stead
---

<!-- {{mark}} -->

The user has continued this session in another CLI. Repeat the following to the user, and do nothing else:

!` + "`{{stead}} switch --from opencode:. -- $ARGUMENTS`" + `
`,
	}
}
