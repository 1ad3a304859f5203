package replay

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stead/internal/term/screen"
)

const cast = `{"version":3,"term":{"cols":40,"rows":5},"timestamp":1800000000}
[1.0, "o", "one"]
[10.0, "o", "\r\ntwo\u001b]0;renamed\u0007\u001b]52;c;aGk=\u0007\u001b[?1000h"]
[1.0, "r", "50x8"]
[1.0, "o", "\r\nthree"]
`

// theatre is a console without a terminal: what is drawn on it, and the keys that are pressed.
type theatre struct {
	keys   chan Key
	access sync.Mutex
	raw    strings.Builder
	screen *screen.Screen
}

func newTheatre(t *testing.T) (*theatre, Console) {
	x := &theatre{keys: make(chan Key), screen: screen.New(10, 60, nil)}
	t.Cleanup(x.screen.Close)
	return x, Console{Keys: x.keys, Size: func() (int, int) { return 10, 60 }, Out: x}
}

func (x *theatre) Write(p []byte) (int, error) {
	x.access.Lock()
	defer x.access.Unlock()
	x.raw.Write(p)
	return x.screen.Write(p)
}

func recording(t *testing.T, content string) *Recording {
	t.Helper()
	path := filepath.Join(t.TempDir(), "terminal.cast")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := OpenRecording(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// playing plays the recording in a bubble, where time passes only while everybody waits.
func playing(t *testing.T, o Playback, watch func(x *theatre, wait func(time.Duration) string, ended <-chan error)) {
	synctest.Test(t, func(t *testing.T) {
		x, console := newTheatre(t)
		ended := make(chan error, 1)
		go func() { ended <- Play(t.Context(), console, recording(t, cast), o) }()
		watch(x, func(d time.Duration) string {
			time.Sleep(d)
			synctest.Wait()
			return x.screen.Text()
		}, ended)
	})
}

func sees(t *testing.T, text, want, not string) {
	t.Helper()
	if !strings.Contains(text, want) || not != "" && strings.Contains(text, not) {
		t.Errorf("want %q and not %q on the screen:\n%s", want, not, text)
	}
}

func TestARecordingIsPlayedAtItsTimes(t *testing.T) {
	playing(t, Playback{}, func(x *theatre, wait func(time.Duration) string, ended <-chan error) {
		sees(t, wait(900*time.Millisecond), "plays at", "one")
		sees(t, wait(200*time.Millisecond), "one", "two")
		sees(t, wait(9*time.Second), "one", "two")
		sees(t, wait(time.Second), "two", "three")
		sees(t, wait(2*time.Second), "three", "")
		x.keys <- "q"
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestSpeedPausesAndKeys(t *testing.T) {
	playing(t, Playback{Speed: 2, Idle: 2 * time.Second}, func(x *theatre, wait func(time.Duration) string,
		ended <-chan error) {
		sees(t, wait(600*time.Millisecond), "one", "two")
		x.keys <- " "
		sees(t, wait(time.Hour), "holds", "two")
		x.keys <- "."
		sees(t, wait(time.Millisecond), "two", "three")
		x.keys <- " "
		x.keys <- "+"
		sees(t, wait(600*time.Millisecond), "three", "")
		sees(t, wait(0), "4x", "")
		x.keys <- "q"
		<-ended
	})
}

func TestAPlaybackBeginsInTheMiddle(t *testing.T) {
	playing(t, Playback{From: 11500 * time.Millisecond}, func(x *theatre, wait func(time.Duration) string,
		ended <-chan error) {
		sees(t, wait(100*time.Millisecond), "two", "three")
		sees(t, wait(2*time.Second), "three", "")
		x.keys <- "q"
		<-ended
	})
}

func TestARecordingCannotReachTheTerminalItself(t *testing.T) {
	playing(t, Playback{}, func(x *theatre, wait func(time.Duration) string, ended <-chan error) {
		wait(20 * time.Second)
		for _, sequence := range []string{"renamed", "]52;", "?1000h"} {
			if strings.Contains(x.raw.String(), sequence) {
				t.Errorf("%q was sent to the terminal", sequence)
			}
		}
		close(x.keys) // nobody can press a key any more
		<-ended
	})
}

func TestTheEndOfTheContextEndsAPlayback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, console := newTheatre(t)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if err := Play(ctx, console, recording(t, cast), Playback{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	})
}

func TestDamageIsCountedAndLeftOut(t *testing.T) {
	r := recording(t, cast+"[1.0, \"o\", \"cut o")
	var out strings.Builder
	if err := r.Export(&out, 3, time.Second); err != nil || r.Damaged != 1 {
		t.Errorf("%d damaged, %v", r.Damaged, err)
	}
	if again := recording(t, out.String()); again.Header.Columns != 40 {
		t.Errorf("header %+v", again.Header)
	}
	if !strings.Contains(out.String(), `[1.000000, "r", "50x8"]`) || strings.Contains(out.String(), "10.0") {
		t.Errorf("exported\n%s", out.String())
	}
}

func TestABrokenDestinationIsReported(t *testing.T) {
	reader, writer := io.Pipe()
	_ = reader.Close()
	if err := recording(t, cast).Export(writer, 3, 0); err == nil {
		t.Error("no error")
	}
}
