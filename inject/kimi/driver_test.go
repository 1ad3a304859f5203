package kimi_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	format "stead/adapters/kimi"
	"stead/inject"
	"stead/inject/kimi"
	"stead/writers"
)

const configuration = `default_model = "usual"
[models.usual]
model = "kimi-k2"
[models.b]
model = "kimi-k3"
[models.a]
model = "kimi-k3"
`

// environment returns a machine with a configuration, which may be empty, and an environment.
func environment(t *testing.T, configuration string, environment map[string]string,
	arguments ...string) inject.Environment {
	t.Helper()
	root := t.TempDir()
	if configuration != "" {
		put(t, filepath.Join(root, "config.toml"), configuration)
	}
	return inject.Environment{
		Host:  adapter.Host{Home: t.TempDir(), Getenv: func(name string) string { return environment[name] }},
		Store: adapter.Store{Root: root},
		Dir:   "/home/user/demo", Arguments: arguments,
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

func TestCommand(t *testing.T) {
	described := map[string]string{"KIMI_MODEL_NAME": "kimi-k9"}
	for _, test := range []struct {
		name   string
		launch inject.Launch
		want   []string
		typed  bool
	}{
		{"headless", inject.Launch{Environment: environment(t, configuration, nil), Headless: true, Prompt: "-go"},
			[]string{"--session", "id", "--model", "usual", "--output-format", "stream-json", "--prompt=-go"}, false},
		{"interactive", inject.Launch{Environment: environment(t, configuration, nil), Prompt: "go"},
			[]string{"--session", "id", "--model", "usual"}, true},
		{"interactive without prompt", inject.Launch{Environment: environment(t, configuration, nil)},
			[]string{"--session", "id", "--model", "usual"}, false},
		{"a model that is asked for", inject.Launch{Environment: environment(t, configuration, nil), Model: "b",
			Recorded: "kimi-k2"}, []string{"--session", "id", "--model", "b"}, false},
		{"the model of the session", inject.Launch{Environment: environment(t, configuration, nil), Recorded: "kimi-k3"},
			[]string{"--session", "id", "--model", "a"}, false},
		{"a model of the session that is not configured", inject.Launch{Environment: environment(t, configuration, nil),
			Recorded: "gpt"}, []string{"--session", "id", "--model", "usual"}, false},
		{"the environment's model", inject.Launch{Environment: environment(t, configuration, described)},
			[]string{"--session", "id", "--model", "__kimi_env_model__"}, false},
		{"the environment's model recorded", inject.Launch{Environment: environment(t, configuration, described),
			Recorded: "kimi-k9"}, []string{"--session", "id", "--model", "__kimi_env_model__"}, false},
		{"the user's own argument", inject.Launch{Environment: environment(t, configuration, nil, "-m", "b"),
			Recorded: "kimi-k3"}, []string{"--session", "id", "-m", "b"}, false},
		{"no model at all", inject.Launch{Environment: environment(t, "", nil)}, []string{"--session", "id"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.launch.Session = writers.Receipt{ID: "id"}
			test.launch.Configured = kimi.Driver{}.Configured(test.launch.Environment)
			got := kimi.Driver{}.Command(test.launch)
			if diff := cmp.Diff(test.want, got.Arguments); diff != "" {
				t.Error(diff)
			}
			if (got.Typed != nil) != test.typed || !got.Strict || got.Input != "" {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestProgramIsToldFromKimiCLI(t *testing.T) {
	for answer, want := range map[string]bool{"2.1.0": true, "kimi, version 1.49.0": false, "": false} {
		if (kimi.Driver{}).Program().Recognizes(answer) != want {
			t.Errorf("%q is Kimi Code: %v", answer, !want)
		}
	}
}

func TestAnnounced(t *testing.T) {
	for line, want := range map[string]string{
		`{"role":"meta","type":"session.resume_hint","session_id":"ses_1","command":"kimi -r ses_1"}`: "ses_1",
		`{"role":"assistant","content":"session.resume_hint"}`:                                        "",
	} {
		if id, ok := (kimi.Driver{}).Announced([]byte(line)); id != want || ok != (want != "") {
			t.Errorf("%s: %q %v", line, id, ok)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, test := range map[string]struct {
		configuration string
		trusted       bool
		want          []inject.Severity
	}{
		"ready":     {configuration, true, nil},
		"no trust":  {configuration, false, []inject.Severity{inject.Note}},
		"no model":  {"x = 1\n", true, []inject.Severity{inject.Blocker}},
		"no file":   {"", true, []inject.Severity{inject.Blocker}},
		"no syntax": {"x = \n", true, []inject.Severity{inject.Blocker}},
		"Kimi CLI":  {configuration, true, []inject.Severity{inject.Note}},
	} {
		g := environment(t, test.configuration, nil)
		if test.trusted {
			put(t, filepath.Join(g.Store.Root, "workspace-trust", format.WorkDirKey(g.Dir)), "{}")
		}
		if name == "Kimi CLI" {
			put(t, filepath.Join(g.Host.Home, ".kimi", "config.toml"), "")
		}
		var got []inject.Severity
		for _, finding := range (kimi.Driver{}).Check(g) {
			got = append(got, finding.Severity)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
