package active_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/internal/term/sharing"
	"stead/orchestrator/active"
	"stead/runs/socket"
)

// shown is a program on the terminal of a run.
type shown struct {
	runs active.Runs
	id   string
	hub  *sharing.Hub
}

// playing plays a shell script as an active run.
func playing(t *testing.T, size ptyx.Size, script string) shown {
	t.Helper()
	s := shown{runs: recorded(t, living)}
	s.id = ids(t, s.runs)[0]
	var emulator *screen.Screen
	s.hub = sharing.New(size, func(reply func([]byte)) sharing.Screen {
		emulator = screen.New(int(size.Rows), int(size.Columns), reply)
		return emulator
	}, time.Now)
	process, err := ptyx.Start(ptyx.Command{Path: "/bin/sh", Args: []string{"-c", script},
		Env: []string{"PATH=/usr/bin:/bin"}}, size)
	if err != nil {
		t.Fatal(err)
	}
	server := &socket.Server{Hub: s.hub}
	if _, err := server.Open(s.runs.State, s.id); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = s.hub.Run(context.Background(), process, nil)
		s.hub.Close()
		server.Close()
		emulator.Close()
	}()
	t.Cleanup(func() {
		_ = process.End(context.Background(), 0)
		<-ended
	})
	return s
}

func textOf(p active.Picture) string {
	var text strings.Builder
	for _, row := range p {
		for _, span := range row {
			text.WriteString(span.Text)
		}
		text.WriteString("\n")
	}
	return text.String()
}

// sees receives pictures until one contains a text.
func sees(t *testing.T, pictures <-chan active.Picture, text string) active.Picture {
	t.Helper()
	last := ""
	for limit := time.After(20 * time.Second); ; {
		select {
		case p, open := <-pictures:
			if !open {
				t.Fatalf("the pictures end before %q; the last one is\n%s", text, last)
			}
			if last = textOf(p); strings.Contains(last, text) {
				return p
			}
		case <-limit:
			t.Fatalf("%q does not come; the last picture is\n%s", text, last)
		}
	}
}

// ends waits until there are no more pictures.
func ends(t *testing.T, pictures <-chan active.Picture) {
	t.Helper()
	for limit := time.After(20 * time.Second); ; {
		select {
		case _, open := <-pictures:
			if !open {
				return
			}
		case <-limit:
			t.Fatal("the pictures do not end")
		}
	}
}

// TestPictureFollowsTheTerminal watches a program that draws, waits for a key, and draws again.
func TestPictureFollowsTheTerminal(t *testing.T) {
	size := ptyx.Size{Rows: 24, Columns: 80}
	s := playing(t, size, `printf 'first \033[1;31mred\033[0m\n'; read line; echo "then $line"; read line; stty size; read line`)
	pictures, err := s.runs.Watch(t.Context(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	p := sees(t, pictures, "first red")
	if len(p) != 1 || len(p[0]) != 2 || !p[0][1].Style.Bold || p[0][1].Style.Foreground == nil || p[0][1].Column != 6 {
		t.Errorf("the picture is %+v", p)
	}
	if _, err := s.hub.Write([]byte("this\n")); err != nil {
		t.Fatal(err)
	}
	sees(t, pictures, "then this")
	if _, err := s.hub.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	sees(t, pictures, "24 80") // the watcher has changed nothing
	if s.hub.Size() != size {
		t.Errorf("the terminal has the size %+v", s.hub.Size())
	}
	select {
	case <-s.hub.Came():
		t.Error("the watcher has the keyboard")
	default:
	}
	if _, err := s.hub.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	ends(t, pictures)
}

// TestWatcherIsNoPerson attaches a terminal of a person while a picture is watched.
func TestWatcherIsNoPerson(t *testing.T) {
	s := playing(t, ptyx.Size{Rows: 24, Columns: 80}, `echo here; read line`)
	pictures, err := s.runs.Watch(t.Context(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	sees(t, pictures, "here")
	_, client, err := s.runs.Reach(s.id)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	pair, err := ptyx.NewPair(ptyx.Size{Rows: 24, Columns: 80})
	if err != nil {
		t.Fatal(err)
	}
	defer pair.Close()
	if err := client.Attach(pair.Far, pair.Far, socket.Terminal{Watch: true}); err != nil {
		t.Fatal(err)
	}
	for {
		e, err := client.Next()
		if err != nil {
			t.Fatal(err)
		}
		var keyboard sharing.Keyboard
		if e.Kind != socket.Typing {
			continue
		}
		if err := e.Into(&keyboard); err != nil || keyboard.Terminals != 1 || keyboard.Taken {
			t.Errorf("the person is told of %+v, error %v", keyboard, err)
		}
		return
	}
}

// TestWatchingEndsWithItsContext stops to watch a run that draws all the time, without receiving its last picture.
func TestWatchingEndsWithItsContext(t *testing.T) {
	s := playing(t, ptyx.Size{Rows: 24, Columns: 80}, `while :; do echo "$((n=n+1))"; done`)
	ctx, stop := context.WithCancel(t.Context())
	pictures, err := s.runs.Watch(ctx, s.id)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for range 5 {
		<-pictures
	}
	if took := time.Since(began); took < 350*time.Millisecond {
		t.Errorf("five pictures come within %v", took)
	}
	stop()
	ends(t, pictures)
}

func TestNothingIsWatchedWithoutATerminal(t *testing.T) {
	headless := living
	headless.Headless = true
	a := recorded(t, headless, ended)
	all := ids(t, a)
	var noTerminal *active.HeadlessError
	if _, err := a.Watch(t.Context(), all[0]); !errors.As(err, &noTerminal) {
		t.Errorf("a headless run: %v", err)
	}
	var over *active.EndedError
	if _, err := a.Watch(t.Context(), all[1]); !errors.As(err, &over) {
		t.Errorf("a run that has ended: %v", err)
	}
	if _, err := recorded(t, living).Watch(t.Context(), ""); !errors.Is(err, socket.ErrNotRunning) {
		t.Errorf("a run without a socket: %v", err)
	}
}
