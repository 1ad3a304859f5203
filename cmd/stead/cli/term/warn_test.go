package term

import (
	"errors"
	"fmt"
	"testing"
)

func TestWarningsOfOneKindAreAlike(t *testing.T) {
	reason := errors.New("not a session of this format")
	of := func(cli, file string) string {
		return fmt.Errorf("list the sessions of %s: list sessions: %s: %w", cli, file, reason).Error()
	}
	if kindOf(of("A", "/a")) != kindOf(of("A", "/b: c")) || kindOf(of("A", "/a")) == kindOf(of("B", "/a")) ||
		kindOf("EOF") == kindOf("end") {
		t.Error("warnings are not told apart by their first words and their reason alone")
	}
	if got := more(0) + more(1) + more(39); got != " (and one more file) (and 39 more files)" {
		t.Error(got)
	}
}
