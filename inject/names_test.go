package inject_test

import (
	"testing"

	"stead/inject"
)

func TestOptionIsNamedWithOrWithoutItsValue(t *testing.T) {
	for _, c := range []struct {
		arguments []string
		want      bool
	}{
		{nil, false},
		{[]string{"--mode", "plan"}, true},
		{[]string{"--mode=plan"}, true},
		{[]string{"-y"}, true},
		{[]string{"--model", "--moderate"}, false},
	} {
		if got := inject.Names(c.arguments, "--mode", "-y"); got != c.want {
			t.Errorf("%q: %v", c.arguments, got)
		}
	}
}
