package capture_test

import (
	"testing"
	"time"

	"stead/capture"
)

func TestDraftIsWhatWasNotSubmitted(t *testing.T) {
	for name, c := range map[string]struct {
		keys    []string
		isEmpty bool
	}{
		"nothing":                  {nil, true},
		"a letter":                 {[]string{"a"}, false},
		"a prompt":                 {[]string{"go on", "\r"}, true},
		"taken back":               {[]string{"né", "\x7f\x7f"}, true},
		"not all of it taken back": {[]string{"abc", "\x7f\x7f"}, false},
		"the line removed":         {[]string{"abc\x15"}, true},
		"Ctrl-C":                   {[]string{"abc", "\x03"}, true},
		"arrows and function keys": {[]string{"\x1b[A\x1bOB\x1b[1;5C\x1b[15~"}, true},
		"what a terminal answers": {[]string{"\x1b[?62;4c\x1b]11;rgb:0000/",
			"0000/0000\x1b\\\x1bP>|xterm(388)\x1b\\\x1b[I\x1b[12;40R\x1b]10;red\a"}, true},
		"a paste, its line end":             {[]string{"\x1b[200~one\r", "two\x1b[201~"}, false},
		"a paste that goes on":              {[]string{"\x1b[200~"}, false},
		"a paste that is submitted":         {[]string{"\x1b[200~one\ntwo\x1b[201~", "\r"}, true},
		"a sequence that comes in parts":    {[]string{"\x1b", "[", "2", "0", "0", "~", "x\x1b[20", "1~\r"}, true},
		"keys as kitty sends them":          {[]string{"a\x1b[13u", "b\x1b[117;5u", "c\x1b[99;5u"}, true},
		"a line end as kitty sends it":      {[]string{"a\x1b[13;2u"}, false},
		"Escape, and then a text":           {[]string{"\x1b\x1b[A", "x"}, false},
		"an answer, and then what is typed": {[]string{"\x1b]11;rgb:0/0/0\x07", "x"}, false},
	} {
		var d capture.Draft
		for _, keys := range c.keys {
			d.Input(time.Time{}, []byte(keys))
		}
		if d.IsEmpty() != c.isEmpty {
			t.Errorf("%s: empty is %v, want %v", name, d.IsEmpty(), c.isEmpty)
		}
	}
}
