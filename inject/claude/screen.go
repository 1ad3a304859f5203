package claude

import (
	"strconv"
	"time"

	"stead/inject"
	"stead/internal/lazy"
	"stead/signals"
)

// again is the line that stands above the composer while a request is tried again, behind a star that turns: "✻ API error · Retrying in 2s ·
// attempt 6/10". No record, hook or title says so (2.1.197).
var again = lazy.Regexp(`(?m)^\S (\S[^\n]* · Retrying in (\d+)s(?: \([^\n)]*\))? · attempt (\d+)/\d+)`)

// questions are asked before the session is open.
var questions = []inject.Question{
	{Text: "Quick safety check", Answer: "1. Yes, I trust this folder", State: signals.Input},
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
