package clido

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/testkit/fixtures/failures"
	"stead/writers"
)

func TestCommandLines(t *testing.T) {
	session := writers.Receipt{ID: "id-1", Dir: "/home/user/demo"}
	resume := []string{"--resume", "id-1", "--resume-ignore-stale", "--workdir", "/home/user/demo"}
	long := strings.Repeat("x", inject.MaxArgument+1)
	for _, c := range []struct {
		name         string
		launch       inject.Launch
		want         []string
		input, typed string
	}{
		{"interactive", inject.Launch{}, nil, "", ""},
		{"interactive with a prompt", inject.Launch{Prompt: "go"}, nil, "", "go"},
		{"headless", inject.Launch{Headless: true, Prompt: "-x"},
			[]string{"--output-format", "stream-json", "-p", "--", "-x"}, "", ""},
		{"headless with a long prompt", inject.Launch{Headless: true, Prompt: long},
			[]string{"--output-format", "stream-json"}, long, ""},
		{"a model and the user's own arguments", inject.Launch{Model: "m",
			Environment: inject.Environment{Arguments: []string{"--quiet"}}},
			[]string{"--model", "m", "--quiet"}, "", ""},
	} {
		c.launch.Session = session
		got := Driver{}.Command(c.launch)
		if diff := cmp.Diff(append(append([]string{}, resume...), c.want...), got.Arguments); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		typed := ""
		if got.Typed != nil {
			typed = got.Typed.Text
		}
		if got.Input != c.input || typed != c.typed || !got.Strict {
			t.Errorf("%s: input %.20q, typed %.20q, strict %v", c.name, got.Input, typed, got.Strict)
		}
	}
}

func TestEventsTellTheSessionAndTheFailure(t *testing.T) {
	for _, c := range []struct{ line, id, failure string }{
		{`{"type":"system","subtype":"init","session_id":"id-1","tools":[],"model":"m"}`, "id-1", ""},
		{`{"type":"text","text":"session_id"}`, "", ""},
		{`{"type":"tool_result","tool_use_id":"t","is_error":true}`, "", ""},
		{`{"type":"result","exit_status":"completed","result":"done","session_id":"id-1","is_error":false}`, "", ""},
		{`{"type":"result","exit_status":"error","result":"no key","session_id":"id-1","is_error":true}`, "", "no key"},
		{`{"type":"result","exit_status":"max_turns_reached","is_error":true}`, "", "clido ended with max_turns_reached"},
		{`Error: cut`, "", ""},
	} {
		id, _ := Driver{}.Announced([]byte(c.line))
		failure, _ := Driver{}.Failure([]byte(c.line))
		if id != c.id || failure != c.failure {
			t.Errorf("%s: id %q, failure %q", c.line, id, failure)
		}
	}
}

func TestEventsTellHowARunGoes(t *testing.T) {
	for event, want := range map[string]string{
		`{"type":"system","subtype":"init","session_id":"id-1"}`:                                        "working",
		`{"type":"text","text":"429 Too many requests"}`:                                                "",
		`{"type":"result","exit_status":"completed","result":"done","is_error":false}`:                  "input",
		`{"type":"result","exit_status":"error","result":"429 Too many requests","is_error":true}`:      "limited [throttle, final] 429 Too many requests",
		`{"type":"result","exit_status":"max_turns_reached","is_error":true}`:                           "failed clido ended with max_turns_reached",
		`{"type":"result","exit_status":"error","result":"Your credit balance is low","is_error":true}`: "limited [credit, final] Your credit balance is low",
	} {
		signal, ok := Driver{}.Signal(inject.Event, []byte(event))
		if got := failures.Describe(signal); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v, want %q", event, got, ok, want)
		}
	}
}

func TestTheListOfThingsToDoIsNotTakenForTheCLI(t *testing.T) {
	for answer, want := range map[string]bool{"clido 1.0.15": true, "clido 0.3.1": false, "something else": false} {
		if got := (Driver{}).Program().Recognizes(answer); got != want {
			t.Errorf("%q: %v", answer, got)
		}
	}
}

func TestMissingConfigurationIsFound(t *testing.T) {
	home := t.TempDir()
	environment := inject.Environment{Host: adapter.Host{Home: home, Getenv: func(string) string { return "" }}, Dir: home}
	if found := (Driver{}).Check(environment); len(found) != 1 {
		t.Errorf("without a configuration: %v", found)
	}
	path := filepath.Join(home, ".config", "clido", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if found := (Driver{}).Check(environment); found != nil {
		t.Errorf("with a configuration: %v", found)
	}
}
