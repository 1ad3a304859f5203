package codex

import (
	"slices"
	"syscall"
	"testing"

	"stead/inject"
	"stead/internal/testkit/fixtures/failures"
)

func signal(from inject.Source) failures.Signal { return failures.By(Driver{}, from) }

func TestRecordedFailuresAreTold(t *testing.T) {
	failures.Assert(t, Driver{}, "codex", failures.Session, failures.Events)
}

func TestSessionsThatWentWellRaiseNoAlarm(t *testing.T) {
	failures.Silent(t, Driver{}, []inject.Source{inject.Record, inject.Event, inject.Output}, "codex/*.jsonl",
		"codex/handwritten/*.jsonl")
}

func TestWaitsAreTold(t *testing.T) {
	for _, c := range []struct {
		from       inject.Source
		said, want string
	}{
		{inject.Notice, "state=blocked:app=codex:kind=permission", "permission"},
		{inject.Notice, "state=blocked:app=codex:kind=question", "input"},
		{inject.Notice, "state=working:app=codex", "working"},
		{inject.Notice, "state=done:app=codex", "input"},
		{inject.Notice, "state=error:app=codex", ""},
		{inject.Notice, "state=blocked:app=other:kind=permission", ""},
		{inject.Notice, "Agent turn complete", ""},
		{inject.Record,
			`{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"make all\"}"}}`, "exec_command: make all"},
		{inject.Record,
			`{"type":"response_item","payload":{"type":"function_call","name":"view_image","arguments":"{\"path\":\"a.png\"}"}}`, "view_image: a.png"},
		{inject.Record,
			`{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a.go\n@@\n"}}`, "apply_patch: Update File: a.go"},
		{inject.Record, `{"type":"event_msg","payload":{"type":"task_started"}}`, ""},
		{inject.Record, `{"type":"event_msg","payload":{"type":"task_complete","last_agent_message":"x"}}`, "input"},
		{inject.Record, `{"type":"event_msg","payload":{"type":"turn_aborted","reason":"interrupted"}}`, "input"},
		{inject.Event, `{"type":"turn.started"}`, "working"},
		{inject.Event, `{"type":"turn.completed","usage":{}}`, "input"},
		{inject.Event, `{"type":"turn.failed","error":{"message":"To use Codex with your ChatGPT plan, upgrade to Plus"}}`,
			"limited [auth, final] To use Codex with your ChatGPT plan, upgrade to Plus"},
		{inject.Event, `{"type":"turn.failed","error":{"message":"unknown tool"}}`, "failed unknown tool"},
	} {
		got, _ := signal(c.from)([]byte(c.said))
		if failures.Describe(got) != c.want {
			t.Errorf("%s: %s, want %s", c.said, failures.Describe(got), c.want)
		}
	}
}

func TestFullerWindowCounts(t *testing.T) {
	const begin = `{"type":"event_msg","payload":{"type":"token_count","rate_limits":{"primary":{"used_percent":91.0,"resets_at":1795218597},"secondary":`
	for secondary, want := range map[string]string{
		`{"used_percent":96.5,"resets_at":1795521429}}}}`: "[usage, until 2026-11-24 11:57:09, 96%]",
		`{"used_percent":40.0,"resets_at":1795521429}}}}`: "[usage, until 2026-11-20 23:49:57, 91%]",
		`null}}}`: "[usage, until 2026-11-20 23:49:57, 91%]",
	} {
		if got, _ := signal(inject.Record)([]byte(begin + secondary)); failures.Describe(got) != want {
			t.Errorf("%s: %s, want %s", secondary, failures.Describe(got), want)
		}
	}
}

func TestAttemptsAndQuestionsAreSeenOnTheScreen(t *testing.T) {
	for name, want := range map[string]string{
		"codex/429-retrying.screen.txt": "working [throttle, attempt 3] Exceeded retry limit, last status: 429 Too Many Requests",
		"codex/usage-limit.screen.txt":  "permission Approaching rate limits",
	} {
		if got, _ := signal(inject.Screen)(failures.Read(t, name)); failures.Describe(got) != want {
			t.Errorf("%s: %s, want %s", name, failures.Describe(got), want)
		}
	}
}

func TestAttemptIsNoFailureOfTheRun(t *testing.T) {
	for line, want := range map[string]bool{
		`{"type":"error","message":"Reconnecting... 2/5 (stream disconnected)"}`: false,
		`{"type":"error","message":"stream disconnected"}`:                       true,
		`{"type":"turn.failed","error":{"message":"stream disconnected"}}`:       true,
		`{"type":"turn.started"}`:                                                false,
	} {
		if message, ok := (Driver{}).Failure([]byte(line)); ok != want || ok && message != "stream disconnected" {
			t.Errorf("%s: %q, %v", line, message, ok)
		}
	}
}

func TestKeysAreNoSignalsToATerminalProgram(t *testing.T) {
	for headless, want := range map[bool][]syscall.Signal{false: {syscall.SIGTERM}, true: nil} {
		if got := (Driver{}).Command(inject.Launch{Headless: headless}).Quit; !slices.Equal(got, want) {
			t.Errorf("headless %v: it is ended by %v, want %v", headless, got, want)
		}
	}
}
