package kimicli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/kimicli"
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
			[]string{"--session", "id", "--print", "--output-format", "stream-json", "--prompt=-go"}, "", false},
		{"headless and long", inject.Launch{Headless: true, Prompt: long},
			[]string{"--session", "id", "--print", "--output-format", "stream-json"}, long, false},
		{"interactive", inject.Launch{Prompt: "go"}, []string{"--session", "id"}, "", true},
		{"interactive without prompt", inject.Launch{}, []string{"--session", "id"}, "", false},
		{"a model", inject.Launch{Model: "m"}, []string{"--session", "id", "--model", "m"}, "", false},
		{"the user's arguments", inject.Launch{Environment: inject.Environment{Arguments: []string{"--thinking"}}},
			[]string{"--session", "id", "--thinking"}, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.launch.Session = writers.Receipt{ID: "id"}
			got := kimicli.Driver{}.Command(test.launch)
			if diff := cmp.Diff(test.want, got.Arguments); diff != "" {
				t.Error(diff)
			}
			if got.Input != test.input || (got.Typed != nil) != test.typed || got.Strict {
				t.Errorf("input of %d bytes, typed %v, strict %v", len(got.Input), got.Typed != nil, got.Strict)
			}
		})
	}
}

func TestProgramIsToldFromKimiCode(t *testing.T) {
	for answer, want := range map[string]bool{"2.1.0": false, "kimi, version 1.49.0": true, "": false} {
		if (kimicli.Driver{}).Program().Recognizes(answer) != want {
			t.Errorf("%q is Kimi CLI: %v", answer, !want)
		}
	}
}

// The CLI puts its own prompt before a history. In the history of a session that it did not find, there is nothing
// else.
func TestOpenedIsToldByTheCLIsOwnPrompt(t *testing.T) {
	const prompt, said = `{"role": "_system_prompt", "content": "x"}` + "\n", `{"role":"user","content":"go"}` + "\n"
	for name, test := range map[string]struct {
		content string
		want    bool
	}{
		"not yet":    {said, false},
		"opened":     {prompt + said, true},
		"made anew":  {prompt, false},
		"deleted":    {"", false},
		"half a one": {prompt[:20], false},
	} {
		root := t.TempDir()
		put(t, filepath.Join(root, "sessions", "bucket", "mine", "context.jsonl"), test.content)
		if id, ok := (kimicli.Driver{}).Opened(adapter.Store{Root: root}, "mine", nil); ok != test.want || ok &&
			id != "mine" {
			t.Errorf("%s: %q %v", name, id, ok)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		model string
		want  []inject.Severity
	}{
		"ready":                      {map[string]string{"config.toml": `default_model = "m"`}, "", nil},
		"never signed in":            {nil, "", []inject.Severity{inject.Note}},
		"a model of the environment": {nil, "m", nil},
		"no syntax":                  {map[string]string{"config.toml": "x = "}, "", []inject.Severity{inject.Blocker}},
		"a damaged list of folders": {map[string]string{"kimi.json": "{", "config.toml": `default_model = "m"`}, "",
			[]inject.Severity{inject.Blocker}},
	} {
		root := t.TempDir()
		for file, content := range test.files {
			put(t, filepath.Join(root, file), content)
		}
		host := adapter.Host{Getenv: func(variable string) string {
			if variable == "KIMI_MODEL_NAME" {
				return test.model
			}
			return ""
		}}
		var got []inject.Severity
		for _, finding := range (kimicli.Driver{}).Check(inject.Environment{Host: host, Store: adapter.Store{Root: root}}) {
			got = append(got, finding.Severity)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
