package process_test

import (
	"os/exec"
	"strings"
	"testing"

	"stead/internal/sys/process"
)

func TestWordIsQuotedWhereAShellNeedsIt(t *testing.T) {
	for text, want := range map[string]string{
		"codex": "codex", "~/x-1/y.z": "~/x-1/y.z", "/a=b,c:d@e%f+g_h": "/a=b,c:d@e%f+g_h",
		"~": "'~'", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "a\nb": "'a\nb'", "x~y": "'x~y'",
		"ä": "'ä'", "a!b": "'a!b'",
	} {
		if got := process.ShellWord(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}

// texts have a meaning to a shell. The last ones only have one in an interactive shell, for its history.
var texts = []string{"a b", "it's", "$HOME `x` \"y\"", "\\", "a\nb", "*", "", "é'é", "!!", "it's !x", "a!b", "^a^b"}

func TestShellReadsAQuotedWordAsItWas(t *testing.T) {
	for _, text := range texts {
		got, err := exec.Command("/bin/sh", "-c", "printf %s "+process.ShellWord(text)).Output()
		if err != nil || string(got) != text {
			t.Errorf("%q is read as %q, error %v", text, got, err)
		}
	}
}

// TestShellThatIsTypedInReadsAQuotedWordAsItWas pastes the words, as users do with printed commands.
func TestShellThatIsTypedInReadsAQuotedWordAsItWas(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	for _, text := range texts {
		command := exec.Command(bash, "--norc", "--noediting", "-i")
		command.Env = []string{"HOME=" + t.TempDir()}
		command.Stdin = strings.NewReader("printf %s " + process.ShellWord(text) + "\n")
		got, err := command.Output()
		if err != nil || string(got) != text {
			t.Errorf("%q is read as %q, error %v", text, got, err)
		}
	}
}
