package claude_test

import (
	"testing"

	"stead/adapters/claude"
	"stead/internal/testkit/exportedtest"
)

func FuzzExports(f *testing.F) {
	exportedtest.Fuzz(f, []string{"exported.txt"}, []string{
		"╭─── Claude Code v2.1.197 ─╮\n❯ \n  ⎿  \n● Bash()\n  ⎿  Error: x\n! \n✻ "}, claude.OpenExport)
}
