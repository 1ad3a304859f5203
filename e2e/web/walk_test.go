package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/testkit/corpus"
)

// TestWalk does in a real browser, with the real CLIs, what people open the pages for, at a desk and then by a phone.
// All pages are examined afterwards.
func TestWalk(t *testing.T) {
	t.Parallel()
	g := harness.New(t, walked()...)
	runtest.Repository(t, g)
	claude, codex := g.Place("claude", "tools"), g.Place("codex", "7b03")
	if _, err := corpus.Claude(filepath.Join(g.Dir, ".claude"),
		corpus.Size{Sessions: 60, Smallest: 4 << 10, Largest: 40 << 10}, 1); err != nil {
		t.Fatal(err)
	}
	runtest.AsksFirst(t, g, "codex")
	runtest.EndsRuns(t, g)
	before := g.Records(claude)
	s := runtest.Serve(t, g)
	w := &walker{g: g, s: s}
	walked := t.Run("desk", func(t *testing.T) {
		browse(t, g, s, "walk", facts{"session": claude.Ref(), "folder": g.Work}, w.answers())
		if string(g.Records(claude)) != string(before) {
			t.Error("the session that all began with was changed")
		}
	})
	if !walked {
		for _, run := range runtest.Records(t, g) {
			t.Logf("%s\n%s", run.Run, g.Stead("show", "run:"+run.Run, "--full").Stdout)
		}
		return
	}
	told := w.found(claude, codex)
	t.Run("phone", func(t *testing.T) { browse(t, g, s, "phone", told, nil) })
	t.Run("tour", func(t *testing.T) {
		browse(t, g, s, "tour", told, answers{"entrance": func(string) (any, error) { return entrance(t, s), nil }})
	})
}

// walked are the answers of the models, in the order in which the walk asks for them.
func walked() []provider.Step {
	said := func(text string) provider.Step {
		return provider.Step{When: runtest.TurnsOf("codex"), Reply: provider.Say(text)}
	}
	asks := runtest.MakesAFile("codex")
	asks.When = runtest.TurnsOf("codex")
	steps := []provider.Step{asks, said("It is made.")}
	for _, cli := range []string{"claude", "codex"} {
		steps = append(steps, runtest.RunsCommand(cli, "echo by "+cli+" > answer.txt")...)
	}
	return append(steps, said("It goes on without the rest."), said("The plan."), said("The work."))
}

// walker answers what the script of the walk asks.
type walker struct {
	g *harness.Environment
	s *runtest.Server
}

func (w *walker) answers() answers {
	return answers{
		// What the only run asks, as the API has it.
		"question": func(string) (any, error) {
			var runs struct {
				Items []struct {
					ID       string
					Question *struct{ ID string }
				}
			}
			w.s.Call(http.MethodGet, "/runs", "", &runs)
			for _, run := range runs.Items {
				if run.Question != nil {
					return map[string]string{"run": run.ID, "id": run.Question.ID}, nil
				}
			}
			return nil, nil
		},
		// The status of an answer to "RUN QUESTION" that comes from somebody else.
		"answer": func(to string) (any, error) {
			run, question, _ := strings.Cut(to, " ")
			var told any
			return w.s.Call(http.MethodPost, "/runs/"+run+"/answers", `{"question":"`+question+`","option":"allow"}`, &told), nil
		},
		"make": func(name string) (any, error) {
			return nil, os.WriteFile(filepath.Join(w.g.Work, name), []byte("It was not the run.\n"), 0o600)
		},
		"file": func(name string) (any, error) {
			content, err := os.ReadFile(filepath.Join(w.g.Work, name))
			if os.IsNotExist(err) {
				return nil, nil
			}
			return string(content), err
		},
	}
}

// found names what the walk has left, for those who look at all pages.
func (w *walker) found(sessions ...harness.Session) facts {
	told := facts{"words": "main.py"}
	var runs struct {
		Items []struct{ ID, To, From string }
	}
	var contests struct{ Items []struct{ Contest string } }
	var chains struct{ Items []struct{ Chain string } }
	var drafts struct{ Items []struct{ ID string } }
	w.s.Call(http.MethodGet, "/runs?all=true", "", &runs)
	w.s.Call(http.MethodGet, "/contests", "", &contests)
	w.s.Call(http.MethodGet, "/chains", "", &chains)
	w.s.Call(http.MethodGet, "/drafts", "", &drafts)
	var references []string
	for _, s := range sessions {
		references = append(references, s.Ref())
	}
	if last := len(runs.Items) - 1; last >= 0 { // the first one, with a terminal
		told["run"], references = runs.Items[last].ID, append(references[:1:1],
			append([]string{runs.Items[last].To}, references[1:]...)...)
	}
	told["sessions"] = references
	for _, c := range contests.Items {
		told["contest"] = c.Contest
	}
	for _, c := range chains.Items {
		told["chain"] = c.Chain
	}
	for _, d := range drafts.Items {
		told["draft"] = d.ID
	}
	return told
}
