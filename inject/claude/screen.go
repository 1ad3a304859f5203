package claude

import (
	"strconv"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/sys/lazy"
)

// again is the line that stands above the composer while a request is tried again, behind a star that turns: "✻ API
// error · retrying in 2s · attempt 6/10", with a capital letter in 2.1.197. No record, hook or title says so (2.1.332).
var again = lazy.Regexp(`(?m)^\S (\S[^\n]* · [Rr]etrying in (\d+)s(?: \([^\n)]*\))? · attempt (\d+)/\d+)`)

// questions are asked before the session takes a prompt. Since 2.1.332 Enter says no to the first; and whoever has all
// permissions is once offered a mode in which the CLI decides.
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
