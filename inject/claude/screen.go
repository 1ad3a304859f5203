package claude

import (
	"strconv"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/sys/lazy"
)

// again matches the line above the composer while a request is retried, after a rotating star: "✻ API error · retrying
// in 2s · attempt 6/10", with a capital letter in 2.1.197. No record, hook or title reports a retry (2.1.332).
var again = lazy.Regexp(`(?m)^\S (\S[^\n]* · [Rr]etrying in (\d+)s(?: \([^\n)]*\))? · attempt (\d+)/\d+)`)

// questions are asked before the session accepts a prompt. Since 2.1.332, Enter answers no to the first one. A user
// with all permissions is once offered a mode in which the CLI decides.
var questions = []inject.Question{
	{Text: "Quick safety check", Answer: "1. Yes, I trust this folder", State: signals.Input},
	{Text: "Quick safety check", Answer: "No, exit", State: signals.Input},
	{Text: "Make auto mode your default permission mode?", Answer: "Yes, set auto mode as my default",
		State: signals.Input},
}

func ofScreen(rows []byte) (signals.Signal, bool) {
	found := again().FindSubmatch(rows)
	if found == nil {
		return inject.Asked(rows, questions)
	}
	seconds, _ := strconv.Atoi(string(found[2]))
	attempt, _ := strconv.Atoi(string(found[3]))
	kind := kindOf("", 0, string(found[1]))
	if kind == "" {
		kind = signals.Overloaded
	}
	return signals.Signal{
		State: signals.Working, About: string(found[1]),
		Limit: &signals.Limit{Kind: kind, Attempt: attempt, Delay: time.Duration(seconds) * time.Second},
	}, true
}
