package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"stead/writers"
)

// contextLines says how much of the source model's context arrives, and which kinds do not arrive completely.
func contextLines(m writers.Measure) []string {
	known, arrives := m.Known.Sum(), m.Arrives.Sum()
	if known.Items == 0 {
		return nil
	}
	part := share(arrives.Characters, known.Characters)
	if arrives.Items < known.Items && part == whole {
		part = nearlyWhole // of what is not known nobody can count the characters
	}
	line := fmt.Sprintf("context    %d of %d items arrive, %s of their characters", arrives.Items, known.Items, part)
	if missing := m.Missing(); len(missing) > 0 {
		line += "; not " + listOf(missing)
	}
	lines := []string{line}
	if rebuilt := m.Rebuilt.Sum(); rebuilt.Items > 0 {
		lines = append(lines, "rebuilt    the new CLI tells its model this itself: "+listOf(m.Rebuilt))
	}
	return lines
}

// share is a part in percent. What is less than the whole is never rounded up to it.
func share(part, all int64) string {
	if part >= all {
		return whole
	}
	return fmt.Sprintf("%.1f %%", min(99.9, 100*float64(part)/float64(all)))
}

const whole, nearlyWhole = "100 %", "99.9 %"

func listOf(a writers.Amounts) string {
	var parts []string
	for _, kind := range a.Kinds() {
		part := string(kind)
		if n := a[kind].Items; n > 0 {
			part = fmt.Sprintf("%s (%d)", kind, n)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// Delivery says what arrives and what does not, a line each.
func Delivery(r writers.Report) []string {
	lines := slices.Concat([]string{fmt.Sprintf("delivered  %d entries", r.Entries)}, contextLines(r.Context))
	for _, l := range r.LeftOut {
		lines = append(lines, "left out   "+l.String())
	}
	for _, l := range r.Losses {
		label := "lost       "
		if l.Kind == writers.Approximate {
			label = "approximate "
		}
		lines = append(lines, label+l.String())
	}
	for _, reference := range r.Branches {
		lines = append(lines, "branch     "+reference+": an abandoned branch, as a session of its own")
	}
	return append(lines, Secrets(r.Secrets)...)
}

// WithLists returns the report with empty lists in place of none, which JSON would print as null, and with a word on secrets in any case.
func WithLists(r writers.Report) writers.Report {
	if r.LeftOut == nil {
		r.LeftOut = []writers.LeftOut{}
	}
	if r.Losses == nil {
		r.Losses = writers.Losses{}
	}
	r.Secrets.Check = cmp.Or(r.Secrets.Check, writers.NotChecked)
	return r
}

// Secrets says what became of secrets, a line each.
func Secrets(s writers.Secrets) []string {
	switch {
	case s.Check == writers.SameVendor:
		return []string{"secrets    not checked: their recipient already has them (--redact=always masks them)"}
	case s.Check != writers.Checked:
		return []string{"secrets    not checked (--redact masks them)"}
	case len(s.Masked)+len(s.Sent) == 0:
		return []string{"secrets    none found"}
	}
	lines := []string{fmt.Sprintf("secrets    %d found and masked", sum(s.Masked))}
	if len(s.Sent) > 0 {
		lines = []string{fmt.Sprintf("secrets    %d found and sent as they are (--redact masks them)", sum(s.Sent))}
	}
	for _, m := range s.Sent {
		lines = append(lines, "sent       "+m.String())
	}
	for _, m := range s.Masked {
		lines = append(lines, "masked     "+m.String())
	}
	return lines
}

func sum(all []writers.MaskedSecret) (count int) {
	for _, m := range all {
		count += m.Count
	}
	return count
}
