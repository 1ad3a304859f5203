package exported_test

import (
	"testing"

	"stead/adapters/claude/exported"
	"stead/internal/testkit/exportedtest"
)

func FuzzOpen(f *testing.F) {
	exportedtest.Fuzz(f, []string{"exported.txt"}, []string{
		"╭─── Claude Code v2.1.197 ─╮\n❯ \n  ⎿  \n● Bash()\n  ⎿  Error: x\n! \n✻ "}, exported.Open)
}
