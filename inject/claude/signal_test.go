package claude

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/inject"
	"stead/internal/testkit/fixtures/failures"
	"stead/writers"
)

func signal(from inject.Source) failures.Signal { return failures.By(Driver{}, from) }

func TestRecordedFailuresAreTold(t *testing.T) {
	failures.Assert(t, Driver{}, "claude", failures.Session, failures.Events, failures.Hooks)
}

func TestSessionsThatWentWellRaiseNoAlarm(t *testing.T) {
	failures.Silent(t, Driver{}, []inject.Source{inject.Record, inject.Event, inject.Hook, inject.Output},
		"claude/*.jsonl")
}

func TestWaitsAreTold(t *testing.T) {
	for _, c := range []struct {
		from       inject.Source
		said, want string
	}{
		{inject.Hook,
			`{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"make all","description":"Build"}}`, "permission Bash: make all"},
		{inject.Hook,
			`{"hook_event_name":"PermissionRequest","tool_name":"Write","tool_input":{"file_path":"/home/user/x","content":"y"}}`, "permission Write: /home/user/x"},
		{inject.Hook,
			`{"hook_event_name":"PermissionRequest","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which way?"},{"question":"Why?"}]}}`, "input Which way?"},
		{inject.Hook,
			`{"hook_event_name":"StopFailure","error":"server_error","last_assistant_message":"API Error: 500 Internal server error"}`,
			"limited [overloaded, final] API Error: 500 Internal server error"},
		{inject.Hook,
			`{"hook_event_name":"StopFailure","error":"rate_limit","last_assistant_message":"API Error: Server is temporarily limiting requests (not your usage limit) · Rate limited"}`,
			"limited [throttle, final] API Error: Server is temporarily limiting requests (not your usage limit) · Rate limited"},
		{inject.Hook,
			`{"hook_event_name":"StopFailure","error":"rate_limit","last_assistant_message":"You're out of usage credits · resets 3pm (UTC)"}`,
			"limited [credit, final] You're out of usage credits · resets 3pm (UTC)"},
		{inject.Hook,
			`{"hook_event_name":"StopFailure","error":"max_output_tokens","last_assistant_message":"API Error: too long an answer"}`, "failed API Error: too long an answer"},
		{inject.Event, `{"type":"system","subtype":"init","session_id":"a"}`, "working"},
		{inject.Event, `{"type":"result","subtype":"success","is_error":false,"result":"done","total_cost_usd":0.25}`,
			"input"},
		{inject.Event,
			`{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1795212050,"overageStatus":"allowed","isUsingOverage":true}}`, ""},
		{inject.Event,
			`{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1795212050,"overageStatus":"allowed"}}`, ""},
		{inject.Event, `{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","isUsingOverage":false}}`,
			"[throttle, final]"},
		{inject.Event, `{"type":"rate_limit_event","rate_limit_info":{"status":"allowed","isUsingOverage":false}}`, ""},
		{inject.Record, `{"type":"system","subtype":"turn_duration","durationMs":10}`, "input"},
		{inject.Title, "⠐ Mend the build", "working"},
		{inject.Title, "◑ Mend the build", "working"},
		{inject.Title, "✳ Mend the build", ""},
	} {
		got, _ := signal(c.from)([]byte(c.said))
		if failures.Describe(got) != c.want {
			t.Errorf("%s: %s, want %s", c.said, failures.Describe(got), c.want)
		}
	}
}

func TestResultTellsWhatTheWorkHasCost(t *testing.T) {
	for line, want := range map[string]float64{
		`{"type":"result","is_error":false,"total_cost_usd":0.25}`:            0.25,
		`{"type":"result","is_error":true,"result":"x","total_cost_usd":1.5}`: 1.5,
		`{"type":"result","is_error":false}`:                                  0,
	} {
		if got, ok := signal(inject.Event)([]byte(line)); !ok || got.Cost != want {
			t.Errorf("%s: %v", line, got.Cost)
		}
	}
}

func TestFirstTitleIsReadToNoticeItsChange(t *testing.T) {
	for title, want := range map[string]bool{"✳ Claude Code": true, "⠂ Claude Code": true, "vim": false, "": false} {
		if _, ok := signal(inject.Title)([]byte(title)); ok != want {
			t.Errorf("%q: %v", title, ok)
		}
	}
}

func TestRetriesAndQuestionsAreSeenOnTheScreen(t *testing.T) {
	for screen, want := range map[string]string{
		string(
			failures.Read(t,
				"claude/429-retrying.screen.txt")): "working [overloaded, attempt 6, again in 2s] API error · Retrying in 2s · attempt 6/10",
		"✻ API error · retrying in 9s · attempt 1/5\n":                                                                                                      "working [overloaded, attempt 1, again in 9s] API error · retrying in 9s · attempt 1/5",
		"● Text\n✢ Overloaded · Retrying in 36s (9pm) · attempt 8/10\n":                                                                                     "working [overloaded, attempt 8, again in 36s] Overloaded · Retrying in 36s (9pm) · attempt 8/10",
		" Quick safety check: Is this a project you trust?\n\n ❯ 1. Yes, I trust this folder\n":                                                             "input Quick safety check: Is this a project you trust?",
		" Quick safety check: Is this a project you created?\n\n ❯ No, exit\n   Yes, I trust this folder\n":                                                 "input Quick safety check: Is this a project you created?",
		"  Make auto mode your default permission mode?\n\n  Auto mode lets Claude\n\n  ❯ Yes, set auto mode as my default permission mode\n    No, keep\n": "input Make auto mode your default permission mode?",
		"● It said: Retrying in 2s · attempt 6/10\n":                                                                                                        "",
		"    x · Retrying in 2s · attempt 6/10\n":                                                                                                           "",
	} {
		got, _ := signal(inject.Screen)([]byte(screen))
		if failures.Describe(got) != want {
			t.Errorf("%s: %s, want %s", screen, failures.Describe(got), want)
		}
	}
}

