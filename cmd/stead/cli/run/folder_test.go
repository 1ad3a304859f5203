package run

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator/workdir"
)

// asked returns what chooseFolder makes of an input, what it says, and what of the input it leaves to the CLI.
func asked(t *testing.T, dir, input string) (chosen, said, left string, err error) {
	t.Helper()
	in := piped(t, input)
	messages, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	p := setup.NewProcess(nil, []string{"HOME=" + dir}, dir, in, nil, messages)
	problem := &workdir.FolderError{Dir: "/gone/app", Reason: errors.New("there is no such folder"), Near: []workdir.Near{
		{Dir: filepath.Join(dir, "app"), Why: "a folder of the same name"}, {Dir: dir, Why: "the current folder"},
	}}
	chosen, err = chooseFolder(context.Background(), p, failure.Describe(problem))
	said = string(read(t, messages.Name()))
	rest, readErr := io.ReadAll(in)
	if readErr != nil {
		t.Fatal(readErr)
	}
	return chosen, said, string(rest), err
}

func piped(t *testing.T, input string) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString(input); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestFolderIsAskedFor(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"app", "other"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for input, want := range map[string]string{
		"1\nrest": "app", "2\nrest": "", "other\nrest": "other", "~/other\nrest": "other",
		filepath.Join(dir, "other") + "\r\nrest": "other",
		"nowhere\n7\n1\nrest":                    "app",
	} {
		chosen, said, left, err := asked(t, dir, input)
		if err != nil || chosen != filepath.Join(dir, want) {
			t.Errorf("%q chose %q, %v", input, chosen, err)
		}
		if left != "rest" {
			t.Errorf("after %q %q is left for the CLI", input, left)
		}
		if !strings.Contains(said, "/gone/app") || !strings.Contains(said,
			"  1  ~/app   a folder of the same name\n  2  ~   the current folder\n") {
			t.Errorf("it said\n%s", said)
		}
	}
	for _, input := range []string{"", "\n", "nowhere\n\n"} {
		if _, _, _, err := asked(t, dir, input); !strings.Contains(err.Error(), workdir.ErrNoFolder.Error()) {
			t.Errorf("%q: error %v", input, err)
		}
	}
}
