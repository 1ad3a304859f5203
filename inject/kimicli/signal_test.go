package kimicli_test

import (
	"testing"

	"stead/inject"
	"stead/inject/kimicli"
	"stead/inject/signals"
	"stead/internal/testkit/fixtures/failures"
)

// signal reads what comes from one source.
func signal(from inject.Source) failures.Signal {
	return func(said []byte) (signals.Signal, bool) { return kimicli.Driver{}.Signal(from, said) }
}

const asked = `✨ Go on

• Running it.

⠸ Using Shell (rm -rf made.txt)
╭─ approval ───────────────────────────────────╮
│  Shell is requesting approval to run command: │
│                                               │
│  rm -rf made.txt                              │
│                                               │
│ → [1] Approve once                            │
│   [2] Approve for this session                │
╰───────────────────────────────────────────────╯
`

// TestWhatIsDrawnIsTold contains what was observed with 1.51.0, and lines from its source.
func TestWhatIsDrawnIsTold(t *testing.T) {
	const refused = "LLM provider error: Error code: 429 - {'error': {'code': 'rate_limit_exceeded'}}\n"
	for name, c := range map[string]struct{ screen, want string }{
		"approval":              {asked, "permission Shell: rm -rf made.txt"},
		"approval that is over": {asked + "• Done.\n", ""},
		"retry": {"• Running it.\n  Retrying after rate limit · attempt 2/3 · 1s\n",
			"working [throttle, attempt 1] Retrying after rate limit · attempt 2/3 · 1s"},
		"retry of a fault": {"  Retrying after server error · attempt 3/3 · 2s\n",
			"working [overloaded, attempt 2] Retrying after server error · attempt 3/3 · 2s"},
		"refusal": {"• Running it.\n" + refused,
			"limited [throttle, final] Error code: 429 - {'error': {'code': 'rate_limit_exceeded'}}"},
		"refusal before": {refused + "✨ Go on\n", ""},
		"no connection": {"Network connection failed: Connection error.\n",
			"failed [network, final] Connection error."},
		"talk": {"• The Server: Error code: 429 - is what it says.\n", ""},
	} {
		if got, _ := signal(inject.Screen)([]byte(c.screen)); failures.Describe(got) != c.want {
			t.Errorf("%s: %q, want %q", name, failures.Describe(got), c.want)
		}
	}
}

func TestHeadlessFailureIsTold(t *testing.T) {
	for said, want := range map[string]string{
		"Error code: 401 - {'error': {'code': 'invalid_api_key'": "limited [auth, final] Error code: 401 - {'error': {'code': 'invalid_api_key'",
		"Connection error.":        "failed [network, final] Connection error.",
		"To resume this session: ": "",
	} {
		if got, _ := signal(inject.Output)([]byte(said)); failures.Describe(got) != want {
			t.Errorf("%s: %q, want %q", said, failures.Describe(got), want)
		}
	}
}

func TestSessionsThatWentWellRaiseNoAlarm(t *testing.T) {
	failures.Silent(t, kimicli.Driver{}, []inject.Source{inject.Record, inject.Event, inject.Output, inject.Screen},
		"kimicli/*/*/context.jsonl", "kimicli/*/*/wire.jsonl")
}
