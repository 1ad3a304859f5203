package orchestrator

import (
	"strings"
	"testing"
	"time"

	"stead/inject"
	"stead/inject/claude"
	"stead/internal/sys/installed"
	"stead/orchestrator/delivery"
)

func TestAnUntestedVersionIsNamedOnceADay(t *testing.T) {
	now, seen := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC), notes{}
	o := &Orchestrator{Today: Daily{Folder: t.TempDir(), Now: func() time.Time { return now }}}
	run := func(version string) (said string) {
		seen.said = nil
		o.remarks(&seen).version(&delivery.Delivery{Adapter: inject.Adapter{Driver: claude.Driver{}},
			Program: installed.Program{Version: version}})
		return strings.Join(seen.said, "\n")
	}
	for _, step := range []struct {
		later   time.Duration
		version string
		want    string
	}{
		{0, claude.Driver{}.Info().Tested[0], ""},
		{0, "9.9.9", "Claude Code 9.9.9 is not a version that stead was tested with"},
		{time.Hour, "9.9.9", ""},
		{0, "9.9.10", "Claude Code 9.9.10 is not"},
		{0, "", "Claude Code of an unknown version is not"},
		{0, "", ""},
		{24 * time.Hour, "9.9.9", "Claude Code 9.9.9 is not"},
	} {
		now = now.Add(step.later)
		if said := run(step.version); said == "" != (step.want == "") || !strings.HasPrefix(said, step.want) {
			t.Errorf("at %s about version %q it says %q, want %q", now, step.version, said, step.want)
		}
	}
}
