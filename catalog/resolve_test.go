package catalog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit"
	"stead/runs"
)

// someSessions is a machine with a few sessions, the newest first.
func someSessions(t *testing.T) *machine {
	m := newMachine(t)
	m.session("codex", "01a1fa47-78a8", "/code/a", "Newest of all")
	m.session("claude", "aaaa0000-1111", "/code/b", "Newest of Claude")
	m.session("claude", "aaaa0000-2222", m.home, "Held at home")
	m.session("claude", "01a1fa47-9999", "/code/c", "Shares its beginning with another CLI's")
	m.session("codex", "01a1fa47-7b03", "/code/a", "Shares its beginning with another")
	m.session("codex", "01a1fa47", "/code/a", "Its id begins all others")
	m.file(filepath.Join(m.home, ".codex", "bbbb0000"), "codex\n/code/a\nA sub-agent\naaaa\n")
	return m
}

func TestResolveFindsTheSession(t *testing.T) {
	for _, c := range []struct{ name, reference, from, want string }{
		{"by id", "claude:aaaa0000-2222", "", "claude:aaaa0000-2222"},
		{"by the beginning of the id", "claude:aaaa0000-2", "", "claude:aaaa0000-2222"},
		{"an exact id beats those that begin with it", "codex:01a1fa47", "", "codex:01a1fa47"},
		{"without a CLI", "aaaa0000-2", "", "claude:aaaa0000-2222"},
		{"without a CLI, beside --from", "01a1fa47-9", "claude", "claude:01a1fa47-9999"},
		{"a CLI's newest", "claude:latest", "", "claude:aaaa0000-1111"},
		{"a CLI's newest, by --from", "latest", "claude", "claude:aaaa0000-1111"},
		{"the newest of all", "latest", "", "codex:01a1fa47-78a8"},
		{"the newest of this folder", "claude:.", "", "claude:aaaa0000-2222"},
		{"the newest of this folder in any CLI", ".", "", "claude:aaaa0000-2222"},
		{"a sub-agent by its whole id", "codex:bbbb0000", "", "codex:bbbb0000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source, err := someSessions(t).ResolveAs(context.Background(), c.reference, c.from)
			if err != nil || source.Reference() != c.want {
				t.Errorf("got %s, %v; want %s", source.Reference(), err, c.want)
			}
		})
	}
}

func TestResolveRefuses(t *testing.T) {
	for _, c := range []struct {
		name, reference, from string
		is                    error
		says                  []string
	}{
		{"an unknown id", "claude:zzzz", "", adapter.ErrNotFound, []string{"find session claude:zzzz", "3 in ", ".claude"}},
		{"an id with a wrong end", "claude:aaaa0000-2229", "", adapter.ErrNotFound,
			[]string{"did you mean", "claude:aaaa0000-2 (Held at home)"}},
		{"a title for an id", "newest of", "", adapter.ErrNotFound,
			[]string{"codex:01a1fa47-78 (Newest of all)", "claude:aaaa0000-1"}},
		{"several beginnings", "claude:aaaa", "", ErrAmbiguous,
			[]string{"2 sessions", "claude:aaaa0000-1  Newest of Claude", "claude:aaaa0000-2  Held"}},
		{"one id of two CLIs", "01a1fa47-", "", ErrAmbiguous, []string{"3 sessions", "claude:01a1fa47", "codex:01a1fa47-78"}},
		{"an unknown CLI", "cladue:aaaa", "", ErrReference, []string{`no CLI "cladue"`, "did you mean claude?",
			"claude, codex, universal"}},
		{"a CLI without an id", "claude:", "", ErrReference, []string{"names no session"}},
		{"nothing", "", "", ErrReference, []string{"names no session"}},
		{"a CLI that contradicts --from", "claude:aaaa", "codex", ErrReference, []string{"of claude, not of codex"}},
		{"a missing file", "./missing.jsonl", "", adapter.ErrNotFound, []string{"read ./missing.jsonl: no such file"}},
		{"a missing file that is called by its name", "missing.jsonl", "", adapter.ErrNotFound,
			[]string{"read missing.jsonl: no such file"}},
		{"a missing file with a colon", "notes:x/missing.jsonl", "", adapter.ErrNotFound,
			[]string{"read notes:x/missing.jsonl: no such file"}},
		{"a CLI that is mistyped before a path", "cladue:./x.jsonl", "", ErrReference, []string{"did you mean claude?"}},
		{"a mistyped word", "Claude:latst", "", adapter.ErrNotFound, []string{"did you mean Claude:latest"}},
		{"a folder", "/", "", ErrReference, []string{"/ is a folder"}},
		{"an unknown run", "run:zzzz", "", adapter.ErrNotFound, []string{"run zzzz"}},
		{"a file of no known format", "/dev/null", "", adapter.ErrEmpty, []string{"/dev/null"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := someSessions(t).ResolveAs(context.Background(), c.reference, c.from)
			if !errors.Is(err, c.is) {
				t.Fatalf("error %v, want %v", err, c.is)
			}
			message := err.Error()
			var hint interface{ Hint() string }
			if errors.As(err, &hint) {
				message += "\n" + hint.Hint()
			}
			for _, want := range c.says {
				if !strings.Contains(message, want) {
					t.Errorf("the error\n%s\ndoes not say %q", message, want)
				}
			}
		})
	}
}

