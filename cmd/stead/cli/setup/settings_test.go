package setup_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/config"
)

// TestSettingsAreFollowedOnceForAll changes the file while several listeners are registered. Each gets the new
// settings. Only the first one is told, once, of an invalid file.
func TestSettingsAreFollowedOnceForAll(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, ".config", "stead", "config.yaml")
	write := func(content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file+".new", []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(file+".new", file); err != nil {
			t.Fatal(err)
		}
	}
	write("history: last:1\n")
	p := setup.NewProcess(nil, []string{"HOME=" + home, "STEAD_THINKING=text"}, home, nil, nil, nil)
	defer p.Close()
	s, err := p.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 10)
	first, second := make(chan config.Config, 10), make(chan config.Config, 10)
	s.Settings.OnChange(func(c config.Config) { first <- c })
	s.Settings.Follow(func(err error) { failed <- err })
	s.Settings.Follow(func(error) { t.Error("the second is told of a wrong file") })

	write("histroy: last:2\n")
	if err := soon(t, failed); !strings.Contains(err.Error(), "config.yaml:1: histroy") {
		t.Errorf("reported is %v", err)
	}
	if s.Settings.Current().History != "last:1" {
		t.Errorf("the history is %s", s.Settings.Current().History)
	}
	write("history: last:3\nthinking: strip\n")
	if c := soon(t, first); c.History != "last:3" || c.Thinking != "text" || s.Settings.Current().History != "last:3" ||
		s.Config.History != "last:1" {
		t.Errorf("changed are %s and %s", c.History, c.Thinking)
	}
	s.Settings.OnChange(func(c config.Config) { second <- c })
	if c := soon(t, second); c.History != "last:3" {
		t.Errorf("who comes later is told of %s", c.History)
	}
	if len(failed) > 0 {
		t.Errorf("reported is also %v", <-failed)
	}
}

func soon[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was reported")
		panic("unreachable")
	}
}
