package session

import (
	"strings"
	"testing"

	"stead/cmd/stead/cli/failure"
)

// TestContradictionsAreRefusedBeforeAnythingIsRead uses options that contradict each other.
func TestContradictionsAreRefusedBeforeAnythingIsRead(t *testing.T) {
	folder := t.TempDir()
	export := func(references []string, o exportOptions) error {
		_, err := o.check(references)
		return err
	}
	two := []string{"a", "b"}
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"a format that there is not", export(nil, exportOptions{format: "x"}), "--format x: there is no such format"},
		{"all and some", export(two, exportOptions{format: "md", all: true}), "--all exports every session"},
		{"several into a file", export(two, exportOptions{format: "md", output: folder + "/file"}),
			"several sessions need a folder"},
		{"several into a folder", export(two, exportOptions{format: "md", output: folder}), ""},
		{"several into a new folder", export(two, exportOptions{format: "md", output: folder + "/new/"}), ""},
		{"one into a file", export(two[:1], exportOptions{format: "md", output: folder + "/file"}), ""},
		{"import into nothing", importOptions{to: "x"}.check(two), "--to x: there is no such CLI"},
		{"import into a CLI's file", importOptions{to: "codex", output: "x"}.check(two), "codex keeps its sessions itself"},
		{"import of a model into a file", importOptions{to: "universal", model: "m"}.check(two),
			"--cwd and --model are for --to with the name of a CLI"},
		{"import of several into a file", importOptions{to: "universal", output: "x"}.check(two),
			"several sessions need a folder"},
		{"import of several", importOptions{to: "universal"}.check(two), ""},
		{"convert into nothing", convertOptions{to: "x"}.check(), "--to x: there is no such format"},
		{"lines of a CLI's format", convertOptions{to: "codex", asLines: true}.check(),
			"--lines and --inline are for --to universal"},
		{"lines", convertOptions{to: "universal", asLines: true}.check(), ""},
	} {
		code, _ := failure.Code(c.err)
		switch {
		case c.want == "" && c.err != nil:
			t.Errorf("%s: %v", c.name, c.err)
		case c.want != "" && (c.err == nil || !strings.Contains(c.err.Error(), c.want) || code != failure.WrongUsage):
			t.Errorf("%s: %v (%d), want %s", c.name, c.err, code, c.want)
		}
	}
}

func TestComparisonKeepsAsMuchTextAsItShows(t *testing.T) {
	for _, c := range []struct {
		o    compareOptions
		want int
	}{{compareOptions{}, shownText}, {compareOptions{full: true}, 0}, {compareOptions{asJSON: true},
		0}, {compareOptions{page: true}, pageText}, {compareOptions{page: true, full: true}, 0}} {
		if got := c.o.most(); got != c.want {
			t.Errorf("%+v keeps %d bytes", c.o, got)
		}
	}
}
