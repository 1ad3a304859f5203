package kimi_test

import (
	"testing"

	"stead/inject"
	"stead/inject/kimi"
	"stead/internal/testkit/fixtures/failures"
)

func signal(from inject.Source) failures.Signal { return failures.By(kimi.Driver{}, from) }

func TestRecordedFailuresAreTold(t *testing.T) {
	failures.Assert(t, kimi.Driver{}, "kimi", failures.Session, failures.Events)
}

func TestSessionsThatWentWellRaiseNoAlarm(t *testing.T) {
	failures.Silent(t, kimi.Driver{}, []inject.Source{inject.Record, inject.Event, inject.Output},
		"kimi/*/agents/*/wire.jsonl")
}

func TestWaitsAreTold(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{`{"type":"interaction.request","agentId":"main","id":"a","kind":"approval","toolCallId":"c","request":{"toolName":"Bash","action":"Running: rm -rf x","display":{"kind":"command","command":"rm -rf x","cwd":"/home/user/demo"}}}`, "permission Bash: rm -rf x"},
		{`{"type":"interaction.request","agentId":"main","id":"a","kind":"approval","request":{"toolName":"Write","display":{"kind":"file_io","operation":"write","path":"/home/user/demo/x"}}}`, "permission Write: /home/user/demo/x"},
		{`{"type":"interaction.resolved","agentId":"main","id":"a","response":{"decision":"approved"}}`,
			"working, answered a"},
		{`{"type":"interaction.request","agentId":"main","id":"q","kind":"question","request":{"questions":[{"question":"Which one?","options":[]},{"question":"And then?"}]}}`, "input Which one?"},
		{`{"type":"turn.ended","agentId":"main","turnId":1,"reason":"completed"}`, "input"},
		{`{"type":"turn.ended","agentId":"main","turnId":1,"reason":"cancelled"}`, "input"},
	} {
		got, ok := signal(inject.Record)([]byte(c.record))
		if !ok || failures.Describe(got) != c.want {
			t.Errorf("%s: %s, %v", c.record, failures.Describe(got), ok)
		}
	}
}

func TestHeadlessFailureIsToldOnStandardError(t *testing.T) {
	for line, want := range map[string]string{
		"error: failed to run prompt: provider.auth_error: 403 You've reached your weekly (7-day) usage limit.": "limited [usage, final] " +
			"provider.auth_error: 403 You've reached your weekly (7-day) usage limit.",
		"error: failed to run prompt: provider.connection_error: terminated": "failed [network, final] provider.connection_error: terminated",
		"error: failed to run prompt: Model not set":                         "failed Model not set",
		"To resume this session: kimi -r x":                                  "",
	} {
		got, _ := signal(inject.Output)([]byte(line))
		if failures.Describe(got) != want {
			t.Errorf("%s: %s", line, failures.Describe(got))
		}
	}
}

const asked = `
 ⠇ Coder Agent Running (Remove) · mock-model · 1 tool · 4s · 120 tok
 ──────────────────────────────────────────
   ▶ Run this command?

   cwd: /home/user/demo
   Dangerous: recursive delete
   $ rm -rf made.txt

   ▶ 1. Approve once
     2. Approve for this session
`

func TestDialogsAreTold(t *testing.T) {
	for screen, want := range map[string]string{
		" Trust this folder?\n\n /home/user/demo\n\n ❯ Trust this folder\n   Leave\n": "input Trust this folder?",
		asked: "permission Bash: rm -rf made.txt",
		" ⠇ Coder Agent Running (Remove) · 1 tool · 5s\n":                                                                                         "working",
		"   Started a new session (session_4fa5965a-14ba-49ef-a1d3-addc03b4e8fd).\n":                                                              "opened session_4fa5965a-14ba-49ef-a1d3-addc03b4e8fd",
		" Resumed session (session_4fa5965a-14ba-49ef-a1d3-addc03b4e8fd). \n\n Resumed session (session_5fa5965a-14ba-49ef-a1d3-addc03b4e8fd).\n": "opened session_5fa5965a-14ba-49ef-a1d3-addc03b4e8fd",
		" ● It says: Resumed session (session_4fa5965a-14ba-49ef-a1d3-addc03b4e8fd).\n":                                                           "",
		" ● Run this command?\n   $ rm -rf made.txt\n":                                                                                            "",
	} {
		if got, _ := signal(inject.Screen)([]byte(screen)); failures.Describe(got) != want {
			t.Errorf("%s: %q, want %q", screen, failures.Describe(got), want)
		}
	}
}
