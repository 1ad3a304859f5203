package opencode

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/writers"
)

// environment returns a home with files, given by their paths below it, and an environment.
func environment(t *testing.T, environment map[string]string, files map[string]string,
	arguments ...string) inject.Environment {
	t.Helper()
	home := t.TempDir()
	for name, content := range files {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	host := adapter.Host{Home: home, Getenv: func(name string) string {
		return strings.ReplaceAll(environment[name], "$HOME", home)
	}}
	return inject.Environment{
		Host: host, Store: adapter.Store{CLI: "opencode", Root: Driver{}.Home(host)},
		Dir: filepath.Join(home, "work", "deep"), Arguments: arguments,
	}
}

func TestCommand(t *testing.T) {
	const quiet = `OPENCODE_PERMISSION={"plan_enter":"deny","plan_exit":"deny","question":"deny"}`
	for _, c := range []struct {
		name        string
		launch      inject.Launch
		environment map[string]string
		arguments   []string
		input       string
		settings    []string
		typed       bool
	}{
		{"headless", inject.Launch{Headless: true, Prompt: "-x \"quoted\" text"}, nil,
			[]string{"run", "--format", "json", "--session", "ses_a"}, "-x \"quoted\" text",
			[]string{"OPENCODE_DISABLE_AUTOUPDATE=1", quiet}, false},
		{"headless, with permissions of the user's own", inject.Launch{Headless: true, Prompt: "p"},
			map[string]string{"OPENCODE_PERMISSION": `{"bash":{"*":"ask"}}`},
			[]string{"run", "--format", "json", "--session", "ses_a"}, "p",
			[]string{"OPENCODE_DISABLE_AUTOUPDATE=1",
				`OPENCODE_PERMISSION={"bash":{"*":"ask"},"plan_enter":"deny","plan_exit":"deny","question":"deny"}`}, false},
		{"interactive", inject.Launch{}, nil, []string{"--session", "ses_a"}, "", []string{"OPENCODE_DISABLE_AUTOUPDATE=1"},
			false},
		{"interactive with a prompt", inject.Launch{Prompt: "p"}, nil, []string{"--session", "ses_a"}, "",
			[]string{"OPENCODE_DISABLE_AUTOUPDATE=1"}, true},
		{"a model", inject.Launch{Model: "anthropic/opus"}, nil,
			[]string{"--session", "ses_a", "--model", "anthropic/opus"}, "", []string{"OPENCODE_DISABLE_AUTOUPDATE=1"}, false},
		{"a model of the configured provider", inject.Launch{Model: "opus",
			Configured: inject.Model{Provider: "anthropic"}}, nil,
			[]string{"--session", "ses_a", "--model", "anthropic/opus"}, "", []string{"OPENCODE_DISABLE_AUTOUPDATE=1"}, false},
	} {
		c.launch.Environment = environment(t, c.environment, nil)
		c.launch.Session = writers.Receipt{ID: "ses_a"}
		got := Driver{}.Command(c.launch)
		if diff := cmp.Diff(c.arguments, got.Arguments); diff != "" {
			t.Errorf("%s: arguments (-want +got):\n%s", c.name, diff)
		}
		if diff := cmp.Diff(c.settings, got.Environment); diff != "" || got.Input != c.input ||
			(got.Typed != nil) != c.typed || !got.Strict {
			t.Errorf("%s: %+v, environment (-want +got):\n%s", c.name, got, diff)
		}
	}
}

func TestTheModelIsTheOneThatOpenCodeWouldUse(t *testing.T) {
	const user, project = ".config/opencode/opencode.json", "work/opencode.json"
	last := `{"recent":[{"providerID":"gone","modelID":"x"},{"providerID":"openai","modelID":"gpt"}]}`
	for _, c := range []struct {
		name        string
		environment map[string]string
		files       map[string]string
		arguments   []string
		want        string
	}{
		{"nothing is known", nil, nil, nil, ""},
		{"the user's", nil, map[string]string{user: `{"model":"a/user"}`}, nil, "a/user"},
		{"with comments", nil, map[string]string{
			".config/opencode/opencode.jsonc": "{// \"model\": \"b/x\",\n/* no */ \"model\": \"a//b\",}\n"}, nil, "a//b"},
		{"the project's", nil, map[string]string{user: `{"model":"a/user"}`, project: `{"model":"a/project"}`,
			"work/.git/x": ""}, nil, "a/project"},
		{"above the repository", nil, map[string]string{user: `{"model":"a/user"}`, project: `{"model":"a/project"}`,
			"work/deep/.git/x": ""}, nil, "a/user"},
		{"the nearer one", nil, map[string]string{project: `{"model":"a/project"}`,
			"work/deep/opencode.jsonc": `{"model":"a/deep"}`}, nil, "a/deep"},
		{"a folder of its own", nil, map[string]string{project: `{"model":"a/project"}`,
			"work/.opencode/opencode.json": `{"model":"a/dot"}`}, nil, "a/dot"},
		{"the agent's", nil, map[string]string{user: `{"model":"a/user","agent":{"build":{"model":"a/agent"}}}`}, nil,
			"a/agent"},
		{"a file that the environment names", map[string]string{"OPENCODE_CONFIG": "$HOME/own.json"},
			map[string]string{user: `{"model":"a/user"}`, "own.json": `{"model":"a/own"}`}, nil, "a/own"},
		{"the environment's", map[string]string{"OPENCODE_CONFIG_CONTENT": `{"model":"a/content"}`},
			map[string]string{project: `{"model":"a/project"}`}, nil, "a/content"},
		{"a variable", map[string]string{"OWN": "a/variable"}, map[string]string{user: `{"model":"{env:OWN}"}`}, nil,
			"a/variable"},
		{"the arguments", nil, map[string]string{user: `{"model":"a/user"}`}, []string{"--agent", "x", "-m", "a/argument"},
			"a/argument"},
		{"the arguments joined", nil, nil, []string{"--model=openrouter/a/b"}, "openrouter/a/b"},
		{"the last one, signed in", nil, map[string]string{".local/state/opencode/model.json": last,
			".local/share/opencode/auth.json": `{"openai":{}}`}, nil, "openai/gpt"},
		{"the last one, configured", nil, map[string]string{".local/state/opencode/model.json": last,
			user: `{"provider":{"openai":{}}}`}, nil, "openai/gpt"},
		{"the last one, gone", nil, map[string]string{".local/state/opencode/model.json": last}, nil, ""},
		{"no provider", nil, map[string]string{user: `{"model":"opus"}`}, nil, ""},
	} {
		got := Driver{}.Configured(environment(t, c.environment, c.files, c.arguments...))
		provider, _, _ := strings.Cut(c.want, "/")
		if got != (inject.Model{Provider: provider, Name: c.want}) {
			t.Errorf("%s: %+v, want %s", c.name, got, c.want)
		}
	}
}

func TestCheckSaysWhatIsInTheWay(t *testing.T) {
	const user = ".config/opencode/opencode.json"
	for _, c := range []struct {
		environment, files map[string]string
		severity           inject.Severity
		says               string
	}{
		{nil, map[string]string{user: `{"model":"a/b"}`}, "", ""},
		{nil, nil, inject.Blocker, "which model"},
		{nil, map[string]string{user: `{"model":`}, inject.Blocker, "opencode.json cannot be read"},
		{map[string]string{"OPENCODE_DB": ":memory:"}, map[string]string{user: `{"model":"a/b"}`}, inject.Blocker,
			"in memory"},
	} {
		found := Driver{}.Check(environment(t, c.environment, c.files))
		if c.says == "" {
			if len(found) > 0 {
				t.Errorf("found %+v", found)
			}
			continue
		}
		if len(found) != 1 || found[0].Severity != c.severity || !strings.Contains(found[0].Text, c.says) ||
			found[0].Remedy == "" {
			t.Errorf("found %+v, want %s that says %q", found, c.severity, c.says)
		}
	}
}

func TestTheDatabaseIsMadeWhereThereIsNone(t *testing.T) {
	if arguments, needed := (Driver{}).Preparation(environment(t, nil, nil)); !needed ||
		strings.Join(arguments, " ") != "db path" {
		t.Errorf("preparation %v, %v", arguments, needed)
	}
	// A run that is killed while OpenCode makes its database leaves a file without tables.
	if _, needed := (Driver{}).Preparation(environment(t, nil,
		map[string]string{".local/share/opencode/opencode.db": ""})); !needed {
		t.Error("no preparation is needed, though OpenCode has not finished its database")
	}
	if _, needed := (Driver{}).Preparation(environment(t, nil, map[string]string{
		".local/share/opencode/opencode.db": strings.Repeat("that it is none is said when it is opened", 10)})); needed {
		t.Error("a preparation is needed, though there is a file")
	}
}

func TestEventsTellTheSessionAndTheFailure(t *testing.T) {
	for _, c := range []struct{ line, id, failure string }{
		{`{"type":"step_start","timestamp":1,"sessionID":"ses_a","part":{}}`, "ses_a", ""},
		{`{"type":"error","timestamp":1,"sessionID":"ses_a","error":{"name":"APIError","data":{"message":"no credit"}}}`,
			"ses_a", "no credit"},
		{`{"type":"error","timestamp":1,"sessionID":"ses_a","error":{"name":"UnknownError"}}`, "ses_a", "UnknownError"},
		{`Session not found`, "", ""},
		{`{"sessionID":"ses_a"}`, "", ""},
	} {
		if id, ok := (Driver{}).Announced([]byte(c.line)); id != c.id && ok {
			t.Errorf("%s announces %q", c.line, id)
		}
		if failure, ok := (Driver{}).Failure([]byte(c.line)); failure != c.failure || ok != (c.failure != "") {
			t.Errorf("%s fails with %q, %v", c.line, failure, ok)
		}
	}
}
