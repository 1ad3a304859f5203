package target_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestStrayOfAResumeDoesNotDeleteTheSession begins with what Gemini CLI 0.61.0 does to its own user: a resume leaves a
// file without a conversation, and the next start deletes that and the session with it. A run of stead in the same
// project must prevent it.
func TestStrayOfAResumeDoesNotDeleteTheSession(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		next func(*harness.Environment) harness.Result
		kept bool
	}{
		{"another start of the CLI", func(g *harness.Environment) harness.Result { return g.Run("gemini", "-p", "hello") },
			false},
		{"a run of stead", func(g *harness.Environment) harness.Result {
			return g.Stead("run", "--from", g.Place("claude", "text").Ref(), "--to", "gemini", "-p", runtest.Prompt)
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			runtest.Proves(t, "gemini")
			t.Parallel()
			g := harness.New(t, answering("It goes on."))
			session := g.Place("gemini", "plain")
			g.Resume(session, runtest.Prompt)
			if found := chats(t, g); len(found) != 2 {
				t.Fatalf("the resume left no stray: %v", found)
			}
			if !c.kept {
				runtest.Exits(t, c.next(g), 0)
			} else {
				tells(t, g.Stead("doctor"), session.Path)
				runtest.Exits(t, c.next(g), 0)
				tells(t, g.Run("gemini", "--list-sessions"), session.ID)
			}
			if got := contains(chats(t, g), session.Path); got != c.kept {
				t.Errorf("the session is there: %v; the folder holds %v", got, chats(t, g))
			}
		})
	}
}

// TestWrittenSessionSurvivesResumesAndStarts goes on three times with a session that stead wrote, by the CLI alone,
// which leaves a stray each time, and starts it on something else in between.
func TestWrittenSessionSurvivesResumesAndStarts(t *testing.T) {
	runtest.Proves(t, "gemini")
	t.Parallel()
	g := harness.New(t, answering("It goes on."))
	runtest.Exits(t, g.Stead("run", "--from", g.Place("claude", "parallel").Ref(), "--to", "gemini", "-p",
		runtest.Prompt), 0)
	written := chats(t, g)
	if len(written) != 1 {
		t.Fatalf("the run left %v, want the session alone", written)
	}
	session := harness.Session{CLI: "gemini", Path: written[0],
		ID: strings.TrimSuffix(filepath.Base(written[0])[len("session-stead-"):], ".jsonl")}
	first := runtest.Conversation(g, "gemini", g.Turns()[0])
	for range 3 {
		g.Resume(session, "And on.")
		tells(t, g.Run("gemini", "--list-sessions"), session.ID)
		turns := g.Turns()
		if got := runtest.Conversation(g, "gemini", turns[len(turns)-1]); !strings.HasPrefix(got, first) ||
			strings.Count(got, "result") != strings.Count(first, "result") {
			t.Fatalf("the request is\n%s\nwant at its begin\n%s", got, first)
		}
	}
}

// TestTextsThatTheCLIWouldDropArrive delivers prompts that Gemini CLI takes for commands or preambles when it resumes a
// session.
func TestTextsThatTheCLIWouldDropArrive(t *testing.T) {
	runtest.Proves(t, "gemini")
	t.Parallel()
	dropped := []string{"/help me with this", "? what is that", "  \n/indented", "<session_context> is what?",
		"<hook_context>x</hook_context>"}
	var document bytes.Buffer
	document.WriteString(
		`{"id":"x","version":"1.0","source":{"cli":"universal"},"project":{"path":"WORK"},"model":{},"metadata":{},"timeline":[`)
	for i, text := range dropped {
		if i > 0 {
			document.WriteByte(',')
		}
		document.WriteString(`{"id":"u` + string(rune('0'+i)) +
			`","timestamp":"2026-11-20T10:00:00Z","type":"user","content":` + quoted(t, text) + `},`)
		document.WriteString(`{"id":"a` + string(rune('0'+i)) +
			`","timestamp":"2026-11-20T10:00:01Z","type":"assistant","content":"noted"}`)
	}
	document.WriteString("]}\n")
	g := harness.New(t, answering("It goes on."))
	path := filepath.Join(g.Dir, "session.json")
	keep(t, path, bytes.ReplaceAll(document.Bytes(), []byte("WORK"), []byte(g.Work)))
	runtest.Exits(t, g.Stead("run", "--from", path, "--to", "gemini", "-p", runtest.Prompt), 0, "U+2060")
	var got []string
	for _, item := range g.Turns()[0].Conversation() {
		if item.Role == "user" {
			got = append(got, strings.TrimPrefix(item.Text, "\u2060"))
		}
	}
	if want := append(dropped, runtest.Prompt); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("the model got %q, want %q", got, want)
	}
	tells(t, g.Stead("show", "gemini:latest"), dropped[0], dropped[3])
}

