package setup

import (
	"context"
	"sync"

	"stead/config"
)

// Settings are the user's settings while their file may change: a run may take days.
type Settings struct {
	process *Process
	input   config.Input
	start   config.Config // as they were at the start
	begin   sync.Once

	mutex   sync.Mutex
	current config.Config
	// isNew is set when current differs from what the process began with; listeners get the next change.
	isNew     bool
	listeners []func(config.Config)
}

// Current returns the user's settings as they are now: those of the start until the file changes and somebody
// follows it.
func (f *Settings) Current() config.Config {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.current
}

// OnChange has do called with the settings each time that they change, if somebody follows them, and at once if they
// have changed before. Do must not call back.
func (f *Settings) OnChange(do func(config.Config)) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.listeners = append(f.listeners, do)
	if f.isNew {
		do(f.current)
	}
}

// Follow follows the configuration file until the process ends, once however often it is called. What the command line
// and the environment set still counts before it. A file that has become wrong changes nothing and is reported to the
// failed of the first call, once.
func (f *Settings) Follow(failed func(error)) {
	f.begin.Do(func() {
		ctx, stop := context.WithCancel(context.Background())
		var following sync.WaitGroup
		following.Go(func() {
			if err := config.Watch(ctx, f.input, f.start, f.apply, failed); err != nil {
				failed(err)
			}
		})
		f.process.OnClose(func() {
			stop()
			following.Wait()
		})
	})
}

// apply takes changed settings and hands them on.
func (f *Settings) apply(c config.Config) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.current, f.isNew = c, true
	for _, do := range f.listeners {
		do(c)
	}
}
