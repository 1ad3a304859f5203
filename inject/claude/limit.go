package claude

import (
	"time"

	"stead/inject/signals"
	"stead/internal/adapt/refusal"
	"stead/internal/sys/lazy"
)

// kinds maps Claude Code's own error names to kinds of limits, for messages that say no more (2.1.197).
var kinds = map[string]signals.Kind{
	"rate_limit":            signals.Throttle,
	"overloaded":            signals.Overloaded,
	"server_error":          signals.Overloaded,
	"billing_error":         signals.Credit,
	"authentication_failed": signals.Auth,
	"oauth_org_not_allowed": signals.Auth,
}

// phrases are messages in Claude Code's own words whose names are misleading: about subscriptions, and about a service
// at capacity.
var phrases = refusal.Phrases{
	{Text: "not your usage limit", Kind: signals.Throttle},
	{Text: "out of usage credits", Kind: signals.Credit},
	{Text: "spend limit", Kind: signals.Credit},
	{Text: "You've hit your", Kind: signals.Usage},
	{Text: "out of usage", Kind: signals.Usage},
}

// kindOf returns the kind of limit that an error stands for, judging by its name, its HTTP status (0 if unknown) and
// its message. It is empty if the error is not about a limit.
func kindOf(name string, status int, message string) signals.Kind {
	if kind, ok := phrases.Kind(message); ok {
		return kind
	}
	if kind, ok := refusal.Kind(0, message); ok {
		return kind
	}
	if kind, ok := kinds[name]; ok {
		return kind
	}
	kind, _ := refusal.Kind(status, "")
	return kind
}

// ended returns the signal of a turn that ended with an error.
func ended(name string, status int, message string) signals.Signal {
	return refusal.By(kindOf(name, status, message), message)
}

var resets = lazy.Regexp(`resets (?:([A-Z][a-z]{2} \d{1,2})(?:,| at) )?(\d{1,2}(?::\d{2})?[ap]m) \(([^)]+)\)`)

// resetOf returns when the limit ends, according to a message that appeared at the given time: "resets 10:09pm (UTC)",
// "resets Nov 25, 10am (Europe/Rome)". It is zero if the message does not say.
func resetOf(message string, at time.Time) time.Time {
	found := resets().FindStringSubmatch(message)
	if found == nil {
		return time.Time{}
	}
	place, err := time.LoadLocation(found[3])
	if err != nil {
		return time.Time{}
	}
	clock, err := time.Parse("3:04pm", found[2])
	if err != nil {
		clock, err = time.Parse("3pm", found[2])
	}
	if err != nil {
		return time.Time{}
	}
	return next(at.In(place), found[1], clock).UTC()
}

// next returns the first time after at that has the given time of day, and the given date if there is one.
func next(at time.Time, date string, clock time.Time) time.Time {
	year, month, day := at.Date()
	later := func(n int) time.Time {
		return time.Date(year, month, day+n, clock.Hour(), clock.Minute(), 0, 0, at.Location())
	}
	days := 1
	if given, err := time.Parse("Jan 2", date); err == nil {
		month, day, days = given.Month(), given.Day(), 0
		if later(0).Before(at) {
			year++
		}
	}
	if reset := later(0); reset.After(at) || days == 0 {
		return reset
	}
	return later(days)
}
