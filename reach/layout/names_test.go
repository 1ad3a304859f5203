package layout_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stead/reach/layout"
)

func TestEveryTextHasATokenOfItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		token := layout.Token(text)
		if token == "" || strings.ContainsAny(token, ".*> \t") {
			t.Fatalf("%q is no token", token)
		}
		if got, ok := layout.Text(token); !ok || got != text {
			t.Fatalf("%q comes back as %q", text, got)
		}
	})
}

func TestWhatIsNoTokenIsNotRead(t *testing.T) {
	for _, text := range []string{"", "a.b", "=4", "=4G", "=41", "a=", "*", "=="} {
		if got, ok := layout.Text(text); ok {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

func TestStrangeNamesStayWithinTheirSubject(t *testing.T) {
	if got := layout.RunSubject("a.>", "UKEY", "*"); got != "stead.run.a=2E=3E.UKEY.=2A" {
		t.Error(got)
	}
}
