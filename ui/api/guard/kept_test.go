package guard

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// keeping is a guard that keeps its callers in a text.
func keeping(t *testing.T, kept *[]byte) *Guard {
	t.Helper()
	keep := func(text []byte) error {
		*kept = text
		return nil
	}
	return New(Options{Place: Place{Scheme: "http", Port: "7", Hosts: []string{"h"}}, Now: time.Now, Kept: *kept, Keep: keep,
		Failed: func(err error) { t.Error(err) }})
}

func TestARestartSignsNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept []byte
		g := keeping(t, &kept)
		token := g.Token()
		cookie, key, err := g.Trade(t.Context(), token, "h")
		if err != nil {
			t.Fatal(err)
		}
		if text := string(kept); text == "" || strings.Contains(text, cookie.Value) || strings.Contains(text, key) {
			t.Errorf("nothing is kept, or a secret: %s", text)
		}
		time.Sleep(keptFor - time.Second)
		again := keeping(t, &kept)
		for _, c := range []struct {
			cookie, key, host string
			may               bool
		}{
			{cookie.Value, key, "h", true}, {cookie.Value, key, "other", false}, {cookie.Value, "no", "h", false},
			{key, cookie.Value, "h", false},
		} {
			if _, ok := again.secrets.caller(c.cookie, c.key, c.host); ok != c.may {
				t.Errorf("%+v after a restart: %v", c, ok)
			}
		}
		if _, _, err := again.Trade(t.Context(), token, "h"); err == nil {
			t.Error("a token was traded twice")
		}
		time.Sleep(time.Second)
		if keeping(t, &kept).secrets.knows(cookie.Value, "h") {
			t.Error("a caller comes back after its time")
		}
	})
}

func TestDamagedTextLetsNobodyIn(t *testing.T) {
	for name, content := range map[string]string{
		"cut": `[{"cookie":"`, "no list": `{}`, "no digests": `[{"cookie":"","key":"","host":"h","since":"2026-11-28T00:00:00Z"}]`,
		"from the future": `[{"cookie":"` + strings.Repeat("00", 32) + `","key":"` + strings.Repeat("00", 32) +
			`","host":"h","since":"2999-01-01T00:00:00Z"}]`,
	} {
		var failed error
		g := New(Options{Place: Place{Hosts: []string{"h"}}, Now: time.Now, Kept: []byte(content),
			Failed: func(err error) { failed = err }})
		if isBroken := name == "cut" || name == "no list"; len(g.secrets.callers) != 0 || (failed != nil) != isBroken {
			t.Errorf("%s: %d callers, %v", name, len(g.secrets.callers), failed)
		}
	}
}
