package setup

import (
	"context"
	"sync"

	"stead/config"
)

// settings are the user's settings while their file may change: a run may take days.
type settings struct {
	begin sync.Once

	mutex   sync.Mutex
	current config.Config
	// isNew is set when current differs from what the process began with; listeners get the next change.
	isNew     bool
	listeners []func(config.Config)
}

// Settings returns the user's settings as they are now: those of Config until the file changes and somebody follows it.
func (s *Setup) Settings() config.Config {
	s.settings.mutex.Lock()
	defer s.settings.mutex.Unlock()
	return s.settings.current
}

// OnChange has do called with the settings each time that they change, if somebody follows them, and at once if they
// have changed before. Do must not call back.
func (s *Setup) OnChange(do func(config.Config)) {
	s.settings.mutex.Lock()
	defer s.settings.mutex.Unlock()
	s.settings.listeners = append(s.settings.listeners, do)
	if s.settings.isNew {
		do(s.settings.current)
	}
}

// Follow follows the configuration file until the process ends, once however often it is called. What the command line
// and the environment set still counts before it. A file that has become wrong changes nothing and is reported to the
// failed of the first call, once.
func (s *Setup) Follow(failed func(error)) {
	s.settings.begin.Do(func() {
		ctx, stop := context.WithCancel(context.Background())
		var following sync.WaitGroup
		following.Go(func() {
			if err := config.Watch(ctx, s.input, s.Config, s.apply, failed); err != nil {
				failed(err)
			}
		})
		s.process.OnClose(func() {
			stop()
			following.Wait()
		})
	})
}

// apply takes changed settings and hands them on.
func (s *Setup) apply(c config.Config) {
	s.settings.mutex.Lock()
	defer s.settings.mutex.Unlock()
	s.settings.current, s.settings.isNew = c, true
	for _, do := range s.settings.listeners {
		do(c)
	}
}