// TestHistoryBeyondTheWindowIsCutAndAnswered delivers more than Gemini CLI 0.61.0 sends: it would end without a request
// and with exit code 0.
func TestHistoryBeyondTheWindowIsCutAndAnswered(t *testing.T) {
	runtest.Proves(t, "gemini")
	t.Parallel()
	g := harness.New(t, answering("It goes on."))
	path := filepath.Join(g.Dir, "session.json")
	entry := `{"id":"%d","timestamp":"2026-11-20T10:00:00Z","type":"user","content":"` +
		strings.Repeat("a long prompt ", 20_000) + `"}`
	var entries []string
	for i := range 20 {
		entries = append(entries, strings.Replace(entry, "%d", string(rune('a'+i)), 1))
	}
	keep(t, path, []byte(`{"id":"x","version":"1.0","source":{"cli":"universal"},"project":{"path":"`+g.Work+
		`"},"model":{},"metadata":{},"timeline":[`+
		strings.Join(entries, ",")+"]}\n"))
	runtest.Exits(t, g.Stead("run", "--from", path, "--to", "gemini", "-p", runtest.Prompt), 0, "window")
	if turns := g.Turns(); len(turns) != 1 || turns[0].Prompt() != runtest.Prompt {
		t.Errorf("%d turns", len(turns))
	}
}

// chats are the sessions in the project's folder.
func chats(t *testing.T, g *harness.Environment) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(g.Dir, ".gemini", "tmp", "work", "chats", "session-*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func contains(paths []string, path string) bool {
	for _, p := range paths {
		if p == path {
			return true
		}
	}
	return false
}

// tells demands that a program ends well and says something on either of its outputs.
func tells(t *testing.T, result harness.Result, texts ...string) {
	t.Helper()
	runtest.Exits(t, result, 0)
	for _, text := range texts {
		if !strings.Contains(result.Stdout+result.Stderr, text) {
			t.Errorf("%q is not said:\n%s%s", text, result.Stdout, result.Stderr)
		}
	}
}

func keep(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func answering(text string) provider.Step {
	return provider.Step{Reply: provider.Say(text), Always: true}
}

func quoted(t *testing.T, text string) string {
	t.Helper()
	encoded, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// TestRunWithoutAnAnswerFails delivers one turn that alone is more than Gemini CLI 0.61.0 sends. Where it does not make
// a summary of it first, it makes no request, says nothing and ends with exit code 0.
func TestRunWithoutAnAnswerFails(t *testing.T) {
	runtest.Proves(t, "gemini")
	t.Parallel()
	g := harness.New(t, answering("It goes on."))
	path := filepath.Join(g.Dir, "session.json")
	keep(t, path, []byte(`{"id":"x","version":"1.0","source":{"cli":"universal"},"project":{"path":"`+g.Work+
		`"},"model":{},"metadata":{},"timeline":[`+
		`{"id":"u","timestamp":"2026-11-20T10:00:00Z","type":"user","content":"`+strings.Repeat("a long prompt ", 450_000)+
		`"},`+
		`{"id":"a","timestamp":"2026-11-20T10:00:01Z","type":"assistant","content":"noted"}]}`+"\n"))
	settings := filepath.Join(g.Dir, ".gemini", "settings.json")
	keep(t, settings, bytes.Replace(g.Read(settings), []byte("{"), []byte(`{"model": {"compressionThreshold": 9},`), 1))
	runtest.Exits(t, g.Stead("run", "--from", path, "--to", "gemini", "-p", runtest.Prompt), 7, "the turn did not finish")
	if turns := g.Provider.Turns(); len(turns) != 0 {
		t.Errorf("%d turns: the CLI sends so much now", len(turns))
	}
}
