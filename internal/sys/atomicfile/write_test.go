package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFileIsOverwrittenOnlyOnRequest(t *testing.T) {
	errStopped := errors.New("stopped")
	fail := func(w io.Writer) error {
		_, _ = io.WriteString(w, "a part")
		return errStopped
	}
	for _, c := range []struct {
		name      string
		before    map[string]string
		path      string
		overwrite bool
		write     func(io.Writer) error
		want      error
		after     map[string]string
	}{
		{"a new file", nil, "a/b", false, text("new"), nil, map[string]string{"a/": "", "a/b": "new"}},
		{"a new file with overwrite", nil, "a/b", true, text("new"), nil, map[string]string{"a/": "", "a/b": "new"}},
		{"a file that exists", map[string]string{"b": "old"}, "b", false, text("new"), ErrExists,
			map[string]string{"b": "old"}},
		{"a file that may be overwritten", map[string]string{"b": "old"}, "b", true, text("new"), nil,
			map[string]string{"b": "new"}},
		{"a failure", nil, "b", false, fail, errStopped, map[string]string{}},
		{"a failure to overwrite", map[string]string{"b": "old"}, "b", true, fail, errStopped, map[string]string{"b": "old"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for name, content := range c.before {
				if err := os.WriteFile(filepath.Join(root, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := Write(filepath.Join(root, c.path), c.overwrite, c.write); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if diff := cmp.Diff(c.after, tree(t, root)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// text writes a text.
func text(content string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	}
}
