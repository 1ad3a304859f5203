package run_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestDamagedSourceGivesAClearResult demands of each damage either a run with what is whole, or a refusal that names
// the file; and always that the file stays as it is.
func TestDamagedSourceGivesAClearResult(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		damage func([]byte) []byte
		code   int
		says   string
	}{
		{"cut in its last line", func(content []byte) []byte { return content[:len(content)-40] }, 0, ""},
		{"with a damaged line in the middle", func(content []byte) []byte {
			return bytes.Replace(content, []byte("\n"), []byte("\n{\"half\n"), 1)
		}, 0, ""},
		{"empty", func([]byte) []byte { return nil }, 1, "empty"},
		{"no session", func([]byte) []byte { return []byte("Dear diary,\nnothing happened today.\n") }, 1, "format"},
	} {
		for _, cli := range []string{"claude", "codex"} {
			t.Run(c.name+"/"+cli, func(t *testing.T) {
				runtest.Proves(t, runtest.SmallPairs[cli])
				t.Parallel()
				g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
				target := runtest.SmallPairs[cli]
				session := runtest.SmallSession(g, target)
				if err := os.WriteFile(session.Path, c.damage(g.Read(session.Path)), 0o600); err != nil {
					t.Fatal(err)
				}
				content, changed := g.Read(session.Path), g.ModTime(session.Path)
				result := g.Stead("run", "--from", session.Path, "--to", target, "-p", runtest.Prompt)
				if !bytes.Equal(g.Read(session.Path), content) || !g.ModTime(session.Path).Equal(changed) {
					t.Error("the source was touched")
				}
				if c.code == 0 {
					runtest.Exits(t, result, 0)
					if turns := g.Turns(); len(turns) != 1 || turns[0].Prompt() != runtest.Prompt {
						t.Errorf("%d turns", len(turns))
					}
					return
				}
				runtest.Exits(t, result, c.code, session.Path, c.says)
				noRuns(t, g)
			})
		}
	}
}

// TestGrowingSourceIsTakenAsFarAsItIs lets the source's own CLI go on while stead reads.
func TestGrowingSourceIsTakenAsFarAsItIs(t *testing.T) {
	t.Parallel()
	for _, cli := range []string{"claude", "codex"} {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			target := runtest.SmallPairs[cli]
			session := runtest.SmallSession(g, target)
			before := g.Read(session.Path)
			stop, stopped := make(chan struct{}), make(chan error)
			go func() { stopped <- grow(session.Path, lastOf(before), stop) }()
			result := g.Stead("run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt)
			close(stop)
			if err := <-stopped; err != nil {
				t.Fatal(err)
			}
			runtest.Exits(t, result, 0)
			after := g.Read(session.Path)
			if len(after) == len(before) {
				t.Fatal("the source did not grow")
			}
			if !bytes.HasPrefix(after, before) || len(bytes.ReplaceAll(after[len(before):], lastOf(before), nil)) > 0 {
				t.Error("stead wrote into the source")
			}
			own := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			own.Resume(runtest.SmallSession(own, target), runtest.Prompt)
			want := strings.TrimSuffix(runtest.Conversation(own, cli, own.Turns()[0]), "user text: \""+runtest.Prompt+"\"\n")
			if got := runtest.Conversation(g, cli, g.Turns()[0]); !strings.HasPrefix(got, want) ||
				!strings.Contains(got, runtest.Prompt) {
				t.Errorf("the request is\n%s\nwant at its begin\n%s", got, want)
			}
		})
	}
}

// lastOf returns the last line, with its end.
func lastOf(content []byte) []byte {
	return content[bytes.LastIndexByte(content[:len(content)-1], '\n')+1:]
}

// grow appends a line again and again.
func grow(path string, line []byte, stop <-chan struct{}) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	ticker := time.NewTicker(200 * time.Microsecond)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return nil
		case <-ticker.C:
		}
		if _, err := file.Write(line); err != nil {
			return err
		}
	}
}

func TestWorkingFolderThatIsGoneIsNamedAndCanBeReplaced(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."))...)
			session := runtest.SmallSession(g, target)
			if err := os.Remove(g.Work); err != nil {
				t.Fatal(err)
			}
			other := t.TempDir()
			run := func(args ...string) harness.Result {
				t.Helper()
				line := append([]string{"run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt}, args...)
				process, err := harness.Start(g.Context(), g.Command(other, g.SteadPath(), line...))
				if err != nil {
					t.Fatal(err)
				}
				return g.Wait(process)
			}
			runtest.Exits(t, run(), 1, g.Work, "--cwd")
			noRuns(t, g)
			runtest.Exits(t, run("--cwd", "."), 0, "continues in")
			if turns := g.Turns(); len(turns) != 1 {
				t.Errorf("%d turns", len(turns))
			}
		})
	}
}
