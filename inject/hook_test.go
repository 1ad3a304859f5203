package inject_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stead/inject"
)

func TestHookAppendsWhatItIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "it's a \"file\" $HOME.jsonl")
	for _, told := range []string{`{"a":"\n %s"}`, `{"b":2}` + "\n"} {
		command := exec.Command("sh", "-c", inject.Appending(file))
		command.Stdin = strings.NewReader(told)
		if output, err := command.CombinedOutput(); err != nil || len(output) > 0 {
			t.Fatalf("%s, %v", output, err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != `{"a":"\n %s"}`+"\n"+`{"b":2}`+"\n" {
		t.Errorf("%s, %v", got, err)
	}
}
