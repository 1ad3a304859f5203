package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// input is a home with the given configuration file.
func input(t *testing.T, file string, environ ...string) Input {
	t.Helper()
	home := t.TempDir()
	if file != "" {
		write(t, filepath.Join(home, ".config/stead/config.yaml"), file)
	}
	return Input{
		Home:    home,
		Environ: environ,
		CLIs:    []string{"claude", "codex"},
		Checks: map[string]func(string) error{"history": func(value string) error {
			if value == "none" {
				return errors.New("use full or last:N")
			}
			return nil
		}},
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func load(t *testing.T, in Input) Config {
	t.Helper()
	c, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// abs returns a path as an absolute one of this system.
func abs(path string) string {
	if runtime.GOOS == "windows" {
		path = "C:" + path
	}
	return filepath.FromSlash(path)
}

func TestNoFileMeansDefaults(t *testing.T) {
	c := load(t, input(t, ""))
	if c.History != "full" || c.Thinking != "" || len(c.CLI) != 2 {
		t.Errorf("got %+v, want the defaults", c)
	}
}

func TestFileSetsEverySetting(t *testing.T) {
	in := input(t, `
history: last:20
Thinking: text   # keys are told apart without regard to case
cli:
  codex:
    binary: ~/bin/codex
    home: ~/.codex-work
    args: [--search, "-c", "a=b,c"]
    env: [Mixed_Case=Value, EMPTY=]
    model: gpt-5.5
    models: ["claude-*=gpt-5.5", "a/b?=c=d"]
  claude:
`)
	c := load(t, in)
	want := CLI{
		Binary: filepath.Join(in.Home, "bin/codex"), Home: filepath.Join(in.Home, ".codex-work"),
		Args: []string{"--search", "-c", "a=b,c"}, Env: []string{"Mixed_Case=Value", "EMPTY="},
		Model: "gpt-5.5", Models: []string{"claude-*=gpt-5.5", "a/b?=c=d"},
	}
	if diff := cmp.Diff(want, c.CLI["codex"]); diff != "" {
		t.Errorf("codex (-want +got):\n%s", diff)
	}
	if c.History != "last:20" || c.Thinking != "text" {
		t.Errorf("history %q, thinking %q", c.History, c.Thinking)
	}
}

func TestStrengthRisesFromFileToEnvironmentToFlag(t *testing.T) {
	in := input(t, "history: file\nthinking: file\ncli: {codex: {binary: file}}", "STEAD_HISTORY=environment",
		"STEAD_CLI_CODEX_BINARY=environment")
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.String("history", "", "")
	set.String("reasoning", "unset", "")
	if err := set.Parse([]string{"--history", "flag"}); err != nil {
		t.Fatal(err)
	}
	in.Flags = Flags{"history": set.Lookup("history"), "thinking": set.Lookup("reasoning")}
	got := map[string]string{}
	for _, s := range load(t, in).Settings() {
		if !s.IsDefault() {
			got[s.Key] = fmt.Sprint(s.Value, " from ", filepath.ToSlash(strings.TrimPrefix(s.Origin, in.Home)))
		}
	}
	want := map[string]string{
		"history":          "flag from --history",
		"cli.codex.binary": "environment from STEAD_CLI_CODEX_BINARY",
		"thinking":         "file from /.config/stead/config.yaml:2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}

func TestListsInTheEnvironment(t *testing.T) {
	c := load(t, input(t, "", "STEAD_CLI_CODEX_ARGS=--search -c a=b", "STEAD_CLI_CODEX_ENV=A=one two\nB=,"))
	want := CLI{Args: []string{"--search", "-c", "a=b"}, Env: []string{"A=one two", "B=,"}, Models: []string{}}
	if diff := cmp.Diff(want, c.CLI["codex"]); diff != "" {
		t.Errorf("codex (-want +got):\n%s", diff)
	}
}

func TestMistakesAreNamed(t *testing.T) {
	for _, c := range []struct {
		name, file, environ string
		want                []string
	}{
		{"unknown key", "\nhistroy: full", "", []string{"config.yaml:2: histroy: there is no such setting",
			"did you mean history?"}},
		{"unknown CLI", "cli:\n  kodex: {}", "", []string{"config.yaml:2: cli.kodex: ", "did you mean codex?"}},
		{"unknown key of a CLI", "cli:\n  codex:\n    path: x", "",
			[]string{"config.yaml:3: cli.codex.path", "binary, home, args, env, model, models"}},
		{"wrong value", "history: none", "", []string{"config.yaml:1: history: use full or last:N"}},
		{"text for a list", "cli:\n  codex:\n    args: --search", "",
			[]string{"config.yaml:3: cli.codex.args: expected a list"}},
		{"list for a text", "history: [a]", "", []string{"config.yaml:1: history: expected one value"}},
		{"mapping in a list", "cli: {codex: {env: [{A: b}]}}", "", []string{"cli.codex.env: line 1: expected text"}},
		{"text for a mapping", "cli: codex", "", []string{"config.yaml:1: cli: expected `key: value` lines",
			"claude, codex"}},
		{"a list as the whole file", "- history", "", []string{"config.yaml:1: expected `key: value` lines",
			"allowed are history, thinking"}},
		{"environment without a value", "cli: {codex: {env: [NAME]}}", "", []string{`"NAME" is not of the form NAME=value`}},
		{"model rule without a model", "cli: {codex: {models: [gpt-5.5]}}", "",
			[]string{`cli.codex.models: "gpt-5.5" is not of the form PATTERN=MODEL`}},
		{"model rule without an end", "cli: {codex: {models: ['a*=']}}", "", []string{"is not of the form PATTERN=MODEL"}},
		{"model rule that is not a pattern", "", "STEAD_CLI_CODEX_MODELS=[a=b",
			[]string{"STEAD_CLI_CODEX_MODELS: \"[a=b\": [a is not a pattern"}},
		{"relative home", "cli: {codex: {home: .codex}}", "", []string{"cli.codex.home", `".codex" is not an absolute path`}},
		{"no YAML", "history: [", "", []string{"config.yaml: yaml: line 1"}},
		{"tabs", "cli:\n\tcodex: {}", "", []string{"config.yaml: yaml: line 2"}},
		{"unknown variable", "", "STEAD_HISTROY=full", []string{"the environment: STEAD_HISTROY",
			"did you mean STEAD_HISTORY?"}},
		{"wrong variable", "", "STEAD_HISTORY=none", []string{"STEAD_HISTORY: use full"}},
		{"address without a scheme", "memory: {model: {url: 'localhost:11434'}}", "",
			[]string{"memory.model.url", "is not an address such as"}},
		{"key in the place of its variable", "memory: {embeddings: {key_env: sk-1234}}", "",
			[]string{"memory.embeddings.key_env: this is not the name of an environment variable"}},
		{"exports of no CLI", "memory: {exports: {kodex: /x}}", "", []string{"memory.exports.kodex", "did you mean codex?"}},
		{"relative STEAD_HOME", "", "STEAD_HOME=stead", []string{"STEAD_HOME: \"stead\" is not an absolute path"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := input(t, c.file)
			if c.environ != "" {
				in.Environ = []string{c.environ}
			}
			_, err := Load(in)
			var mistake *Error
			if !errors.As(err, &mistake) {
				t.Fatalf("error %v, want an *Error", err)
			}
			for _, want := range c.want {
				if message := mistake.Error() + "\n" + mistake.Hint(); !strings.Contains(message, want) {
					t.Errorf("the error\n%s\ndoes not say %q", message, want)
				}
			}
		})
	}
}

func TestFileThatCannotBeReadIsAnError(t *testing.T) {
	in := input(t, "")
	if err := os.MkdirAll(filepath.Join(in.Home, ".config/stead/config.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(in); err == nil || !strings.Contains(err.Error(), "config.yaml: is a directory") {
		t.Errorf("error %v, want one that names the file and the reason", err)
	}
}

func TestFoldersAreXDGUnlessSteadHomeIsSet(t *testing.T) {
	for _, c := range []struct {
		name    string
		environ []string
		want    Folders
	}{
		{"defaults", nil, Folders{"/home/u/.config/stead", "/home/u/.local/share/stead", "/home/u/.local/state/stead"}},
		{"XDG", []string{"XDG_CONFIG_HOME=" + abs("/c"), "XDG_DATA_HOME=" + abs("/d"), "XDG_STATE_HOME=" + abs("/s")},
			Folders{"/c/stead", "/d/stead", "/s/stead"}},
		{"a relative XDG folder is ignored", []string{"XDG_DATA_HOME=d"},
			Folders{"/home/u/.config/stead", "/home/u/.local/share/stead", "/home/u/.local/state/stead"}},
		{"one folder", []string{"XDG_CONFIG_HOME=" + abs("/c"), "STEAD_HOME=~/all"},
			Folders{"/home/u/all", "/home/u/all", "/home/u/all"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want = Folders{abs(c.want.Config), abs(c.want.Data), abs(c.want.State)}
			got, err := Locate(Input{Home: abs("/home/u"), Environ: c.environ})
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v; want %+v", got, err, c.want)
			}
		})
	}
	if _, err := Locate(Input{}); err == nil {
		t.Error("without a home there must be an error")
	}
}

func TestNotifySettings(t *testing.T) {
	in := input(t, "notify:\n  command: [ding, --loud]\n  projects: [~/work, '"+abs("/srv/*")+"']\n  after: 1m30s\n",
		"STEAD_NOTIFY_KINDS=waiting failed", "STEAD_FAST_THEME=dark", "STEAD_EVENT_KIND=waiting", "STEAD_VAR_X=1",
		"STEAD_CONTEST=1a", "STEAD_CONTESTANT=codex", "STEAD_MCP_TOKEN=t")
	got := load(t, in).Notify
	want := Notify{
		Terminal: "auto", Desktop: "auto", Command: []string{"ding", "--loud"}, Kinds: []string{"waiting", "failed"},
		Projects: []string{filepath.Join(in.Home, "work"), abs("/srv/*")}, CLIs: []string{}, After: 90 * time.Second,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, wrong := range []string{"after: soon", "after: -1s", "projects: [work]", "sound: loud"} {
		if _, err := Load(input(t, "notify:\n  "+wrong)); err == nil {
			t.Errorf("%s was accepted", wrong)
		}
	}
}

func TestMemorySettings(t *testing.T) {
	in := input(t,
		"memory:\n  tenant: Acme\n  exports: {Claude: ~/exports}\n  embeddings: {url: 'http://127.0.0.1:1/v1', model: m, key_env: KEY}\n", "STEAD_MEMORY_TEAM=web")
	c := load(t, in)
	want := Memory{
		Tenant: "Acme", Team: "web", Exports: map[string]string{"claude": filepath.Join(in.Home, "exports"), "codex": ""},
		Embeddings: Endpoint{URL: "http://127.0.0.1:1/v1", Model: "m", KeyEnv: "KEY"},
	}
	if diff := cmp.Diff(want, c.Memory); diff != "" {
		t.Error(diff)
	}
	if got, want := c.MemoryFolder(), filepath.Join(in.Home, ".local/share/stead/memory/tenant-Acme"); got != want {
		t.Errorf("folder %s, want %s", got, want)
	}
	for file, want := range map[string]string{
		"memory: {folder: /m}": "/m", "memory: {folder: /m, tenant: ../a/b}": "/m/tenant-..%2Fa%2Fb",
		"memory: {folder: /m, tenant: ..}": "/m/tenant-..",
	} {
		file, want := strings.ReplaceAll(file, "/m", "'"+abs("/m")+"'"), abs(want)
		if got := load(t, input(t, file)).MemoryFolder(); got != want {
			t.Errorf("folder %s, want %s", got, want)
		}
	}
}
