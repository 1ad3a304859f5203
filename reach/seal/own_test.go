package seal_test

import (
	"errors"
	"testing"

	"stead/reach/seal"
)

// TestWhatAMachineHasMadeUnderItsOwnNameStays has another machine of the user put a key of its own, and then a word
// that it was removed, in the place of a run's key.
func TestWhatAMachineHasMadeUnderItsOwnNameStays(t *testing.T) {
	t.Parallel()
	w := newNodes(t, 3)
	run := seal.RunName(w.members[0].Key, "r")
	want, err := w.ring(0, 0, 1, 2).Make(t.Context(), run, 1)
	if err != nil {
		t.Fatal(err)
	}
	thief := w.ring(1, 0, 1, 2)
	if _, err := thief.Make(t.Context(), run, 1); !errors.Is(err, seal.ErrTaken) {
		t.Errorf("another machine gets a key of its own: %v", err)
	}
	for name, put := range map[string]func(at string){
		"another key":         func(at string) { w.lay(t, at, must(t)(seal.Wrapped(run, w.members[1], w.peers(0, 1, 2)))) },
		"a word of a removal": func(at string) { w.lay(t, at, must(t)(seal.Removal(run, w.members[1]))) },
		"what is no key":      func(at string) { w.lay(t, at, []byte("no key")) },
		"nothing":             func(at string) { w.lose(t, at) },
	} {
		put(keyOf(w.members[0].Key, run))
		if got, err := w.ring(0, 0, 1, 2).Make(t.Context(), run, 1); err != nil || got != want {
			t.Errorf("%s: its own machine gets another key, or none: %v", name, err)
		}
		if got, err := w.ring(2, 0, 1, 2).Get(t.Context(), run, 1); err != nil || got != want {
			t.Errorf("%s: a third machine gets another key, or none: %v", name, err)
		}
	}
	if err := w.ring(0, 0, 1, 2).Remove(t.Context(), run); err != nil {
		t.Fatal(err)
	}
	gone := (*seal.RemovedError)(nil)
	if _, err := w.ring(2, 0, 1, 2).Get(t.Context(), run, 1); !errors.As(err, &gone) || gone.Run != "r" {
		t.Errorf("after it was removed a third machine gets %v", err)
	}
	if _, err := w.ring(0, 0, 1, 2).Make(t.Context(), run, 1); !errors.As(err, &gone) {
		t.Errorf("after it was removed its own machine makes it again: %v", err)
	}
}

func must(t *testing.T) func([]byte, error) []byte {
	return func(content []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
}
