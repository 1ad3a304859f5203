package session

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/signals"
	"stead/internal/term/ptyx"
	"stead/orchestrator/delivery"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// scripted is a driver of a CLI that is a script of the shell. Its file of events is $EVENTS.
type scripted struct {
	script  string
	command inject.Command
	// announced is called with each line that the CLI announces something by: in its event stream or by a hook.
	announced func(line string)
	inject.Driver
}

func (*scripted) Info() adapter.Info       { return adapter.Info{Title: "Some CLI"} }
func (*scripted) Composer() inject.Typing  { return inject.Typing{Ready: "Type"} }
func (*scripted) Home(adapter.Host) string { return "" }

func (d *scripted) Command(l inject.Launch) inject.Command {
	c := d.command
	c.Arguments = []string{"-c", d.script}
	c.Environment = append(c.Environment, "EVENTS="+l.Events)
	return c
}

func (d *scripted) Announced(line []byte) (string, bool) {
	if d.announced != nil {
		d.announced(string(line))
	}
	_, rest, ok := strings.Cut(string(line), `"session":"`)
	id, _, _ := strings.Cut(rest, `"`)
	return id, ok
}

func (*scripted) Failure(line []byte) (string, bool) {
	return "no network", strings.Contains(string(line), `"failed"`)
}

func (*scripted) Opened(adapter.Store, string, func(int) bool) (string, bool) { return "", false }

func (*scripted) Signal(from inject.Source, said []byte) (signals.Signal, bool) {
	_, state, ok := strings.Cut(strings.TrimSpace(string(said)), "it is ")
	about := map[inject.Source]string{inject.Screen: "on the screen"}[from]
	return signals.Signal{State: signals.State(strings.TrimRight(state, `"}`)), About: about}, ok
}

// terminal is a terminal at which a user sits. The functions take the place of what it does by itself.
type terminal struct {
	board
	size  func() (ptyx.Size, error)
	relay func(context.Context, *ptyx.Process, ptyx.Sink) (ptyx.Exit, error)
	read  func() (bool, error)
}

func (s *terminal) Size(context.Context) (ptyx.Size, error) {
	if s.size != nil {
		return s.size()
	}
	return ptyx.Size{Rows: 24, Columns: 80}, nil
}

func (s *terminal) Relay(ctx context.Context, p *ptyx.Process, sink ptyx.Sink) (ptyx.Exit, error) {
	if s.relay != nil {
		return s.relay(ctx, p, sink)
	}
	return ptyx.Drain(ctx, p, ptyx.Sinks{sink, ptyx.OutputFunc(
		func(_ time.Time, chunk []byte) { s.draw(s.Text() + string(chunk)) })}, time.Now)
}

func (s *terminal) Read(context.Context, delivery.Plan) (bool, error) { return s.read() }

// job is a run of a scripted CLI.
type job struct {
	Options
	driver   *scripted
	store    *fakeStore
	terminal *terminal
	mutex    sync.Mutex
	shown    []string
}

func newJob(t *testing.T, script string) *job {
	t.Helper()
	j := &job{driver: &scripted{script: script}, store: newFakeStore(t), terminal: &terminal{}}
	v, _ := following(t, j.driver, j.store)
	j.Options = v.o
	j.store.grows(t, "wanted", readers.Progress{})
	j.Delivery.Program.Path, j.Delivery.Options.Dir = "/bin/sh", t.TempDir()
	j.Terminal, j.Orders = j.terminal, &Orders{}
	j.Host.Getenv = func(string) string { return "" }
	j.Environment = []string{"PATH=" + os.Getenv("PATH")}
	j.Entry = func(e *timeline.Entry) {
		j.mutex.Lock()
		defer j.mutex.Unlock()
		j.shown = append(j.shown, e.Content.String())
	}
	return j
}

const takes = `echo '{"session":"wanted"}'`

