package redaction

import (
	"strings"
	"testing"
)

func TestWhatStandsAroundANeedleMustBeTheRestOfItsSecret(t *testing.T) {
	for _, c := range []struct {
		name, before, needle, after, written string
		is                                   bool
	}{
		{"alone", "2*", "maxConcurrency", "", `n := maxConcurrency`, false},
		{"whole", "2*", "maxConcurrency", "", `n := 2*maxConcurrency`, true},
		{"at the beginning of a piece", "2*", "maxConcurrency", "", `maxConcurrency`, true},
		{"at the end of a piece", "", "abcdefgh", "*2", `abcdefgh`, true},
		{"something else behind it", "", "abcdefgh", "*2", `abcdefgh*3`, false},
		{"backslashes escaped", `\`, "x04r", `\x86`, `"\\x04r\\x86"`, true},
		{"JSON in JSON", `\`, "x04r", `\x86"`, `\\\\x04r\\\\x86\\\"`, true},
		{"no backslash", `\`, "x04r", `\x86`, `"var x04r = \\x86"`, false},
		{"a backslash and something else", `\`, "x04r", `\x86`, `\\x04r\\x87`, false},
		{"the end of a line", "ab\n\t", "abcdefgh", "\nc", `ab\n\tabcdefgh\nc`, true},
		{"the end of a line with a number", "ab\n", "abcdefgh", "\nc", `ab\u000aabcdefgh\u000ac`, true},
		{"another line", "ab\n\t", "abcdefgh", "", `ac\n\tabcdefgh`, false},
		{"what may be escaped", "é", "abcdefgh", "<", `\u00e9abcdefgh\u003c`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			secret := c.before + c.needle + c.after
			n := needle{at: int32(len(c.before)), size: int32(len(c.needle))}
			from := strings.Index(c.written, c.needle)
			if is := mayBePartOf(secret, n, []byte(c.written), from, from+len(c.needle)); is != c.is {
				t.Errorf("the secret may stand there: %v", is)
			}
		})
	}
}
