package shell_test

import (
	"os/exec"
	"testing"

	"stead/internal/sys/shell"
)

func TestWordIsQuotedWhereAShellNeedsIt(t *testing.T) {
	for text, want := range map[string]string{
		"codex": "codex", "~/x-1/y.z": "~/x-1/y.z", "/a=b,c:d@e%f+g_h": "/a=b,c:d@e%f+g_h",
		"~": "'~'", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "a\nb": "'a\nb'", "x~y": "'x~y'",
		"ä": "'ä'",
	} {
		if got := shell.Word(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}

func TestShellReadsAQuotedWordAsItWas(t *testing.T) {
	for _, text := range []string{"a b", "it's", "$HOME `x` \"y\"", "\\", "a\nb", "*", "", "é'é"} {
		got, err := exec.Command("/bin/sh", "-c", "printf %s "+shell.Word(text)).Output()
		if err != nil || string(got) != text {
			t.Errorf("%q is read as %q, error %v", text, got, err)
		}
	}
}
