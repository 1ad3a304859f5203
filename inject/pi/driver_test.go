package pi_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/pi"
	"stead/writers"
)

func TestCommand(t *testing.T) {
	long := strings.Repeat("x", inject.MaxArgument+1)
	for _, test := range []struct {
		name   string
		launch inject.Launch
		want   []string
		input  string
		typed  bool
	}{
		{"headless", inject.Launch{Headless: true, Prompt: "-go"},
			[]string{"--session", "/s.jsonl", "--mode", "json", "--print"}, "-go", false},
		{"interactive", inject.Launch{Prompt: "go"}, []string{"--session", "/s.jsonl", "go"}, "", false},
		{"interactive without prompt", inject.Launch{}, []string{"--session", "/s.jsonl"}, "", false},
		{"a prompt like an option", inject.Launch{Prompt: "-go"}, []string{"--session", "/s.jsonl"}, "", true},
		{"a prompt like a file", inject.Launch{Prompt: "@go"}, []string{"--session", "/s.jsonl"}, "", true},
		{"a long prompt", inject.Launch{Prompt: long}, []string{"--session", "/s.jsonl"}, "", true},
		{"a model and the user's arguments", inject.Launch{Environment: inject.Environment{
			Arguments: []string{"--thinking", "low"}}, Model: "m", Prompt: "go"},
			[]string{"--session", "/s.jsonl", "--model", "m", "--thinking", "low", "go"}, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.launch.Session = writers.Receipt{ID: "id", Path: "/s.jsonl"}
			got := pi.Driver{}.Command(test.launch)
			if diff := cmp.Diff(test.want, got.Arguments); diff != "" {
				t.Error(diff)
			}
			if got.Input != test.input || (got.Typed != nil) != test.typed || got.Strict {
				t.Errorf("input %q, typed %v, strict %v", got.Input, got.Typed != nil, got.Strict)
			}
		})
	}
}

func TestEvents(t *testing.T) {
	if id, ok := (pi.Driver{}).Announced([]byte(`{"type":"session","version":3,"id":"s","cwd":"/"}`)); !ok || id != "s" {
		t.Errorf("announced %q %v", id, ok)
	}
	for line, want := range map[string]string{
		`{"type":"agent_end","messages":[{"role":"user"},{"role":"assistant","stopReason":"error","errorMessage":"400"}],"willRetry":false}`: "400",
		`{"type":"agent_end","messages":[{"role":"assistant","stopReason":"error","errorMessage":"503"}],"willRetry":true}`:                  "",
		`{"type":"agent_end","messages":[{"role":"assistant","stopReason":"stop"}]}`:                                                         "",
		`{"type":"agent_end","messages":[{"role":"assistant","stopReason":"error"}]}`:                                                        "Pi reported an error",
		`{"type":"turn_end","message":{"role":"assistant","stopReason":"error"}}`:                                                            "",
	} {
		if got, ok := (pi.Driver{}).Failure([]byte(line)); got != want || ok != (want != "") {
			t.Errorf("%s: %q %v", line, got, ok)
		}
	}
}

const custom = `{"providers": {
  "second-to-none": {"models": []},
  "mock": {"apiKey": "k", "models": [{"id": "first"}, {"id": "second"}]}
}}`

func TestConfiguredIsWhatTheCLIWouldTake(t *testing.T) {
	defaults := `{"defaultProvider":"p","defaultModel":"m"}`
	for name, test := range map[string]struct {
		files     map[string]string
		key       string
		arguments []string
		want      inject.Model
	}{
		"nothing": {},
		"the settings' default": {files: map[string]string{"home/settings.json": defaults},
			want: inject.Model{Provider: "p", Name: "m"}},
		"half a default": {files: map[string]string{"home/settings.json": `{"defaultProvider":"p"}`}},
		"the first of models.json": {files: map[string]string{"home/models.json": custom},
			want: inject.Model{Provider: "mock", Name: "first"}},
		"not when another provider has a key": {files: map[string]string{"home/models.json": custom},
			key: "OPENAI_API_KEY"},
		"not when the user has signed in": {files: map[string]string{"home/models.json": custom,
			"home/auth.json": `{"anthropic":{}}`}},
		"a project that is not trusted": {files: map[string]string{"work/.pi/settings.json": defaults}},
		"a project below a folder that is": {files: map[string]string{"work/.pi/settings.json": defaults,
			"home/trust.json": `{"WORK":true}`}, want: inject.Model{Provider: "p", Name: "m"}},
		"the arguments": {files: map[string]string{"home/settings.json": defaults},
			arguments: []string{"--model", "a/b"}, want: inject.Model{Provider: "a", Name: "b"}},
		"the arguments, in two": {arguments: []string{"--provider", "a", "--model", "a/b"},
			want: inject.Model{Provider: "a", Name: "b"}},
		"a part of a name is the CLI's to find": {files: map[string]string{"home/settings.json": defaults},
			arguments: []string{"--model", "sonnet"}},
	} {
		if got := (pi.Driver{}).Configured(environment(t, test.files, test.key, test.arguments)); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

func TestCheckTellsDialogs(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		key   string
		want  int
	}{
		"never signed in":          {nil, "", 1},
		"a key in the environment": {nil, "XAI_API_KEY", 0},
		"a provider of the user's": {map[string]string{"home/models.json": custom}, "", 0},
		"a plain project":          {map[string]string{"work/.pi/notes": ""}, "XAI_API_KEY", 0},
		"a project with settings":  {map[string]string{"work/.pi/settings.json": "{}"}, "XAI_API_KEY", 1},
		"one that was decided about": {map[string]string{"work/.pi/settings.json": "{}",
			"home/trust.json": `{"WORK":false}`}, "XAI_API_KEY", 0},
		"one that is always trusted": {map[string]string{"work/.pi/settings.json": "{}",
			"home/settings.json": `{"defaultProjectTrust":"always"}`}, "XAI_API_KEY", 0},
	} {
		if found := (pi.Driver{}).Check(environment(t, test.files, test.key, nil)); len(found) != test.want {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// environment returns a home and a project with the given files, in which WORK stands for the folder above the project.
func environment(t *testing.T, files map[string]string, key string, arguments []string) inject.Environment {
	t.Helper()
	root := t.TempDir()
	for file, content := range files {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(content, "WORK", root)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	host := adapter.Host{Home: root, Getenv: func(name string) string {
		if name == key && key != "" {
			return "set"
		}
		return ""
	}}
	return inject.Environment{Host: host, Store: adapter.Store{CLI: "pi", Root: filepath.Join(root, "home")},
		Dir: filepath.Join(root, "work"), Arguments: arguments}
}
