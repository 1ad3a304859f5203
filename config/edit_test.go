package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit"
)

// edits is a configuration file with comments, and how a person lays one out.
const edits = `# Mine.
history: last:20 # not too much

cli:
  codex:
    # the one of work
    binary: ~/bin/codex
`

func content(t *testing.T, in Input) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(in.Home, ".config/stead/config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSetChangesOneSetting(t *testing.T) {
	for _, c := range []struct {
		name, before, key string
		values            []string
		want              string
	}{
		{"a value that is there", edits, "history", []string{"full"}, strings.Replace(edits, "last:20", "full", 1)},
		{"one that is not", edits, "sync", []string{"session"}, edits + "sync: session\n"},
		{"one in a mapping", edits, "cli.codex.home", []string{"~/.codex-work"}, edits + "    home: ~/.codex-work\n"},
		{"one in a new mapping", edits, "notify.command", []string{"notify-me", "now: go"},
			edits + "notify:\n  command: [notify-me, 'now: go']\n"},
		{"one in no file", "", "cli.claude.model", []string{"opus"}, "cli:\n  claude:\n    model: opus\n"},
		{"one in a file of comments", "# Nothing yet.\n", "sync", []string{"off"}, "# Nothing yet.\nsync: off\n"},
		{"a truth", "", "pause", []string{"false"}, "pause: false\n"},
		{"capitals", "History: full\n", "HISTORY", []string{"last:3"}, "History: last:3\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := input(t, c.before)
			if err := Set(in, c.key, c.values); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, content(t, in)); diff != "" {
				t.Error(diff)
			}
			s, err := load(t, in).Get(c.key)
			if list, ok := s.Value.([]string); err != nil || ok && !cmp.Equal(list, c.values) {
				t.Errorf("it is %v now, %v", s, err)
			}
		})
	}
}

func TestUnsetTakesASettingOut(t *testing.T) {
	in := input(t, edits)
	if was, err := Unset(in, "cli.codex.binary"); err != nil || !was {
		t.Fatal(was, err)
	}
	if got := content(t, in); strings.Contains(got, "codex") || !strings.Contains(got, "history: last:20 # not too much") {
		t.Errorf("it holds\n%s", got)
	}
	if was, err := Unset(in, "cli.codex.binary"); err != nil || was {
		t.Errorf("again: %v, %v", was, err)
	}
}

func TestWrongSettingChangesNothing(t *testing.T) {
	for _, c := range []struct {
		key    string
		values []string
		want   string
	}{
		{"histroy", []string{"full"}, "histroy: there is no such setting"},
		{"history", []string{"none"}, "use full or last:N"},
		{"history", []string{"full", "last:2"}, "it takes one value, not 2"},
		{"failover.attempts", []string{"none"}, "failover.attempts"},
		{"cli.codex.env", []string{"NAME"}, "is not of the form NAME=value"},
	} {
		in := input(t, edits)
		if err := Set(in, c.key, c.values); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.key, err)
		}
		if content(t, in) != edits {
			t.Errorf("%s changed the file", c.key)
		}
	}
	in := input(t, "history: [\n")
	if err := Set(in, "sync", []string{"off"}); err == nil || content(t, in) != "history: [\n" {
		t.Errorf("a file that is no YAML: %v", err)
	}
}

func TestSetFollowsALinkToTheFile(t *testing.T) {
	in := input(t, "")
	elsewhere, link := filepath.Join(in.Home, "dotfiles/stead.yaml"), filepath.Join(in.Home, ".config/stead/config.yaml")
	write(t, elsewhere, "history: full\n")
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
		t.Fatal(err)
	}
	testkit.Link(t, elsewhere, link)
	if err := Set(in, "history", []string{"last:2"}); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(link); err != nil || target != elsewhere || content(t, in) != "history: last:2\n" {
		t.Errorf("the link leads to %s, %v", target, err)
	}
}
