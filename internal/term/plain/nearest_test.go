package plain

import "testing"

func TestWord(t *testing.T) {
	candidates := []string{"claude", "codex", "universal"}
	for _, c := range []struct{ name, word, want string }{
		{"two letters swapped", "cladue", "claude"},
		{"a letter missing", "codx", "codex"},
		{"a letter too many", "claudee", "claude"},
		{"a wrong letter", "kodex", "codex"},
		{"cut short", "univ", "universal"},
		{"upper case", "CODEX", "codex"},
		{"something else", "gemini", ""},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := Nearest(c.word, candidates)
			if got != c.want && ok || ok != (c.want != "") {
				t.Errorf("Word(%q) = %q, %v; want %q", c.word, got, ok, c.want)
			}
		})
	}
}
