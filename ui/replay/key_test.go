package replay

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestKeysAreToldHoweverTheyArrive(t *testing.T) {
	const typed = "q\x1b[A\x1bOB\x1b[5~é\x7f\r\x1b[1;5C\x03日"
	want := []Key{"q", Up, Down, PageUp, "é", Backspace, Enter, Interrupt, "日"}
	got := func(keys chan Key) (all []Key) {
		for k := range keys {
			all = append(all, k)
		}
		return all
	}
	whole := make(chan Key)
	go readKeys(strings.NewReader(typed), whole, nil)
	if diff := cmp.Diff(want, got(whole)); diff != "" {
		t.Error(diff)
	}
	halves := make(chan Key)
	go readKeys(iotest.HalfReader(strings.NewReader(strings.ReplaceAll(typed, "\x1b", ""))), halves, nil)
	if n := len(got(halves)); n < len(want) {
		t.Errorf("%d keys", n)
	}
}

func TestAnEscapeAloneIsAKey(t *testing.T) {
	if k, n := nextKey([]byte("\x1b")); k != Escape || n != 1 {
		t.Errorf("got %q, %d", k, n)
	}
}
