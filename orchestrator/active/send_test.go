package active_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/runs"
	"stead/runs/socket"
	"stead/timeline"
)

// connected serves a run and returns a connection to it. Typed is called with what is sent to it.
func connected(t *testing.T, typed func(*socket.Server, string) error) *socket.Client {
	t.Helper()
	state := t.TempDir()
	server := &socket.Server{}
	server.Send = func(_ context.Context, text string) error { return typed(server, text) }
	if _, err := server.Open(state, "1"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	client, err := socket.Dial(socket.Find(state, "1"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func state(s signals.State) runs.Run { return runs.Run{ID: "1", State: s, About: "no quota"} }

func say(text string) *timeline.Entry {
	return &timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText(text)}
}

func TestAnswerIsWhatWasSaidLastBeforeTheCLIWaits(t *testing.T) {
	client := connected(t, func(s *socket.Server, text string) error {
		s.Publish(socket.Entry, say("of another turn"))
		go func() { // as the CLI does: after the text was typed
			time.Sleep(10 * time.Millisecond)
			s.Publish(socket.Changed, state(signals.Working))
			s.Publish(socket.Entry, say("first "+text))
			s.Publish(socket.Entry, say("then this\n"))
			s.Publish(socket.Entry, say(" \n"))
			s.Publish(socket.Changed, state(signals.Input))
		}()
		return nil
	})
	if answer, err := active.Send(t.Context(), client, runs.Run{ID: "1"}, "text", true, time.Minute); err != nil ||
		answer != "then this" {
		t.Errorf("the answer is %q, error %v", answer, err)
	}
}

func TestSendReturnsWhenTheTextIsTyped(t *testing.T) {
	client := connected(t, func(*socket.Server, string) error { return nil })
	if answer, err := active.Send(t.Context(), client, runs.Run{ID: "1"}, "text", false, time.Minute); err != nil ||
		answer != "" {
		t.Errorf("it returned %q, error %v", answer, err)
	}
}

func TestSendSaysWhyThereIsNoAnswer(t *testing.T) {
	for want, typed := range map[string]func(*socket.Server, string) error{
		"send to run 1: it is busy": func(*socket.Server, string) error { return errors.New("it is busy") },
		"run 1: the turn failed: no quota": func(s *socket.Server, _ string) error {
			s.Publish(socket.Changed, state(signals.Limited))
			return nil
		},
		"run 1 has ended": func(s *socket.Server,
			_ string) error {
			s.Publish(socket.Ended, nil)
			return nil
		},
		"the supervisor of run 1 was killed,": func(s *socket.Server, _ string) error { go s.Close(); return nil },
	} {
		_, err := active.Send(t.Context(), connected(t, typed), runs.Run{ID: "1"}, "text", true, time.Minute)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

func TestSendEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	left := errors.New("left")
	client := connected(t, func(s *socket.Server, _ string) error {
		s.Publish(socket.Changed, state(signals.Working))
		cancel(left)
		return nil
	})
	if _, err := active.Send(ctx, client, runs.Run{ID: "1"}, "text", true, time.Minute); !errors.Is(err, left) {
		t.Errorf("the error is %v", err)
	}
}

func TestSendGivesUpAfterItsLimit(t *testing.T) {
	for want, typed := range map[string]func(*socket.Server, string) error{
		"nothing was typed into run 1: its CLI is still working after 50ms": func(s *socket.Server, _ string) error {
			s.Publish(socket.Changed, state(signals.Working))
			<-t.Context().Done()
			return nil
		},
		"the text was typed into run 1, and its turn has not ended after 50ms": func(s *socket.Server, _ string) error {
			s.Publish(socket.Changed, state(signals.Working))
			return nil
		},
	} {
		_, err := active.Send(t.Context(), connected(t, typed), runs.Run{ID: "1", State: signals.Working}, "text", true,
			50*time.Millisecond)
		if late := (*active.LateError)(nil); !errors.As(err, &late) || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}
