package gemini_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/gemini"
	"stead/internal/testkit/fixtures"
	"stead/writers"
)

var now = time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC)

const (
	id      = "01020304-0000-4000-8000-000000000000"
	header  = `{"sessionId":"` + id + `","projectHash":"x","lastUpdated":"2026-11-20T10:00:00.000Z"}` + "\n"
	talk    = header + `{"id":"u","type":"user","content":[{"text":"go"}]}` + "\n"
	surface = `{"$set":{"messages":[{"id":"e","type":"user","content":[{"text":"<session_context>\nx"}]}]}}` + "\n"
)

func environment(t *testing.T) inject.Environment {
	root := filepath.Join(t.TempDir(), ".gemini")
	return inject.Environment{
		Host: adapter.Host{Home: filepath.Dir(root), Getenv: func(string) string { return "" },
			Now: func() time.Time { return now }},
		Store: adapter.Store{CLI: "gemini", Root: root}, Dir: "/home/user/demo",
	}
}

func TestCommandLine(t *testing.T) {
	long := strings.Repeat("x", inject.MaxArgument+1)
	for name, c := range map[string]struct {
		launch       inject.Launch
		want         []string
		input, typed string
	}{
		"headless": {inject.Launch{Prompt: "-go", Headless: true},
			[]string{"--resume", id, "--output-format", "stream-json"}, "-go", ""},
		"with a model and arguments": {
			inject.Launch{Prompt: "go", Headless: true, Model: "gemini-3-pro",
				Environment: inject.Environment{Arguments: []string{"--yolo"}}},
			[]string{"--resume", id, "--output-format", "stream-json", "--model", "gemini-3-pro", "--yolo"}, "go", "",
		},
		"interactive": {inject.Launch{}, []string{"--resume", id}, "", ""},
		"interactive with a prompt": {inject.Launch{Prompt: "-go"},
			[]string{"--resume", id, "--prompt-interactive=-go"}, "", ""},
		"interactive with a long prompt": {inject.Launch{Prompt: long}, []string{"--resume", id}, "", long},
	} {
		t.Run(name, func(t *testing.T) {
			c.launch.Session = writers.Receipt{ID: id}
			got := gemini.Driver{}.Command(c.launch)
			typed := ""
			if got.Typed != nil {
				typed = got.Typed.Text
			}
			if diff := cmp.Diff(c.want, got.Arguments); diff != "" || got.Input != c.input || typed != c.typed || !got.Strict {
				t.Errorf("input %q, typed %.10q, strict %v, arguments (-want +got):\n%s", got.Input, typed, got.Strict, diff)
			}
		})
	}
}

func TestSignalsInTheEventStream(t *testing.T) {
	d := gemini.Driver{}
	if got, ok := d.Announced([]byte(`{"type":"init","session_id":"` + id + `","model":"auto"}`)); !ok || got != id {
		t.Errorf("announced %q, %v", got, ok)
	}
	if _, ok := d.Announced([]byte(`{"type":"message","role":"user","content":"go"}`)); ok {
		t.Error("a message announces a session")
	}
	for line, want := range map[string]string{
		`{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: no]"}}`: "[API Error: no]",
		`{"type":"error","severity":"error","message":"empty"}`:                                     "empty",
		`{"type":"error","severity":"warning","message":"loop"}`:                                    "",
		`{"type":"result","status":"success"}`:                                                      "",
	} {
		if got, ok := d.Failure([]byte(line)); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", line, got, ok)
		}
	}
}

