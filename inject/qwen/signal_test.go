package qwen_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/qwen"
	"stead/internal/testkit/fixtures/failures"
	"stead/writers"
)

func signal(from inject.Source) failures.Signal { return failures.By(qwen.Driver{}, from) }

func TestRecordedFailuresAreTold(t *testing.T) {
	failures.Assert(t, qwen.Driver{}, "qwen", failures.Session, failures.Events)
}

func TestSessionsThatWentWellRaiseNoAlarm(t *testing.T) {
	failures.Silent(t, qwen.Driver{}, []inject.Source{inject.Record, inject.Event, inject.Hook, inject.Title,
		inject.Screen}, "qwen/01-*.jsonl", "qwen/02-*.jsonl", "qwen/03-*.jsonl", "qwen/04-*.jsonl", "qwen/05-*.jsonl",
		"qwen/05-*/*.jsonl",
		"qwen/07-*.jsonl", "qwen/08-*.jsonl")
}

// TestWhatIsShownIsTold contains what was observed with 0.24.4.
func TestWhatIsShownIsTold(t *testing.T) {
	for _, c := range []struct {
		from       inject.Source
		said, want string
	}{
		{inject.Title, "◐︎ Qwen - work     ", "working"},
		{inject.Title, "✳︎ Qwen - work     ", "permission"},
		{inject.Title, "Qwen - work        ", "input"},
		{inject.Title, "vim", ""},
		{inject.Hook,
			`{"hook_event_name":"PermissionRequest","permission_mode":"default","tool_name":"run_shell_command","tool_input":{"command":"touch x","description":"Make a file"}}`,
			"permission run_shell_command: touch x"},
		{inject.Hook,
			`{"hook_event_name":"PermissionRequest","tool_name":"ask_user_question","tool_input":{"questions":[{"question":"Which one?"}]}}`, "input Which one?"},
		{inject.Hook,
			`{"hook_event_name":"StopFailure","error":"authentication_failed","error_details":"401 Incorrect API key provided: dummy."}`,
			"limited [auth, final] 401 Incorrect API key provided: dummy."},
		{inject.Hook, `{"hook_event_name":"StopFailure","error":"loop_detected"}`, "failed loop_detected"},
		{inject.Hook, `{"hook_event_name":"SessionStart"}`, ""},
		{inject.Record,
			`{"type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.api_error","status_code":429,"error_message":"429 slow","subagent_name":"managed-auto-memory-extractor"}}}`, ""},
		{inject.Screen, "  ? Shell touch x ←\n\n   Allow execution of: 'touch'?\n\n   › 1. Yes, allow once\n",
			"permission Allow execution of: 'touch'?"},
	} {
		got, _ := signal(c.from)([]byte(c.said))
		if failures.Describe(got) != c.want {
			t.Errorf("%s: %q, want %q", c.said, failures.Describe(got), c.want)
		}
	}
}

// launched returns the command with which a run listens.
func launched(t *testing.T, machine string) (inject.Command, string) {
	t.Helper()
	events := filepath.Join(t.TempDir(), "events.jsonl")
	host := adapter.Host{Getenv: func(name string) string {
		if name == "QWEN_CODE_SYSTEM_DEFAULTS_PATH" {
			return machine
		}
		return ""
	}}
	return qwen.Driver{}.Command(inject.Launch{Environment: inject.Environment{Host: host},
		Session: writers.Receipt{ID: "id"}, Events: events}), events
}

func TestHooksStandBesideTheMachinesDefaults(t *testing.T) {
	machine := filepath.Join(t.TempDir(), "defaults.json")
	put(t, machine, `{"ui":{"theme":"x"},"hooks":{"StopFailure":[{"hooks":[{"type":"command","command":"theirs"}]}]}}`)
	command, events := launched(t, machine)
	if err := command.Place(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(filepath.Dir(events), "qwen-defaults.json")
	if len(command.Environment) != 1 || command.Environment[0] != "QWEN_CODE_SYSTEM_DEFAULTS_PATH="+path {
		t.Errorf("environment %v", command.Environment)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var settings struct {
		UI    struct{ Theme string }
		Hooks map[string][]struct{ Hooks []struct{ Command string } }
	}
	if err := json.Unmarshal(content, &settings); err != nil || settings.UI.Theme != "x" {
		t.Errorf("%s: %v", content, err)
	}
	if failure := settings.Hooks["StopFailure"]; len(failure) != 2 || failure[0].Hooks[0].Command != "theirs" ||
		!strings.Contains(failure[1].Hooks[0].Command, events) {
		t.Errorf("hooks %+v", failure)
	}
}

func TestNothingIsAddedWhenNobodyListensOrTheMachinesDefaultsCannotBeKept(t *testing.T) {
	machine := filepath.Join(t.TempDir(), "defaults.json")
	put(t, machine, "{ // with a comment\n}")
	command, _ := launched(t, machine)
	silent := qwen.Driver{}.Command(inject.Launch{Session: writers.Receipt{ID: "id"}})
	for _, c := range []inject.Command{command, silent} {
		if len(c.Files) > 0 || len(c.Environment) > 0 {
			t.Errorf("files %v, environment %v", c.Files, c.Environment)
		}
	}
}
