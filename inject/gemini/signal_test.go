package gemini_test

import (
	"testing"

	"stead/inject"
	"stead/inject/gemini"
	"stead/internal/testkit/fixtures/failures"
)

func signal(from inject.Source) failures.Signal { return failures.By(gemini.Driver{}, from) }

func TestRecordedFailuresAreTold(t *testing.T) {
	failures.Assert(t, gemini.Driver{}, "gemini", failures.Session, failures.Events)
}

func TestSessionsThatWentWellRaiseNoAlarm(t *testing.T) {
	failures.Silent(t, gemini.Driver{}, []inject.Source{inject.Record, inject.Event, inject.Output, inject.Title,
		inject.Notice, inject.Screen}, "gemini/agent.jsonl", "gemini/compacted.jsonl", "gemini/plain.jsonl",
		"gemini/resumed.jsonl",
		"gemini/same-minute.jsonl", "gemini/tools.jsonl")
}

// TestWhatIsShownIsTold contains what was observed with 0.61.0.
func TestWhatIsShownIsTold(t *testing.T) {
	for _, c := range []struct {
		from       inject.Source
		said, want string
	}{
		{inject.Title, "✋  Action Required (work)            ", "permission"},
		{inject.Title, "◇  Ready (work)                       ", "input"},
		{inject.Title, "✦  Working… (work)                    ", "working"},
		{inject.Title, "✦  Reading the notes (work)           ", "working"},
		{inject.Title, "Gemini CLI (work)                     ", ""},
		{inject.Title, "vim notes.txt", ""},
		{inject.Notice, "Gemini CLI needs your attention | Approval required | Approve tool action: Confirm Shell Command",
			"permission Approve tool action: Confirm Shell Command"},
		{inject.Notice, "Gemini CLI session complete | Run finished | Gemini CLI finished responding.", "input"},
		{inject.Notice, "The build is done", ""},
		{inject.Output, "Attempt 1 failed: You exceeded your current quota, please check your plan and billing details.",
			"working [throttle, attempt 1] Attempt 1 failed: You exceeded your current quota, please check your plan and billing details."},
		{inject.Output, "Suggested retry after 60s.. Retrying after 60997ms...",
			"working [throttle, again in 1m0.997s] Suggested retry after 60s.. Retrying after 60997ms..."},
		{inject.Output, "Attempt 4 failed with status 503. Retrying with backoff... _ApiError: {",
			"working [overloaded, attempt 4] Attempt 4 failed with status 503. Retrying with backoff... _ApiError: {"},
		{inject.Output, "Attempt 2 failed with 5xx error. Retrying with backoff...",
			"working [overloaded, attempt 2] Attempt 2 failed with 5xx error. Retrying with backoff..."},
		{inject.Output, "Attempt 2 failed. Retrying with backoff... Error: exception posting request",
			"working [network, attempt 2] Attempt 2 failed. Retrying with backoff... Error: exception posting request"},
		{inject.Output, "Ripgrep is not available. Falling back to GrepTool.", ""},
	} {
		got, _ := signal(c.from)([]byte(c.said))
		if failures.Describe(got) != c.want {
			t.Errorf("%s: %q, want %q", c.said, failures.Describe(got), c.want)
		}
	}
}

const approval = `✦ Running it.

╭──────────────────────────────────────────────────────────────────╮
│ ? Shell  touch made.txt                                          │
│ ╭──────────────────────────────────────────────────────────────╮ │
│ │ touch made.txt                                               │ │
│ ╰──────────────────────────────────────────────────────────────╯ │
│ Allow execution of [Shell]?                                      │
│                                                                  │
│ ● 1. Allow once                                                  │
│   2. Allow for this session                                      │
╰──────────────────────────────────────────────────────────────────╯
`

const trust = `╭──────────────────────────────────────────╮
│ Do you trust the files in this folder?   │
│                                          │
│ ● 1. Trust folder (work)                 │
╰──────────────────────────────────────────╯
`

func TestDialogsAreTold(t *testing.T) {
	for name, c := range map[string]struct{ screen, want string }{
		"approval": {approval, "permission Shell: touch made.txt"},
		"trust":    {trust, "input Do you trust the files in this folder?"},
		"limit": {string(failures.Read(t, "gemini/429-per-day.screen.txt")),
			"input [usage, final] Usage limit reached for all Pro models."},
		"offer": {"│ Usage limit reached for all Pro models. │\n│ ● 1. Switch to gemini-2.5-flash │\n",
			"input [usage, final] Usage limit reached for all Pro models."},
		"demand": {"│ We are currently experiencing high demand. │\n│ ● 1. Keep trying │\n",
			"input [overloaded, final] We are currently experiencing high demand."},
		"retrying": {string(failures.Read(t, "gemini/429-retrying.screen.txt")), ""},
	} {
		got, _ := signal(inject.Screen)([]byte(c.screen))
		if failures.Describe(got) != c.want {
			t.Errorf("%s: %q, want %q", name, failures.Describe(got), c.want)
		}
	}
}