func TestHeadlessRunWorksUntilItsCLIEnds(t *testing.T) {
	j := newJob(t, takes+`; read -r line; echo "{\"got\":\"$line\"}"; echo '{"it is":"it is working"}'`)
	j.Delivery.Request.Headless, j.driver.command.Input = true, "the prompt\n"
	var lines []string
	j.driver.announced = func(line string) {
		if lines = append(lines, line); len(lines) == 1 {
			j.store.grows(t, "wanted", progressOf(readers.TurnStarted, said(timeline.User, 1, 11, "Go on.")))
			j.store.grows(t, "wanted", progressOf(readers.TurnCompleted, said(timeline.Assistant, 2, 12, "Done.")))
		}
	}
	if err := Work(t.Context(), j.Options); err != nil {
		t.Error(err)
	}
	if !slices.Contains(lines, `{"got":"the prompt"}`) || !slices.Equal(j.shown, []string{"Go on.", "Done."}) {
		t.Errorf("the CLI has said %q, shown are %q", lines, j.shown)
	}
	if run := j.Files.Record.Current(); run.Child.PID == 0 || run.FinalText != "Done." {
		t.Errorf("the record is %+v", run)
	}
}

func TestFailureOfAHeadlessCLIIsQuoted(t *testing.T) {
	j := newJob(t, takes+`; echo '{"failed":true}'; exit 3`)
	j.Delivery.Request.Headless = true
	if err := Work(t.Context(), j.Options); !errors.Is(err, ErrCLIFailed) ||
		!strings.HasSuffix(err.Error(), "exit code 3; it said: no network") {
		t.Error(err)
	}
}

// What the hooks of a CLI tell is announced as long as it lives.
func TestHooksTellOfAnInteractiveCLI(t *testing.T) {
	j := newJob(t, `echo '{"session":"wanted","it is":"it is working"}' >>"$EVENTS"; echo Type; read -r line`)
	j.terminal.relay = func(ctx context.Context, p *ptyx.Process, sink ptyx.Sink) (ptyx.Exit, error) {
		go func() {
			if err := j.Files.Record.Await(ctx, func(r runs.Run) bool {
				return r.State == signals.Working &&
					r.Child.PID != 0
			}); err != nil {
				t.Error(err)
			}
			if _, err := p.Terminal.Write([]byte("\r")); err != nil {
				t.Error(err)
			}
		}()
		return ptyx.Drain(ctx, p, sink, time.Now)
	}
	j.Files.Record.Count(func(r *runs.Run) { r.State = signals.Starting })
	ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	if err := Work(ctx, j.Options); err != nil {
		t.Error(err)
	}
}

func TestScreenTellsOfAnInteractiveCLI(t *testing.T) {
	j := newJob(t, `echo 'it is permission'; read -r line`)
	v := newSupervisor(j.Options, failing(t))
	v.proof.Saw("wanted")
	ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	go func() {
		if err := j.Files.Record.Await(ctx, func(r runs.Run) bool {
			return r.State == signals.Permission &&
				r.Child.PID != 0
		}); err != nil {
			t.Error(err)
		}
		if _, err := v.process.Terminal.Write([]byte("\r")); err != nil {
			t.Error(err)
		}
	}()
	if err := v.run(ctx); err != nil || !v.keyboard.asked.Load() {
		t.Errorf("the dialog on the screen is noted: %v, %v", v.keyboard.asked.Load(), err)
	}
	if v.said.Reason() != "" {
		t.Errorf("what is drawn counts as said: %q", v.said.Reason())
	}
}

// TestCLIIsEndedPolitely has a CLI that takes a moment to save its session when it is asked to end.
func TestCLIIsEndedPolitely(t *testing.T) {
	j := newJob(t, `trap 'sleep 0.3; echo saved >saved; exit 0' INT; `+takes+`; while :; do sleep 0.05; done`)
	j.Delivery.Request.Headless = true
	ctx, end := context.WithCancel(t.Context())
	j.driver.announced = func(string) { end() }
	if err := Work(ctx, j.Options); !errors.Is(err, ErrInterrupted) {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(j.Delivery.Options.Dir, "saved")); err != nil {
		t.Errorf("it was killed: %v", err)
	}
}