func TestResetIsTheNextTimeThatTheMessageNames(t *testing.T) {
	at := time.Date(2026, 12, 31, 21, 30, 0, 0, time.UTC)
	for message, want := range map[string]string{
		"You've hit your session limit · resets 10:09pm (UTC)":               "2026-12-31T22:09:00Z",
		"You've hit your session limit · resets 9pm (UTC)":                   "2027-01-01T21:00:00Z",
		"You've hit your weekly limit · resets Jan 3, 10am (Europe/Berlin)":  "2027-01-03T09:00:00Z",
		"You've hit your weekly limit · resets Dec 31 at 11pm (Europe/Oslo)": "2026-12-31T22:00:00Z",
		"You've hit your session limit · resets 10pm (Nowhere/None)":         "0001-01-01T00:00:00Z",
		"You've hit your session limit":                                      "0001-01-01T00:00:00Z",
	} {
		if got := resetOf(message, at).Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
}

// launch is an interactive start whose events lie in a folder with a quote in its name.
func launch(t *testing.T, arguments ...string) inject.Launch {
	folder := filepath.Join(t.TempDir(), "a user's")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	return inject.Launch{
		Environment: inject.Environment{Dir: folder, Arguments: arguments}, Session: writers.Receipt{ID: "id"},
		Events: filepath.Join(folder, "events.jsonl"),
	}
}

// commands are those that settings run for a hook.
func commands(t *testing.T, content []byte, hook string) []string {
	t.Helper()
	var settings struct {
		Hooks map[string][]struct{ Hooks []struct{ Command string } }
	}
	if err := json.Unmarshal(content, &settings); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, group := range settings.Hooks[hook] {
		for _, h := range group.Hooks {
			all = append(all, h.Command)
		}
	}
	return all
}

func TestHooksAppendLinesToTheEvents(t *testing.T) {
	l := launch(t)
	c := Driver{}.Command(l)
	if len(c.Files) != 1 {
		t.Fatalf("%d files", len(c.Files))
	}
	hook := commands(t, c.Files[0].Content, "PermissionRequest")
	for range 2 {
		shell := exec.CommandContext(t.Context(), "sh", "-c", hook[0])
		shell.Stdin = strings.NewReader(`{"a":1}`)
		if output, err := shell.CombinedOutput(); err != nil || len(output) > 0 {
			t.Fatalf("%v: %s", err, output)
		}
	}
	if got, err := os.ReadFile(l.Events); string(got) != "{\"a\":1}\n{\"a\":1}\n" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestHooksOfTheUserStay(t *testing.T) {
	const own = `{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"own stop"}]}],"PermissionRequest":[{"matcher":"Bash","hooks":[{"type":"command","command":"own"}]}]}}`
	inFile := launch(t, "--settings", "own.json")
	if err := os.WriteFile(filepath.Join(inFile.Dir, "own.json"), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]inject.Launch{"inline": launch(t, "--settings="+own), "in a file": inFile} {
		c := Driver{}.Command(l)
		if len(c.Files) != 1 {
			t.Fatalf("%s: %d files", name, len(c.Files))
		}
		content := c.Files[0].Content
		if got := commands(t, content, "PermissionRequest"); len(got) != 2 || got[0] != "own" {
			t.Errorf("%s: %v", name, got)
		}
		if got := commands(t, content, "Stop"); len(got) != 1 || got[0] != "own stop" ||
			!strings.Contains(string(content), `"model":"opus"`) {
			t.Errorf("%s: %s", name, content)
		}
		if line := strings.Join(c.Arguments, " "); strings.Count(line, "--settings") != 1 || strings.Contains(line, "own") {
			t.Errorf("%s: arguments %v", name, c.Arguments)
		}
	}
}

func TestWithoutAListenerNothingIsAdded(t *testing.T) {
	unread := launch(t, "--settings", "missing.json")
	quiet := launch(t, "--settings", "{}")
	quiet.Events = ""
	for name, l := range map[string]inject.Launch{"settings that cannot be read": unread, "nobody listens": quiet} {
		c := Driver{}.Command(l)
		if diff := cmp.Diff(append([]string{"--resume", "id"}, l.Arguments...), c.Arguments); diff != "" || len(c.Files) > 0 {
			t.Errorf("%s: %d files\n%s", name, len(c.Files), diff)
		}
	}
	headless := launch(t)
	headless.Headless = true
	if c := (Driver{}).Command(headless); len(c.Files) > 0 ||
		strings.Contains(strings.Join(c.Arguments, " "), settingsOption) {
		t.Errorf("a headless run: %+v", c)
	}
}

func TestKeysAreNoSignalsToATerminalProgram(t *testing.T) {
	for headless, want := range map[bool][]syscall.Signal{false: {syscall.SIGTERM}, true: nil} {
		if got := (Driver{}).Command(inject.Launch{Headless: headless}).Quit; !slices.Equal(got, want) {
			t.Errorf("headless %v: it is ended by %v, want %v", headless, got, want)
		}
	}
}
