package claude

import (
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
)

// Inside returns a custom slash command. Claude Code runs the line that begins with ! before it asks its model
// (2.1.332), so that the command works at a limit, too.
func (d Driver) Inside(host adapter.Host) inject.Inside {
	return inject.Inside{
		Variable: "CLAUDE_CODE_SESSION_ID",
		Path:     filepath.Join(d.Home(host), "commands", "stead.md"), Use: "/stead codex",
		Text: `---
description: Continue this session in another CLI, with stead
argument-hint: CLI [prompt]
allowed-tools: Bash({{stead}} switch:*)
disable-model-invocation: true
---

<!-- {{mark}} -->

The user has continued this session in another CLI. Repeat the following to the user, and do nothing else:

!` + "`{{stead}} switch -- $ARGUMENTS`" + `
`,
	}
}
