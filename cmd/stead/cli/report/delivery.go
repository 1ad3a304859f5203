package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"stead/timeline"
	"stead/writers"
)

// contextLine says how much of the source model's context arrives. The following lines list the rest.
func contextLine(m writers.Measure) []string {
	known, arrives := m.Known.Sum(), m.Arrives.Sum()
	if known.Items == 0 {
		return nil
	}
	line := fmt.Sprintf("context    %d of %d items arrive, ", arrives.Items, known.Items)
	if m.Missing()[writers.Unread].Items > 0 { // their characters cannot be counted
		return []string{line + share(int64(arrives.Items), int64(known.Items)) +
			" of them; how much the unknown and damaged ones say cannot be told"}
	}
	return []string{line + share(arrives.Characters, known.Characters) + " of their characters"}
}

// anew are the names that people use for the context that each CLI creates again for its own model.
var anew = map[timeline.OriginKind]string{
	timeline.Catalog: "tool lists", timeline.Environment: "date and folder", timeline.Instructions: "instruction files",
	timeline.Mode:   "mode and permissions",
	timeline.Caveat: "remarks about commands", timeline.Trace: "traces of the CLI's own commands",
}

// rebuiltLine names the context that was not delivered because the target has its own.
func rebuiltLine(m writers.Measure) []string {
	var names []string
	for _, kind := range timeline.RebuiltOrigins() {
		if m.Rebuilt[writers.Kind(kind)].Items > 0 {
			names = append(names, cmp.Or(anew[kind], string(kind)))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"replaced   " + strings.Join(names, ", ") + ": the target adds its own"}
}

// share formats a part in percent. It never rounds a part up to the whole.
func share(part, all int64) string {
	if part >= all {
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", min(99.9, 100*float64(part)/float64(all)))
}

// Delivery describes what arrives and what does not, one line each: first the amounts, then the losses, and last what
// nobody misses.
func Delivery(r writers.Report) []string {
	lines := slices.Concat([]string{fmt.Sprintf("delivered  %d entries", r.Entries)}, contextLine(r.Context))
	for _, label := range []string{"lost       ", "approximate "} {
		for _, l := range r.Losses {
			if (l.Kind == writers.Approximate) == (label == "approximate ") {
				lines = append(lines, label+l.String())
			}
		}
	}
	for _, line := range writers.LeftOutLines(r.LeftOut) {
		lines = append(lines, "left out   "+line)
	}
	lines = append(lines, rebuiltLine(r.Context)...)
	for _, reference := range r.Branches {
		lines = append(lines, "branch     "+reference+": an abandoned branch, as a session of its own")
	}
	return append(lines, Secrets(r.Secrets)...)
}

// WithLists returns the report with empty lists instead of nil, which JSON would print as null. It always sets the
// check of secrets.
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

// Secrets describes the treatment of secrets, one line each.
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
