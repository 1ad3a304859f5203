package exported_test

import (
	"testing"

	"stead/adapters/codex/exported"
	"stead/internal/testkit/exportedtest"
)

func FuzzOpen(f *testing.F) {
	exportedtest.Fuzz(f, []string{"codex-export.md"}, []string{
		"# Codex conversation\r\n\r\n## Activity\n\n    $ \n    ✗ (-1) • 0ms\n    ✓ • 1s\n## Activity\n$ x"}, exported.Open)
}
