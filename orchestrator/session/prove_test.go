package session

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/injection"
	"stead/inject/signals"
)

// opening is a driver of a CLI that shows in its store which session it has opened, after some looks.
type opening struct {
	silent
	opened string
	looks  *int
}

func (d opening) Opened(adapter.Store, string, func(int) bool) (string, bool) {
	*d.looks--
	return d.opened, *d.looks <= 0
}

// proving is the supervisor of a CLI that opens a session, as a store shows at the third look, with what is typed into
// it.
func proving(t *testing.T, opened string) (s *supervisor, typed *strings.Builder) {
	t.Helper()
	looks := 3
	s = attended(t, opening{opened: opened, looks: &looks})
	typed = &strings.Builder{}
	s.keyboard.process = builder{typed}
	s.keyboard.ready.Output(time.Now(), []byte("Type"))
	return s, typed
}

// builder takes keys at any time.
type builder struct{ *strings.Builder }

func (builder) TakesKeys() bool { return true }

// TestPromptIsTypedOnlyIntoTheWantedSession has CLIs that take the prompt by their terminal alone.
func TestPromptIsTypedOnlyIntoTheWantedSession(t *testing.T) {
	for _, c := range []struct {
		name, opened string
		isStrict     bool
		want         time.Duration
		err          error
	}{
		{"the wanted one", "wanted", false, 3 * proofPoll, nil},
		{"another one", "other", false, 3 * proofPoll, injection.ErrUnconfirmed},
		{"one that it shows by its answer alone", "", true, 0, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, typed := proving(t, c.opened)
			s.command.Typed, s.command.Strict = &inject.Typing{Text: "Go on.", Submit: "\r"}, c.isStrict
			began := time.Now()
			err := s.prove(t.Context())
			took := time.Since(began) - longestSilence // that is waited for the text on the screen, of which there is none
			if !errors.Is(err, c.err) {
				t.Errorf("%s: %v", c.name, err)
			}
			if isTyped := strings.HasSuffix(typed.String(), "\r"); isTyped != (c.err == nil) || isTyped && took != c.want {
				t.Errorf("%s: typed is %q after %v", c.name, typed, took)
			}
		})
	}
}

// A prompt that the CLI got as an argument is worked on from the proof on. Without one the CLI waits for its user when
// it is drawn.
func TestCLIWorksOnItsPromptSinceTheProof(t *testing.T) {
	for _, c := range []struct {
		prompt   string
		headless bool
		want     signals.State
	}{{"", false, signals.Starting}, {"Go on.", false, signals.Working}, {"Go on.", true, signals.Working}, {"", true,
		signals.Working}} {
		s, _ := proving(t, "wanted")
		s.delivery.Request.Prompt, s.delivery.Request.Headless = c.prompt, c.headless
		if err := s.prove(t.Context()); err != nil || s.proof.Err() != nil || s.o.Files.Record.Current().State != c.want {
			t.Errorf("%+v: it is %s: %v", c, s.o.Files.Record.Current().State, err)
		}
	}
}

func TestNothingIsProvenByACLIThatHasEnded(t *testing.T) {
	s, typed := proving(t, "")
	s.command.Typed = &inject.Typing{Text: "Go on.", Submit: "\r"}
	ctx, end := context.WithCancel(t.Context())
	end()
	looks := 1 << 30
	s.delivery.Adapter.Driver = opening{looks: &looks}
	if err := s.prove(ctx); err != nil || typed.Len() > 0 || s.o.Files.Record.Current().State != signals.Starting {
		t.Errorf("it is %s, typed is %q: %v", s.o.Files.Record.Current().State, typed, err)
	}
}

// A CLI that fails without its session has it when it takes keys, which is all that shows.
func TestStrictCLIIsReadyWhenItTakesKeys(t *testing.T) {
	for _, c := range []struct {
		name               string
		isStrict, headless bool
		composer           string
		want               bool
	}{
		{"it is strict", true, false, "Type", true},
		{"it may begin another session", false, false, "Type", false},
		{"it has no terminal", true, true, "Type", false},
		{"it draws no composer that is known", true, false, "", false},
	} {
		s := attended(t, silent{})
		s.command.Strict, s.delivery.Request.Headless, s.keyboard.composer.Ready = c.isStrict, c.headless, c.composer
		if got := s.readyToo() != nil; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	s, _ := proving(t, "")
	looks := 1 << 30
	s.delivery.Adapter.Driver = opening{looks: &looks}
	s.command.Strict, s.delivery.Request.Prompt = true, "Go on."
	if err := s.prove(t.Context()); err != nil || s.o.Files.Record.Current().State != signals.Working {
		t.Errorf("it is %s: %v", s.o.Files.Record.Current().State, err)
	}
}
