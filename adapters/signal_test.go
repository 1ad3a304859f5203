package adapters_test

import (
	"testing"

	"stead/adapters"
	"stead/inject"
)

// FuzzSignal reads arbitrary data from all sources: a hook's line may be truncated, and strangers choose titles and
// screens.
func FuzzSignal(f *testing.F) {
	for _, seed := range []string{
		"", "{", `{"type":`, `{"type":"result","error":{"message":`,
		`{"hook_event_name":"PermissionRequest","tool_input":{"questions":[`,
		`{"type":"interaction.request","kind":"question","request":{"questions":["x"]}}`,
		`{"id":"1","type":"user","content":[{"text":`,
		`{"type":"message","message":{"role":"assistant"}}`, `{"$set":{"messages":[{}]}}`, "[1,2", "\"",
		"Attempt 99999999999999999999 failed",
		"? \n1. Allow once", "Retrying after  · attempt 99999999999999999999/9", "✋  Action Required", "\xff\xfe",
		"Error code: 429 - ",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, said []byte) {
		for _, driver := range adapters.Drivers() {
			signaller, ok := driver.(inject.Signaller)
			if !ok {
				t.Fatalf("%s tells nothing of what it does", driver.Info().Title)
			}
			for from := inject.Event; from <= inject.Screen; from++ {
				if signal, ok := signaller.Signal(from, said); ok && signal.State == "" && signal.About == "" &&
					signal.Limit == nil && signal.Cost == 0 && signal.Answered == "" {
					t.Errorf("%s: a sign of nothing, of %q from source %d", driver.Info().Title, said, from)
				}
			}
		}
	})
}
