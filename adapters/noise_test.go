package adapters_test

import (
	"strings"
	"testing"

	"stead/adapters"
	"stead/inject"
)

// TestNoiseIsNoSignal says to every driver what no CLI says: lines that are cut off, that are something else, that
// never end.
func TestNoiseIsNoSignal(t *testing.T) {
	noise := []string{
		"", " ", "{", "}", "[]", "null", "17", `"x"`, `{"type"`, `{"type":`, `{"type":"`, `{"type":{}}`,
		`{"type":[],"error":[],"payload":[],"properties":[]}`,
		`{"type":"error"`, `{"payload":{"type":17}}`, "\x00\xff\x1b[31m", "Usage limit reached, they said.", "state=", "=:=:",
		strings.Repeat("[", 10_000), strings.Repeat(`{"type":`, 1_000), strings.Repeat("x", 1<<20),
		strings.Repeat("\n", 1_000),
	}
	for _, driver := range adapters.Drivers() {
		signaller, ok := driver.(inject.Signaller)
		if !ok {
			t.Errorf("%s tells nothing of what it does", driver.Info().Title)
			continue
		}
		for from := inject.Event; from <= inject.Screen; from++ {
			for _, said := range noise {
				if signal, ok := signaller.Signal(from, []byte(said)); ok &&
					(signal.Limit != nil || signal.State.Ended() || signal.State.Waits()) {
					t.Errorf("%s, source %d: %.40q means %+v", driver.Info().Title, from, said, signal)
				}
			}
		}
	}
}
