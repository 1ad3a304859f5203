package kinds

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }

// targets are the formats that each session is converted to.
var targets = []string{"claude", "codex", "opencode", "gemini", "kimi", "qwen", "pi"}

// TestEveryKindIsToldOrNamed makes the experiment for each CLI, and compares what it shows with docs/kinds.md.
func TestEveryKindIsToldOrNamed(t *testing.T) {
	for _, s := range subjects {
		t.Run(s.cli, func(t *testing.T) {
			runtest.Proves(t, s.cli)
			t.Parallel()
			rows, err := readRows(s.cli)
			if err != nil {
				t.Fatal(err)
			}
			sent := s.tellsItself(t, rows)
			given := s.tellsOthers(t, rows)
			var table strings.Builder
			for _, r := range rows {
				said, trouble := s.judge(t, r, sent, given)
				fmt.Fprintf(&table, "%s\t%s\n", r.kind, said)
				if trouble != "" {
					t.Errorf("%s: %s", r.kind, trouble)
				}
			}
			testkit.Golden(t, filepath.Join("testdata", "results", s.cli+".txt"), []byte(table.String()))
		})
	}
}

// place puts a session with the records of rows into a new home.
func (s subject) place(t *testing.T, rows []row) (*harness.Environment, harness.Session) {
	t.Helper()
	g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
	session := g.Place(s.cli, s.session)
	if err := s.add(session, g.Work, rows); err != nil {
		t.Fatal(err)
	}
	return g, session
}

// tellsItself is what the CLI sends to its model when it resumes a session with all kinds.
func (s subject) tellsItself(t *testing.T, rows []row) string {
	t.Helper()
	g, session := s.place(t, rows)
	g.Resume(session, "go on")
	g.Provider.Excuse() // the records are made up, and some are of kinds that no CLI writes
	turns := g.Provider.Turns()
	if len(turns) == 0 {
		t.Fatal("the CLI asked its model nothing")
	}
	return string(turns[0].Body)
}

// tellsOthers is what stead writes for each target.
func (s subject) tellsOthers(t *testing.T, rows []row) map[string]string {
	t.Helper()
	g, session := s.place(t, rows)
	given := map[string]string{}
	for _, target := range targets {
		if target != s.cli {
			given[target] = converted(t, g, session, target).Stdout
		}
	}
	return given
}

func converted(t *testing.T, g *harness.Environment, session harness.Session, target string) harness.Result {
	t.Helper()
	result := g.Stead("session", "convert", session.Ref(), "--to", target, "--redact=off")
	if result.Code != 0 || result.Stdout == "" {
		t.Fatalf("to %s: exit %d\n%s", target, result.Code, result.Stderr)
	}
	return result
}

// judge says what becomes of a kind, and what is wrong with that.
func (s subject) judge(t *testing.T, r row, sent string, given map[string]string) (said, trouble string) {
	t.Helper()
	told, lacking, tooMuch := 0, []string{}, []string{}
	for _, mark := range r.marks {
		isTold := strings.Contains(sent, mark)
		if isTold {
			told++
		}
		for _, target := range targets {
			switch has := strings.Contains(given[target], mark); {
			case target == s.cli || has == isTold:
			case isTold:
				lacking = append(lacking, target)
			default:
				tooMuch = append(tooMuch, target)
			}
		}
	}
	said = fmt.Sprintf("%d of %d\t", told, len(r.marks))
	switch {
	case len(tooMuch) > 0 && s.isUnknown(t, r):
		return said + "is unknown, and its text is passed on", ""
	case len(tooMuch) > 0:
		return said + "says too much", "its model is not told all that is given to " + strings.Join(unique(tooMuch), ", ")
	case len(lacking) == 0 && told == 0:
		return said + "passes nothing on, either", ""
	case len(lacking) == 0:
		return said + "passes it on", ""
	}
	if silent := s.silent(t, r, unique(lacking)); len(silent) > 0 {
		return said + "is silent", "its model is told what is neither given to nor named for " + strings.Join(silent, ", ")
	}
	return said + "says that it is missing, or that the target makes it anew", ""
}

// isUnknown reports whether stead says that it does not know a kind.
func (s subject) isUnknown(t *testing.T, r row) bool {
	t.Helper()
	g, session := s.place(t, []row{r})
	target := targets[slices.IndexFunc(targets, func(target string) bool { return target != s.cli })]
	return strings.Contains(converted(t, g, session, target).Stderr, "stead does not know this kind")
}

// silent lists the targets whose report says the same of a session with a kind as of one without it.
func (s subject) silent(t *testing.T, r row, lacking []string) (silent []string) {
	t.Helper()
	g, with := s.place(t, []row{r})
	h, without := s.place(t, nil)
	for _, target := range lacking {
		if converted(t, g, with, target).Stderr == converted(t, h, without, target).Stderr {
			silent = append(silent, target)
		}
	}
	return silent
}

// TestEveryNameInTheCLIIsClassed reads the names of kinds out of the installed CLI: a version that knows a new one
// fails it.
func TestEveryNameInTheCLIIsClassed(t *testing.T) {
	for _, s := range subjects {
		t.Run(s.cli, func(t *testing.T) {
			rows, err := os.ReadFile(filepath.Join("testdata", "rows", s.cli+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			names, err := s.names()
			if err != nil {
				t.Fatal(err)
			}
			if len(s.sources) > 0 && len(names) == 0 {
				t.Error("the installed CLI names no kind where it did")
			}
			for _, name := range names {
				if !isClassed(rows, name) {
					t.Errorf("the installed CLI knows the kind %s, which has no row", name)
				}
			}
		})
	}
}
