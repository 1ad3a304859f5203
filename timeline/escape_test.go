package timeline

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestEscapingNeedsNoMoreRoomThanItMakes has escapes use up the memory, to each distance from its end before what comes
// next.
func TestEscapingNeedsNoMoreRoomThanItMakes(t *testing.T) {
	for _, special := range []string{`"`, "\x1b", "é", "\xff", "🙂"} {
		for before := range 8 {
			for plain := range 9 {
				data := strings.Repeat("\x1b", before) + strings.Repeat("a", plain) + special + "bbbbbbbb"
				for room := range 96 {
					checkEscaped(t, make([]byte, 0, room), data)
				}
			}
		}
	}
}

func checkEscaped(t *testing.T, room []byte, data string) {
	t.Helper()
	got, tail := AppendEscaped(room, []byte(data))
	var back string
	if err := json.Unmarshal([]byte(`"`+string(got)+`"`), &back); err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	if want := strings.ToValidUTF8(data, "\ufffd"); back != want || len(tail) > 0 {
		t.Fatalf("%q became %q, with %q left", data, back, tail)
	}
}