// TestStartDoesNoHarm creates the folder that Gemini CLI leaves when it resumes a session of its own, and one of
// stead's next to it.
func TestStartDoesNoHarm(t *testing.T) {
	g := environment(t)
	chats := filepath.Join(g.Store.Root, "tmp", "demo", "chats")
	other := strings.ReplaceAll(header+surface, id, "0a0b0c0d-0000-4000-8000-000000000000")
	own := filepath.Join(chats, "session-stead-"+id+".jsonl")
	for name, content := range map[string]string{
		"session-2026-11-20T10-00-01020304.jsonl": talk, "session-2026-11-20T11-00-01020304.jsonl": header + surface,
		"session-2026-11-20T12-00-0a0b0c0d.jsonl": other, // a session that has just begun, of a process that lives
		filepath.Base(own):                        talk,
	} {
		fixtures.Put(t, filepath.Join(chats, name), []byte(content))
	}
	found := gemini.Driver{}.Check(g)
	if len(found) == 0 || !strings.Contains(found[len(found)-1].Text, "session-2026-11-20T10-00-01020304.jsonl") {
		t.Errorf("findings %+v", found)
	}
	receipt := writers.Receipt{ID: id, Path: own}
	if err := (gemini.Driver{}).Before(g, receipt); err != nil {
		t.Fatal(err)
	}
	want := []string{"session-2026-11-20T10-00-01020304.jsonl", "session-2026-11-20T11-00-01020304-stray.jsonl",
		"session-2026-11-20T12-00-0a0b0c0d.jsonl", filepath.Base(own)}
	if diff := cmp.Diff(want, names(t, chats)); diff != "" {
		t.Errorf("before the start (-want +got):\n%s", diff)
	}
	if content, err := os.ReadFile(own); err != nil || string(content) != strings.Replace(talk,
		"2026-11-20T10:00:00.000Z", "2026-12-24T18:00:00.000Z", 1) {
		t.Errorf("the session was not marked as used now: %s, %v", content, err)
	}
	fixtures.Put(t, filepath.Join(chats, "session-2026-12-24T18-00-01020304.jsonl"), []byte(header+surface))
	if err := (gemini.Driver{}).After(g, receipt); err != nil {
		t.Fatal(err)
	}
	want = []string{want[0], want[2], want[3]}
	if diff := cmp.Diff(want, names(t, chats)); diff != "" {
		t.Errorf("after the end (-want +got):\n%s", diff)
	}
	if found := (gemini.Driver{}).Check(g); len(found) > 0 && strings.Contains(found[len(found)-1].Text, "delete") {
		t.Errorf("findings %+v", found)
	}
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

func TestDoctorTellsOfTrustAndSignIn(t *testing.T) {
	const trust, auth = "does not trust", "not signed in"
	for name, c := range map[string]struct {
		files     map[string]string
		arguments []string
		want      []string
	}{
		"nothing": {nil, nil, []string{auth, trust}},
		"signed in": {map[string]string{
			"settings.json": `{"security":{"auth":{"selectedType":"oauth-personal"}}}`}, nil, []string{trust}},
		"no trust is asked": {map[string]string{"settings.json": `{"security":{"folderTrust":{"enabled":false}}}`}, nil,
			[]string{auth}},
		"a folder above": {map[string]string{"trustedFolders.json": `{"/home/user":"TRUST_FOLDER"}`}, nil,
			[]string{auth}},
		"a neighbour's parent": {map[string]string{"trustedFolders.json": `{"/home/user/other":"TRUST_PARENT"}`}, nil,
			[]string{auth}},
		"a like name": {map[string]string{"trustedFolders.json": `{"/home/user/dem":"TRUST_FOLDER"}`}, nil,
			[]string{auth, trust}},
		"not this one": {map[string]string{
			"trustedFolders.json": `{"/home/user":"TRUST_FOLDER","/home/user/demo":"DO_NOT_TRUST"}`}, nil,
			[]string{auth, trust}},
		"by argument":         {nil, []string{"--skip-trust"}, []string{auth}},
		"settings with notes": {map[string]string{"settings.json": "{ // mine\n}"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			g := environment(t)
			g.Arguments = c.arguments
			for file, content := range c.files {
				fixtures.Put(t, filepath.Join(g.Store.Root, file), []byte(content))
			}
			found := gemini.Driver{}.Check(g)
			if len(found) != len(c.want) {
				t.Fatalf("findings %+v", found)
			}
			for i, want := range c.want {
				if !strings.Contains(found[i].Text, want) || found[i].Remedy == "" {
					t.Errorf("finding %+v, want %q", found[i], want)
				}
			}
		})
	}
}