func TestNoStoreIsNotFound(t *testing.T) {
	_, err := newMachine(t).Resolve(context.Background(), "claude:latest")
	if !errors.Is(err, adapter.ErrNotFound) || !strings.Contains(err.Error(), "no store") {
		t.Errorf("error %v, want one that says there is no store", err)
	}
}

func TestFolderIsFoundThroughALink(t *testing.T) {
	m := newMachine(t)
	folder := filepath.Join(m.home, "project")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	m.options.Dir = filepath.Join(m.home, "link")
	testkit.Link(t, folder, m.options.Dir)
	m.session("claude", "aaaa", folder, "Recorded under the real path")
	source, err := m.Resolve(context.Background(), "claude:.")
	if err != nil || source.Summary.ID != "aaaa" {
		t.Errorf("got %s, %v", source.Reference(), err)
	}
}

func TestTwoCopiesAreToldApartByTheirFiles(t *testing.T) {
	m := newMachine(t)
	first := m.session("claude", "aaaa", "/home/dev/project", "One")
	second := m.session("claude", "aaaa.copy", "/home/dev/project", "Two")
	_, err := m.Resolve(context.Background(), "claude:aaaa")
	var ambiguous *AmbiguousError
	if !errors.As(err, &ambiguous) || !strings.Contains(ambiguous.Hint(), first) ||
		!strings.Contains(ambiguous.Hint(), second) {
		t.Errorf("error %v, want one that lists both files", err)
	}
}

func TestFileFormatIsToldByContent(t *testing.T) {
	m := newMachine(t)
	path := m.file(filepath.Join(m.home, "claude.jsonl"), "codex\n/home/dev/project\nNamed after another\n\n")
	for _, c := range []struct{ reference, from, want string }{
		{path, "", "codex"},
		{"~/claude.jsonl", "", "codex"},
		{"universal:" + path, "", "universal"},
		{path, "claude", "claude"},
	} {
		source, err := m.ResolveAs(context.Background(), c.reference, c.from)
		if err != nil || source.Reader.Info().Name != c.want || source.Location.Path != path {
			t.Errorf("%s from %q: got %+v, %v; want %s", c.reference, c.from, source, err, c.want)
		}
	}
}

func TestIDIsNotTakenForAFile(t *testing.T) {
	m := newMachine(t)
	t.Chdir(m.home)
	m.session("claude", "aaaa", "/home/dev/project", "By id")
	m.file(filepath.Join(m.home, "aaaa"), "codex\n/home/dev/project\nA file\n\n")
	m.file(filepath.Join(m.home, "b.jsonl"), "claude\n/home/dev/project\nA file\n\n")
	for reference, want := range map[string]string{"claude:aaaa": "claude:aaaa", "aaaa": "aaaa",
		"claude:b.jsonl": "b.jsonl"} {
		if source, err := m.Resolve(context.Background(), reference); err != nil || source.Reference() != want {
			t.Errorf("%s: got %s, %v; want %s", reference, source.Reference(), err, want)
		}
	}
}

func TestStandardInputIsCopiedAndRemoved(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary) // on Windows
	m := newMachine(t)
	m.options.Stdin = strings.NewReader("codex\n/home/dev/project\nPiped\n\n")
	source, err := m.Resolve(context.Background(), "-")
	if err != nil || source.Reader.Info().Name != "codex" || source.Reference() != "standard input" {
		t.Fatalf("got %+v, %v", source, err)
	}
	if _, err := source.Open(context.Background()); err != nil {
		t.Error(err)
	}
	m.Close()
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("%v is left in the temporary folder (%v)", left, err)
	}
}

func TestCancelEndsTheWaitForStandardInput(t *testing.T) {
	m := newMachine(t)
	pipe, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	m.options.Stdin = pipe
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Resolve(ctx, "-"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestRunIsItsJournal(t *testing.T) {
	m := newMachine(t)
	for _, id := range []string{"20261120-100000-aaaa", "20261120-110000-bbbb"} {
		m.file(m.options.Runs.Journal(id), "universal\n/home/dev/project\nA journal\n\n")
		if err := m.options.Runs.Save(runs.Run{ID: id, Dir: "/home/dev/project"}); err != nil {
			t.Fatal(err)
		}
	}
	source, err := m.Resolve(context.Background(), "run:latest")
	if err != nil || source.Run != "20261120-110000-bbbb" || source.Reader.Info().Name != "universal" ||
		source.Reference() != "run:20261120-110000-bbbb" {
		t.Errorf("got %+v, %v", source, err)
	}
	if _, err := m.Resolve(context.Background(), "run:2026"); !errors.Is(err, ErrAmbiguous) {
		t.Errorf("error %v, want %v", err, ErrAmbiguous)
	}
}
