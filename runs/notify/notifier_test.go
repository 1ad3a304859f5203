package notify_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"stead/inject/signals"
	"stead/runs"
	"stead/runs/notify"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// channel keeps what it is sent, and can be made to hang or to fail.
type channel struct {
	mutex sync.Mutex
	sent  []notify.Event
	hang  bool
	fault error
	seen  chan struct{}
}

func (*channel) Name() string { return "test" }

func (c *channel) Send(ctx context.Context, e notify.Event) error {
	if c.hang {
		<-ctx.Done()
		return ctx.Err()
	}
	c.mutex.Lock()
	c.sent = append(c.sent, e)
	c.mutex.Unlock()
	if c.seen != nil {
		c.seen <- struct{}{}
	}
	return c.fault
}

func finished(at time.Time) notify.Event {
	return notify.Event{Kind: notify.Finished, At: at, CLI: "codex", Session: "codex:1", Project: "/home/user/demo-x",
		Took: time.Minute}
}

func at(clock string) func() time.Time {
	parsed, err := time.Parse("15:04", clock)
	if err != nil {
		panic(err)
	}
	return func() time.Time { return parsed }
}

func TestOneChannelThatHangsKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, quick := &channel{hang: true}, &channel{}
		var failures []string
		var mutex sync.Mutex
		n := notify.New(notify.Options{Channels: []notify.Channel{slow, quick}, Now: time.Now, Failed: func(err error) {
			mutex.Lock()
			defer mutex.Unlock()
			failures = append(failures, err.Error())
		}})
		for range 30 {
			n.Notify(finished(time.Now()))
			synctest.Wait()
		}
		if len(quick.sent) != 30 {
			t.Errorf("the quick channel got %d of 30", len(quick.sent))
		}
		// one is being sent, 16 wait
		if len(failures) != 13 || !strings.Contains(failures[0], "too many notifications already wait") {
			t.Errorf("%d were left out: %q", len(failures), failures)
		}
		begin := time.Now()
		n.Close()
		if took := time.Since(begin); took > 3*time.Second {
			t.Errorf("closing took %v", took)
		}
	})
}

func TestLastEventsAreSentBeforeTheNotifierIsClosed(t *testing.T) {
	c := &channel{fault: errors.New("no")}
	var failures int
	n := notify.New(notify.Options{Channels: []notify.Channel{c}, Now: time.Now, Failed: func(error) { failures++ }})
	for range 5 {
		n.Notify(finished(noon))
	}
	n.Close()
	if len(c.sent) != 5 || failures != 5 {
		t.Errorf("%d sent, %d failures told", len(c.sent), failures)
	}
}

func TestQuietHours(t *testing.T) {
	for hours, quiet := range map[string]map[string]bool{
		"22:00-07:30": {"21:59": false, "22:00": true, "23:30": true, "00:00": true, "07:29": true, "07:30": false,
			"12:00": false},
		"12:00-13:00": {"11:59": false, "12:00": true, "13:00": false, "23:00": false},
		"":            {"00:00": false, "12:00": false},
	} {
		q, err := notify.ParseQuiet(hours)
		if err != nil {
			t.Fatal(err)
		}
		for clock, want := range quiet {
			c := &channel{}
			n := notify.New(notify.Options{Quiet: q, Channels: []notify.Channel{c}, Now: at(clock)})
			n.Notify(finished(noon))
			n.Close()
			if got := len(c.sent) == 0; got != want {
				t.Errorf("%q at %s: quiet is %v", hours, clock, got)
			}
		}
	}
	for _, wrong := range []string{"22", "22:00", "22:00-", "25:00-07:00", "22:00-22:00", "ten to seven"} {
		if _, err := notify.ParseQuiet(wrong); err == nil {
			t.Errorf("%q was accepted", wrong)
		}
	}
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		name   string
		filter notify.Filter
		change func(*notify.Event)
		want   bool
	}{
		{"nothing set", notify.Filter{}, nil, true},
		{"a turn's beginning", notify.Filter{}, func(e *notify.Event) { e.Kind = notify.Started }, false},
		{"a turn's beginning, asked for", notify.Filter{Kinds: []notify.Kind{notify.Started}},
			func(e *notify.Event) { e.Kind = notify.Started }, true},
		{"another kind", notify.Filter{Kinds: []notify.Kind{notify.Waiting}}, nil, false},
		{"the CLI", notify.Filter{CLIs: []string{"codex"}}, nil, true},
		{"another CLI", notify.Filter{CLIs: []string{"claude"}}, nil, false},
		{"the project", notify.Filter{Projects: []string{"/home/user/demo-x/"}}, nil, true},
		{"above the project", notify.Filter{Projects: []string{"/home/user"}}, nil, true},
		{"a pattern", notify.Filter{Projects: []string{"/home/*/demo-?"}}, nil, true},
		{"a neighbour", notify.Filter{Projects: []string{"/home/user/demo"}}, nil, false},
		{"no project", notify.Filter{Projects: []string{"/home/user"}}, func(e *notify.Event) { e.Project = "" }, false},
		{"a short turn", notify.Filter{Least: 2 * time.Minute}, nil, false},
		{"a long turn", notify.Filter{Least: time.Second}, nil, true},
		{"a turn of unknown length", notify.Filter{Least: time.Hour}, func(e *notify.Event) { e.Took = 0 }, true},
		{"a wait in a short turn", notify.Filter{Least: time.Hour}, func(e *notify.Event) { e.Kind = notify.Waiting }, true},
	} {
		e := finished(noon)
		if c.change != nil {
			c.change(&e)
		}
		if got := c.filter.Passes(e); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if _, err := notify.ParseKind("finnished"); err == nil || !strings.Contains(err.Error(), "did you mean finished?") {
		t.Errorf("a wrong kind: %v", err)
	}
}

