package setup

import (
	"context"
	"sync"

	"stead/config"
)

// Settings follow the user's settings, whose file may change: a run may take days.
type Settings struct {
	process *Process
	input   config.Input
	start   config.Config // the settings at the start
	begin   sync.Once

	mutex   sync.Mutex
	current config.Config
	// isNew says that current differs from start. Listeners get the next change.
	isNew     bool
	listeners []func(config.Config)
}

// Current returns the current settings. They are those of the start until the file changes, and they change only after
// [Settings.Follow] was called.
func (f *Settings) Current() config.Config {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.current
}

// OnChange registers do to be called with the settings each time that they change. It calls do immediately if they have
// already changed. Changes are noticed only after [Settings.Follow] was called. Do must not call methods of f.
func (f *Settings) OnChange(do func(config.Config)) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.listeners = append(f.listeners, do)
	if f.isNew {
		do(f.current)
	}
}

// Follow follows the configuration file until the process ends. Only the first call has an effect. The command line and
// the environment still take precedence. A file that has become invalid changes nothing, and is reported once to the
// failed of the first call.
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

// apply stores changed settings and passes them on.
func (f *Settings) apply(c config.Config) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.current, f.isNew = c, true
	for _, do := range f.listeners {
		do(c)
	}
}
