package compare

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/internal/render/transcript"
	"stead/timeline"
)

// The wording of a comparison, shared by all user interfaces.

// Verdict says what the sessions have in common, and how long each continues after that.
func (c Comparison) Verdict() string {
	count := transcript.Count
	left, right := count(c.Left.Alone, "turn"), count(c.Right.Alone, "turn")
	begin := fmt.Sprintf("They have %s in common", count(c.Common.Steps, "step"))
	switch {
	case c.Equal() && c.Common.Steps == 0:
		return "Both are empty."
	case c.Equal():
		return fmt.Sprintf("Both are the same: %s in %s.", count(c.Common.Steps, "step"), count(c.Common.Turns, "turn"))
	case c.Common.Steps == 0:
		return fmt.Sprintf("They have no beginning in common. The left one has %s, the right one %s.", left, right)
	case c.Common.Within > 0:
		return fmt.Sprintf(
			"%s and diverge in the middle of turn %d, which is shown from its prompt on. From there the left one has %s, the right one %s.",
			begin, c.Common.Within, left, right)
	case c.Left.Alone == 0:
		return fmt.Sprintf("%s, which is all of the left one. The right one continues for %s.", begin, right)
	case c.Right.Alone == 0:
		return fmt.Sprintf("%s, which is all of the right one. The left one continues for %s.", begin, left)
	}
	return fmt.Sprintf("%s, up to turn %d. Then the left one continues for %s, the right one for %s.", begin,
		c.Common.Turns, left, right)
}

// ordinary lists the words of CLIs for a model that simply finished.
var ordinary = []string{"end_turn", "stop", "completed", "end"}

// Sums summarizes a session. It says why the model stopped, unless it simply finished.
func (s Side) Sums() string {
	parts := []string{transcript.Count(s.Turns, "turn"), calls(s.Calls, s.Failed)}
	parts = append(parts, tokens(s.Usage), took(s.First, s.Last))
	if s.Stop != "" && !slices.Contains(ordinary, strings.ToLower(s.Stop)) {
		parts = append(parts, "stopped by "+s.Stop)
	}
	return joined(parts)
}

// Kept says where a session is kept: its CLI and its model.
func (s Side) Kept() string { return joined([]string{s.CLI, s.Model}) }

// Sums summarizes a turn.
func (t *Turn) Sums() string {
	var used []string
	for _, c := range t.Calls {
		text := fmt.Sprintf("%d %s", c.Count, c.Tool)
		if c.Failed > 0 {
			text += fmt.Sprintf(" (%d failed)", c.Failed)
		}
		used = append(used, text)
	}
	return joined([]string{strings.Join(used, ", "), tokens(t.Usage), took(t.First, t.Last)})
}

func calls(n, failed int) string {
	if failed > 0 {
		return fmt.Sprintf("%s, %d failed", transcript.Count(n, "call"), failed)
	}
	return transcript.Count(n, "call")
}

func tokens(u timeline.Usage) string {
	if u.IsZero() {
		return ""
	}
	in := u.Input + u.CacheRead + u.CacheWrite
	text := fmt.Sprintf("%d tokens in, %d out", in, u.Output)
	if u.Cost > 0 {
		text += fmt.Sprintf(", %.2f USD", u.Cost)
	}
	return text
}

func took(first, last string) string {
	t := Turn{First: first, Last: last}
	d := t.Took()
	switch {
	case d < 50*time.Millisecond:
		return ""
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Round(time.Hour).Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}

// joined joins the nonempty parts.
func joined(parts []string) string {
	var known []string
	for _, part := range parts {
		if part != "" {
			known = append(known, part)
		}
	}
	return strings.Join(known, " · ")
}