// BenchmarkDing measures from the change of a run's record to the call of the channel, which is to be below 50 ms.
func BenchmarkDing(b *testing.B) {
	c := &channel{seen: make(chan struct{})}
	n := notify.New(notify.Options{Channels: []notify.Channel{c}, Now: time.Now, Failed: func(error) {}})
	defer n.Close()
	d := notify.Ding{Notifier: n}
	var times []time.Duration
	for b.Loop() {
		begin := time.Now()
		d.Changed(record(signals.Permission, "shell: make"))
		<-c.seen
		times = append(times, time.Since(begin))
		d.Changed(record(signals.Working, ""))
		c.sent = c.sent[:0]
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
}

func TestDingNotifiesOfARun(t *testing.T) {
	c := &channel{}
	n := notify.New(notify.Options{Channels: []notify.Channel{c}, Now: func() time.Time { return noon }})
	d := notify.Ding{Notifier: n}
	for _, r := range []runs.Run{record(signals.Working, ""), record(signals.Permission, "shell: make"),
		record(signals.Permission, "shell: make")} {
		d.Changed(r)
	}
	n.Close()
	if len(c.sent) != 1 || c.sent[0].Kind != notify.Waiting {
		t.Errorf("got %+v", c.sent)
	}
}

func TestOtherSettingsCountFromTheNextEventOn(t *testing.T) {
	before, after := &channel{}, &channel{}
	o := notify.Options{Channels: []notify.Channel{before}, Now: at("12:00"), Failed: func(err error) { t.Error(err) }}
	n := notify.New(o)
	n.Notify(finished(o.Now()))
	o.Channels = []notify.Channel{after}
	n.Set(o)
	n.Notify(finished(o.Now()))
	n.Notify(finished(o.Now()))
	n.Close()
	if len(before.sent) != 1 || len(after.sent) != 2 {
		t.Errorf("%d events went by the first settings and %d by the second", len(before.sent), len(after.sent))
	}
}

// TestDingWaitsForWhatIsAsked has a run ask before it is known for what: that is told when it is known, a second later
// all the same, and not at all when the run goes on before.
func TestDingWaitsForWhatIsAsked(t *testing.T) {
	for want, records := range map[string][]runs.Run{
		"shell: make": {record(signals.Permission, ""), record(signals.Permission, "shell: make"),
			record(signals.Permission, "shell: make")},
		"":        {record(signals.Permission, ""), record(signals.Permission, "")},
		"nothing": {record(signals.Permission, ""), record(signals.Working, "")},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := &channel{}
			n := notify.New(notify.Options{Channels: []notify.Channel{c}, Now: time.Now})
			d := notify.Ding{Notifier: n}
			d.Changed(record(signals.Working, ""))
			for _, r := range records {
				d.Changed(r)
				time.Sleep(100 * time.Millisecond)
			}
			time.Sleep(2 * time.Second)
			n.Close()
			got := "nothing"
			if len(c.sent) > 0 {
				got = c.sent[0].About
			}
			if got != want || len(c.sent) > 1 {
				t.Errorf("told is %+v, want %q", c.sent, want)
			}
		})
	}
}
