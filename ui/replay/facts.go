package replay

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stead/internal/term/plain"
	"stead/timeline"
)

// facts describes in one line what the model saw and what it cost, as far as the CLI reports it.
func facts(e *timeline.Entry, step Step) string {
	var known []string
	if u := e.Usage; u != nil && !u.IsZero() {
		known = append(known, usage(*u))
	}
	if s := step.Spent; !s.IsZero() {
		spent := fmt.Sprintf("so far %s in, %s out", amount(s.Input+s.CacheRead+s.CacheWrite), amount(s.Output))
		if s.Cost > 0 {
			spent += fmt.Sprintf(", %.4f USD", s.Cost)
		}
		known = append(known, spent)
	}
	if e.Model != "" {
		known = append(known, plain.Line(e.Model))
	}
	if e.StopReason != "" {
		known = append(known, "stopped: "+plain.Line(e.StopReason))
	}
	return cmp.Or(strings.Join(known, " · "), "no tokens reported")
}

// usage describes the usage of one response. All its input counts as seen by the model.
func usage(u timeline.Usage) string {
	text := fmt.Sprintf("saw %s", amount(u.Input+u.CacheRead+u.CacheWrite))
	if u.CacheRead > 0 {
		text += fmt.Sprintf(" (%s cached)", amount(u.CacheRead))
	}
	text += fmt.Sprintf(", wrote %s", amount(u.Output))
	if u.Reasoning > 0 {
		text += fmt.Sprintf(" (%s reasoning)", amount(u.Reasoning))
	}
	if u.Cost > 0 {
		text += fmt.Sprintf(", %.4f USD", u.Cost)
	}
	return text
}

// amount formats a number of tokens for people.
func amount(n int64) string {
	switch {
	case n < 10_000:
		return strconv.FormatInt(n, 10)
	case n < 1_000_000:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	default:
		return fmt.Sprintf("%.2fM", float64(n)/1e6)
	}
}

// moment formats the time of a step, and the time since the one before.
func moment(at, before time.Time, zone *time.Location) string {
	if at.IsZero() {
		return ""
	}
	text := at.In(zone).Format(time.DateTime)
	if before.IsZero() || at.Before(before) {
		return text
	}
	return text + " (+" + at.Sub(before).Round(100*time.Millisecond).String() + ")"
}
