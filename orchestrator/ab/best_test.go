package ab

import "testing"

func TestBestIsWhoDidMostOfWhatWasAsked(t *testing.T) {
	passed, missed := &Checked{}, &Checked{ExitCode: 1}
	failing := Contestant{Name: "failing", State: Done, Files: 3, Checked: missed, DurationMS: 1}
	idle := Contestant{Name: "idle", State: Done, Checked: passed, DurationMS: 2}
	slow := Contestant{Name: "slow", State: Done, Files: 1, Checked: passed, DurationMS: 9}
	quick := Contestant{Name: "quick", State: Done, Files: 1, Checked: passed, DurationMS: 5}
	stopped := Contestant{Name: "stopped", State: TimedOut, Files: 1}
	empty := Contestant{Name: "empty", State: Failed}
	for _, c := range []struct {
		all  []Contestant
		want string
	}{
		{[]Contestant{empty, failing, stopped, idle, slow, quick}, "quick"},
		{[]Contestant{failing, slow}, "slow"},
		{[]Contestant{failing, idle}, "idle"},
		{[]Contestant{stopped, failing}, "failing"},
		{[]Contestant{empty, stopped}, "stopped"},
		{[]Contestant{empty}, ""},
	} {
		if best, ok := (Contest{Contestants: c.all}).Best(); best.Name != c.want || ok != (c.want != "") {
			t.Errorf("the best of %d is %q, want %q", len(c.all), best.Name, c.want)
		}
	}
}
