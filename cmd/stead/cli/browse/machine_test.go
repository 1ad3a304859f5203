package browse

import (
	"strings"
	"testing"
)

// TestWhatIsPrintedWaitsToBeRead checks which verbs print something that the user must read before the screen comes
// back.
func TestWhatIsPrintedWaitsToBeRead(t *testing.T) {
	for line, want := range map[string]struct{ paged, printed bool }{
		"session compare claude:a codex:b": {false, true}, "show claude:a --full": {false, true},
		"ab --from claude:a --with claude,codex --prompt x": {true, true}, "chain resume cd34 --approve": {true, true},
		"session edit claude:a": {false, false}, "attach e8cf": {false, false},
		"run --from claude:a --to codex --interactive": {false, false},
	} {
		words := strings.Fields(line)
		if paged, printed := prints(words, true), prints(words, false); paged != want.paged || printed != want.printed {
			t.Errorf("stead %s: %v with a pager, %v without", line, paged, printed)
		}
	}
}
