package browse

import (
	"strings"
	"testing"
)

// TestWhatIsPrintedWaitsToBeRead knows the verbs behind which the screen would come back before anybody has read what they print.
func TestWhatIsPrintedWaitsToBeRead(t *testing.T) {
	for line, want := range map[string]bool{
		"session compare claude:a codex:b": true, "ab --from claude:a --with claude,codex --prompt x": true, "chain resume cd34 --approve": true,
		"session edit claude:a": false, "show claude:a --full": false, "attach e8cf": false, "run --from claude:a --to codex --interactive": false,
	} {
		if got := prints(strings.Fields(line)); got != want {
			t.Errorf("stead %s: %v", line, got)
		}
	}
}
