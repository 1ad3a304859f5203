package queue_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/reach/lease"
	"stead/reach/queue"
)

var noon = time.Date(2026, 11, 25, 12, 30, 0, 0, time.UTC)

func machine(name string, change func(*lease.Presence)) lease.Presence {
	p := lease.Presence{Here: true, Seen: noon, Machine: lease.Machine{Name: name, User: "ann", Slots: 2,
		CLIs: []string{"codex"}, Labels: []string{"linux"}}}
	if change != nil {
		change(&p)
	}
	return p
}

func TestPlace(t *testing.T) {
	gpu := func(p *lease.Presence) { p.Labels = []string{"gpu", "linux"} }
	full := func(p *lease.Presence) { p.Busy = 2 }
	away := func(p *lease.Presence) { p.Here, p.Seen = false, noon.Add(-26*time.Minute) }
	long := func(p *lease.Presence) { p.Here, p.Seen = false, noon.Add(-26*time.Hour) }
	bare := func(p *lease.Presence) { p.CLIs = nil }
	bobs := func(p *lease.Presence) { p.User = "bob" }
	builder, desk := machine("builder", gpu), machine("desk", nil)
	for name, c := range map[string]struct {
		machines []lease.Presence
		job      queue.Job
		fits     []string
		why      string
	}{
		"any":    {[]lease.Presence{builder, desk}, queue.Job{}, []string{"builder", "desk"}, ""},
		"a name": {[]lease.Presence{builder, desk}, queue.Job{Machine: "desk"}, []string{"desk"}, ""},
		"a label": {[]lease.Presence{builder, desk}, queue.Job{Labels: []string{"gpu"}}, []string{"builder"},
			""},
		"two labels": {[]lease.Presence{builder, desk}, queue.Job{Labels: []string{"gpu", "linux"}},
			[]string{"builder"}, ""},
		"a CLI": {[]lease.Presence{builder, machine("desk", bare)}, queue.Job{CLI: "codex"},
			[]string{"builder"}, ""},
		"one of two is full": {[]lease.Presence{machine("builder", full), desk}, queue.Job{}, []string{"desk"}, ""},
		"one of two is away": {[]lease.Presence{machine("builder", away), desk}, queue.Job{}, []string{"desk"}, ""},
		"no machine":         {nil, queue.Job{}, nil, "no machine takes jobs"},
		"another's machine":  {[]lease.Presence{machine("builder", bobs)}, queue.Job{}, nil, "no machine takes jobs"},
		"an unknown name": {[]lease.Presence{desk}, queue.Job{Machine: "builder"}, nil,
			"no machine is called builder"},
		"a label nobody has": {[]lease.Presence{builder, desk}, queue.Job{Labels: []string{"arm", "gpu"}}, nil,
			"no machine has arm"},
		"labels none has both": {[]lease.Presence{machine("a", func(p *lease.Presence) { p.Labels = []string{"gpu"} }),
			desk}, queue.Job{Labels: []string{"gpu", "linux"}}, nil, "no machine has gpu and linux"},
		"a name without a label": {[]lease.Presence{builder, desk}, queue.Job{Machine: "desk", Labels: []string{"gpu"}},
			nil, "desk does not have gpu"},
		"a CLI nobody has": {[]lease.Presence{builder, desk}, queue.Job{CLI: "kimi"}, nil,
			"kimi is not installed and logged in on builder or desk"},
		"a CLI and a label": {[]lease.Presence{machine("builder", func(p *lease.Presence) { gpu(p); bare(p) }), desk},
			queue.Job{CLI: "codex", Labels: []string{"gpu"}}, nil, "codex is not installed and logged in on builder"},
		"full": {[]lease.Presence{machine("builder", full)}, queue.Job{}, nil, "builder is full: 2 of 2"},
		"both full": {[]lease.Presence{machine("builder", full), machine("desk", full)}, queue.Job{}, nil,
			"builder is full: 2 of 2 and desk is full: 2 of 2"},
		"away": {[]lease.Presence{machine("builder", away)}, queue.Job{Machine: "builder"}, nil,
			"builder is away since 12:04"},
		"away since yesterday": {[]lease.Presence{machine("builder", long)}, queue.Job{}, nil,
			"builder is away since 24 November 10:30"},
		"away or full": {[]lease.Presence{machine("builder", away), machine("desk", full)}, queue.Job{}, nil,
			"desk is full: 2 of 2"},
	} {
		c.job.User = "ann"
		// the clock of whoever asks may be off: the hub's says who is there
		for _, off := range []time.Duration{0, -10 * time.Minute, 10 * time.Minute} {
			fits, why := queue.Place(c.machines, c.job, noon.Add(off))
			if !slices.Equal(fits, c.fits) || why != c.why {
				t.Errorf("%s, %v: %v, %q", name, off, fits, why)
			}
		}
	}
}

func TestOn(t *testing.T) {
	names := []string{"builder", "gpu"}
	for text, want := range map[string]queue.Job{
		"": {}, "any": {}, "builder": {Machine: "builder"}, "gpu": {Machine: "gpu"}, "linux": {Labels: []string{"linux"}},
		"gpu,linux": {Labels: []string{"gpu", "linux"}},
	} {
		var got queue.Job
		got.Machine, got.Labels = queue.On(text, names)
		if !cmp.Equal(got, want) {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
