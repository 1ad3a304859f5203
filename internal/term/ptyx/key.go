package ptyx

import (
	"bytes"
	"fmt"
	"strings"
)

// Key is a key that a client keeps for itself, in all the forms in which terminals send it. The zero value matches
// nothing.
type Key struct{ forms [][]byte }

// ParseKey parses a key: "ctrl-" and a letter or one of [ \ ] ^ _, or "none".
func ParseKey(name string) (Key, error) {
	if name == "none" {
		return Key{}, nil
	}
	letter, ok := strings.CutPrefix(strings.ToLower(name), "ctrl-")
	if !ok || len(letter) != 1 || !strings.Contains(`abcdefghijklmnopqrstuvwxyz[\]^_`, letter) {
		return Key{}, fmt.Errorf("%q is not a detach key such as ctrl-\\, ctrl-a, or none", name)
	}
	k := Key{forms: [][]byte{{letter[0] & 0x1f}}}
	for _, locks := range []int{0, 64, 128, 192} { // caps lock, num lock
		// The forms are those of kitty's keyboard protocol and of xterm.
		for _, form := range []string{"\x1b[%[1]d;%[2]du", "\x1b[%[1]d;%[2]d:1u", "\x1b[27;%[2]d;%[1]d~"} {
			k.forms = append(k.forms, fmt.Appendf(nil, form, letter[0], 5+locks))
		}
	}
	return k, nil
}

// Pressed reports whether the key is among typed keys.
func (k Key) Pressed(keys []byte) bool { return k.Find(keys) >= 0 }

// Find returns the position where the key was pressed first, or -1.
func (k Key) Find(keys []byte) int {
	found := -1
	for _, form := range k.forms {
		if at := bytes.Index(keys, form); at >= 0 && (found < 0 || at < found) {
			found = at
		}
	}
	return found
}
