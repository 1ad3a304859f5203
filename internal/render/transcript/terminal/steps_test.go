package terminal

import (
	"slices"
	"strings"
	"testing"
)

func TestBlocksAreWhatIsWrittenStepByStep(t *testing.T) {
	o := Options{Width: 80}
	var whole strings.Builder
	if err := Write(&whole, "s", session(), o); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for e, err := range session().Entries {
		if err != nil {
			t.Fatal(err)
		}
		ids[e.ID] = true
	}
	turn, lines := 0, strings.Split(whole.String(), "\n")
	for b, err := range Blocks(session(), o) {
		if err != nil {
			t.Fatal(err)
		}
		if b.Entry != "" && !ids[b.Entry] || b.Turn < turn {
			t.Errorf("entry %q in turn %d after turn %d", b.Entry, b.Turn, turn)
		}
		turn = b.Turn
		for _, line := range b.Lines {
			if !strings.HasPrefix(line, "sub-agent ") && !slices.Contains(lines, line) {
				t.Errorf("not written: %q", line)
			}
		}
	}
	if turn == 0 {
		t.Error("no turn was counted")
	}
}
