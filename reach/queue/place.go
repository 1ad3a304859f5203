package queue

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/reach/lease"
)

// On reads where a job is to run, as its user says it: "any"; the name of a machine; or labels with commas between
// them. A machine's name comes first.
func On(text string, names []string) (machine string, labels []string) {
	switch {
	case text == "" || text == "any":
		return "", nil
	case slices.Contains(names, text):
		return text, nil
	default:
		return "", strings.Split(text, ",")
	}
}

// Place says which machines can take a job now, by name, and where none can, why not. Now decides how the time is told
// since which a machine is away.
func Place(machines []lease.Presence, job Job, now time.Time) (fits []string, why string) {
	p := placement{job: job, now: now}
	for _, m := range machines {
		if m.User == job.User && (job.Machine == "" || job.Machine == m.Name) {
			p.rest = append(p.rest, m)
		}
	}
	for _, step := range []func() string{p.known, p.labelled, p.equipped, p.present, p.free} {
		if why := step(); why != "" {
			return nil, why
		}
	}
	for _, m := range p.rest {
		fits = append(fits, m.Name)
	}
	return fits, ""
}

// placement is the machines that are left, of all that might take a job.
type placement struct {
	job  Job
	now  time.Time
	rest []lease.Presence
}

// only leaves the machines for which a condition holds. Those that were left before are returned.
func (p *placement) only(holds func(lease.Presence) bool) (before []lease.Presence) {
	before = p.rest
	p.rest = slices.DeleteFunc(slices.Clone(before), func(m lease.Presence) bool { return !holds(m) })
	return before
}

func (p *placement) known() string {
	switch {
	case len(p.rest) > 0:
		return ""
	case p.job.Machine != "":
		return "no machine is called " + p.job.Machine
	default:
		return "no machine takes jobs"
	}
}

func (p *placement) labelled() string {
	before := p.only(func(m lease.Presence) bool { return len(missing(p.job.Labels, m.Labels)) == 0 })
	switch {
	case len(p.rest) > 0:
		return ""
	case p.job.Machine != "":
		return p.job.Machine + " does not have " + list(missing(p.job.Labels, before[0].Labels), "and")
	}
	for _, label := range p.job.Labels {
		if !slices.ContainsFunc(before, func(m lease.Presence) bool { return slices.Contains(m.Labels, label) }) {
			return "no machine has " + label
		}
	}
	return "no machine has " + list(p.job.Labels, "and")
}

func (p *placement) equipped() string {
	before := p.only(func(m lease.Presence) bool { return p.job.CLI == "" || slices.Contains(m.CLIs, p.job.CLI) })
	if len(p.rest) > 0 {
		return ""
	}
	return fmt.Sprintf("%s is not installed and logged in on %s", p.job.CLI, list(names(before), "or"))
}

func (p *placement) present() string {
	before := p.only(func(m lease.Presence) bool { return m.Here })
	if len(p.rest) > 0 {
		return ""
	}
	var each []string
	for _, m := range before {
		each = append(each, m.Name+" is away since "+lease.When(m.Seen, p.now))
	}
	return list(each, "and")
}

func (p *placement) free() string {
	before := p.only(func(m lease.Presence) bool { return m.Busy < m.Slots })
	if len(p.rest) > 0 {
		return ""
	}
	var each []string
	for _, m := range before {
		each = append(each, fmt.Sprintf("%s is full: %d of %d", m.Name, m.Busy, m.Slots))
	}
	return list(each, "and")
}

func missing(wanted, had []string) []string {
	return slices.DeleteFunc(slices.Clone(wanted), func(label string) bool { return slices.Contains(had, label) })
}

func names(machines []lease.Presence) []string {
	var names []string
	for _, m := range machines {
		names = append(names, m.Name)
	}
	return names
}

// list writes texts one after the other, with a word before the last.
func list(texts []string, word string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " " + word + " " + texts[last]
}
