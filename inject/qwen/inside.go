package qwen

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
)

// Inside returns a custom command. Qwen Code runs what stands between !{ and } before it asks its model, once its user
// has allowed it, and quotes the arguments for the shell. It does not name its session to programs: the newest one in
// the folder is meant.
func (d Driver) Inside(host adapter.Host) inject.Inside {
	return inject.Inside{
		Path: filepath.Join(d.Home(host), "commands", "stead.md"), Use: "/stead codex",
		Text: `---
description: Continue this session in another CLI, with stead
---

<!-- {{mark}} -->

The user has continued this session in another CLI. Repeat the following to the user, and do nothing else:

!{{{stead}} switch --from qwen:. -- {{args}}}
`,
	}
}