// A CLI makes way for its mirror, unless its user has ended it just then.
func TestCLIMakesWay(t *testing.T) {
	for name, c := range map[string]struct{ relayed, want error }{
		"it waits": {context.Canceled, ErrMadeWay}, "its user was faster": {nil, nil},
	} {
		j := newJob(t, "exec sleep 60")
		j.driver.command.Quit = []syscall.Signal{syscall.SIGTERM}
		ctx, stop := context.WithCancelCause(t.Context())
		v := newSupervisor(j.Options, stop)
		v.proof.Saw("wanted")
		j.terminal.relay = func(ctx context.Context, _ *ptyx.Process, sink ptyx.Sink) (ptyx.Exit, error) {
			v.MakeWay()
			<-ctx.Done()
			return ptyx.Exit{}, c.relayed
		}
		if err := v.run(ctx); !errors.Is(err, c.want) || errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRunEndsForTheReasonThatCameFirst(t *testing.T) {
	failure, budget := errors.New("the terminal is broken"), errors.Join(ErrBudget)
	for name, c := range map[string]struct{ ended, relayed, want error }{
		"the terminal":                 {nil, failure, failure},
		"the budget, and the terminal": {budget, failure, ErrBudget},
	} {
		j := newJob(t, "exec sleep 60")
		j.driver.command.Quit = []syscall.Signal{syscall.SIGTERM}
		ctx, stop := context.WithCancelCause(t.Context())
		v := newSupervisor(j.Options, stop)
		j.terminal.relay = func(context.Context, *ptyx.Process, ptyx.Sink) (ptyx.Exit, error) {
			v.fail(c.ended)
			return ptyx.Exit{}, c.relayed
		}
		if err := v.run(ctx); !errors.Is(err, c.want) || c.ended != nil && errors.Is(err, failure) {
			t.Errorf("%s: %v", name, err)
		}
		stop(nil)
	}
}

func TestCtrlCOfTheUserIsNoted(t *testing.T) {
	j := newJob(t, "echo Type; read -r line")
	j.terminal.relay = func(ctx context.Context, p *ptyx.Process, sink ptyx.Sink) (ptyx.Exit, error) {
		sink.Input(time.Now(), []byte("\x03"))
		if _, err := p.Terminal.Write([]byte("\r")); err != nil {
			t.Error(err)
		}
		return ptyx.Drain(ctx, p, sink, time.Now)
	}
	if err := Work(t.Context(), j.Options); !errors.Is(err, ErrInterrupted) {
		t.Error(err)
	}
}

// around is a driver that does something before its CLI and after it.
type around struct {
	*scripted
	before, after error
	did           []string
}

func (d *around) Before(inject.Environment, writers.Receipt) error {
	d.did = append(d.did, "before")
	return d.before
}

func (d *around) After(inject.Environment, writers.Receipt) error {
	d.did = append(d.did, "after")
	return d.after
}

func TestDriverPreparesForItsCLI(t *testing.T) {
	failure := errors.New("the settings cannot be changed")
	for name, c := range map[string]struct {
		driver    around
		did       []string
		isStarted bool
	}{
		"well":        {around{}, []string{"before", "after"}, true},
		"not before":  {around{before: failure}, []string{"before"}, false},
		"nor it back": {around{after: failure}, []string{"before", "after"}, true},
	} {
		j := newJob(t, takes)
		j.Delivery.Request.Headless = true
		c.driver.scripted = j.driver
		j.Delivery.Adapter.Driver = &c.driver
		err := Work(t.Context(), j.Options)
		if want := errors.Join(c.driver.before, c.driver.after); (want == nil) != (err == nil) || want != nil &&
			!errors.Is(err, failure) {
			t.Errorf("%s: %v", name, err)
		}
		if isStarted := j.Files.Record.Current().Child.PID != 0; !slices.Equal(c.driver.did, c.did) ||
			isStarted != c.isStarted {
			t.Errorf("%s: it did %q, started: %v", name, c.driver.did, isStarted)
		}
	}
}

// Nothing is started where something that a run needs is missing.
func TestCLIIsNotStartedWithoutWhatItNeeds(t *testing.T) {
	failure := errors.New("no terminal")
	for name, c := range map[string]struct {
		given func(*job)
		want  error
	}{
		"its program": {func(j *job) { j.Delivery.Program.Path = "/nowhere/cli" }, fs.ErrNotExist},
		"its files": {func(j *job) {
			j.driver.command.Files = []inject.File{{Path: filepath.Join(j.Delivery.Options.Dir, "gone", "settings")}}
		}, fs.ErrNotExist},
		"a terminal": {func(j *job) {
			j.terminal.size = func() (ptyx.Size, error) {
				return ptyx.Size{},
					failure
			}
		}, failure},
		"a terminal, in time": {func(j *job) {
			j.terminal.size = func() (ptyx.Size, error) {
				return ptyx.Size{},
					context.Canceled
			}
		}, ErrInterrupted},
		"a place to record it": {func(j *job) { os.RemoveAll(filepath.Dir(j.Files.Events())) }, fs.ErrNotExist},
	} {
		j := newJob(t, takes)
		c.given(j)
		err := Work(t.Context(), j.Options)
		if !errors.Is(err, c.want) || errors.Is(err, injection.ErrUnconfirmed) || j.Files.Record.Current().Child.PID != 0 {
			t.Errorf("%s: started as %d: %v", name, j.Files.Record.Current().Child.PID, err)
		}
	}
}

// A user whose session does not arrive whole may stop before the CLI covers what he is told of that.
func TestUserReadsWhatIsLostFirst(t *testing.T) {
	failure := errors.New("the terminal is gone")
	lost := writers.Losses{{Count: 1, Of: writers.Amounts{"thinking": {Items: 1}}}}
	for name, c := range map[string]struct {
		goesOn    bool
		err, want error
	}{"he goes on": {true, nil, nil}, "he stops": {false, nil, ErrInterrupted}, "he cannot": {false, failure, failure}} {
		j := newJob(t, takes)
		j.Delivery.Session.Receipt.Losses = lost
		asked := 0
		j.terminal.read = func() (bool, error) { asked++; return c.goesOn, c.err }
		v := newSupervisor(j.Options, failing(t))
		if err := v.letRead(t.Context()); !errors.Is(err, c.want) || asked != 1 {
			t.Errorf("%s: asked %d times: %v", name, asked, err)
		}
		v.delivery.Request.Headless = true
		if err := v.letRead(t.Context()); err != nil || asked != 1 {
			t.Errorf("%s: a headless run asks: %v", name, err)
		}
	}
}

// Of several settings of one variable the last counts: the user's before those of stead and the driver, and none before
// the name of the run, by which a command in the CLI finds it.
func TestCLIHasAnEnvironmentOfItsOwn(t *testing.T) {
	j := newJob(t, "")
	j.Environment, j.driver.command.Environment, j.Delivery.Request.Environment = []string{"A=stead"}, []string{
		"A=driver"}, []string{"A=user"}
	events, run := "EVENTS="+j.Files.Events(), InRun+"="+j.Files.Record.Current().ID
	for term, want := range map[string][]string{
		"":      {"A=stead", "A=driver", events, "A=user", run, "TERM=xterm-256color"},
		"vt100": {"A=stead", "A=driver", events, "A=user", run},
	} {
		j.Host.Getenv = func(string) string { return term }
		if got := newSupervisor(j.Options, failing(t)).program().Env; !slices.Equal(got, want) {
			t.Errorf("in a terminal %q it is %q", term, got)
		}
	}
}

// undoable is a writer that takes sessions back.
type undoable struct {
	writers.Writer
	undone int
	err    error
}

func (u *undoable) Undo(writers.Receipt) error {
	u.undone++
	return u.err
}

// A session that was made for a CLI which has not taken it is taken back, if nobody has said a word in it.
func TestNewSessionThatNobodyTookIsTakenBack(t *testing.T) {
	failure := errors.New("the file is locked")
	word := said(timeline.User, 1, 11, "A word.")
	for _, c := range []struct {
		name    string
		given   func(*job, *supervisor)
		undo    error
		undone  int
		want    error
		isEmpty bool
	}{
		{"it is empty", func(*job, *supervisor) {}, nil, 1, nil, true},
		{"it cannot be taken back", func(*job, *supervisor) {}, failure, 1, failure, false},
		{"it was taken", func(_ *job, v *supervisor) { v.proof.Saw("wanted") }, nil, 0, nil, false},
		{"it is not new", func(_ *job, v *supervisor) { v.delivery.Source.IsNew = false }, nil, 0, nil, false},
		{"something was said", func(j *job, _ *supervisor) { j.store.grows(t, "wanted", progressOf("", word)) }, nil, 0,
			nil, false},
		{"it cannot be read", func(j *job, _ *supervisor) { j.store.broken["wanted"] = true }, nil, 0, nil, false},
	} {
		j := newJob(t, "")
		writer := &undoable{err: c.undo}
		j.Delivery.Source.IsNew, j.Delivery.Session.Target.Writer, j.Delivery.Session.Receipt.ID = true, writer, "wanted"
		v := newSupervisor(j.Options, failing(t))
		c.given(j, v)
		err := v.takeBack(t.Context())
		isEmpty := j.Files.Record.Current().To == (runs.Session{CLI: "some"})
		if !errors.Is(err, c.want) || writer.undone != c.undone || isEmpty != c.isEmpty {
			t.Errorf("%s: taken back %d times, the run is in %v: %v", c.name, writer.undone, j.Files.Record.Current().To, err)
		}
	}
}
