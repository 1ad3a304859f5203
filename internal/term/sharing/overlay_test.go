package sharing

import (
	"context"
	"strings"
	"testing"
	"time"

	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/internal/testkit"
)

func TestRingComesBetweenSequences(t *testing.T) {
	for output, torn := range map[string]bool{
		"": false, "text": false, "text\x1b": true, "\x1b[31": true, "\x1b[31m": false, "\x1b[31mtext": false,
		"\x1b]0;title":   true,
		"\x1b]0;title\a": false, "\x1b]0;title\x1b": true, "\x1b]0;title\x1b\\": false, "\x1bPq": true, "\x1b7": false,
		"gr\xc3": true, "grü": false, "\x1b[31m" + strings.Repeat("text", 100): false,
	} {
		if isTorn([]byte(output)) != torn {
			t.Errorf("%q: torn is %v", output, !torn)
		}
	}
}

func TestRingReachesEveryUserAndNoScreen(t *testing.T) {
	hub := New(ptyx.Size{Rows: 30, Columns: 100}, func(func([]byte)) Screen { return &deaf{} }, time.Now)
	defer hub.Close()
	first, second := sitDown(t), sitDown(t)
	for i, u := range []*user{first, second} {
		if _, err := hub.Attach(u.terminal, u.terminal, AttachOptions{Watch: i > 0}); err != nil {
			t.Fatal(err)
		}
	}
	hub.program.sink = ptyx.Sinks{}
	for _, chunk := range []string{"shown\x1b]0;ti", "tle\a"} {
		if err := hub.show([]byte(chunk)); err != nil {
			t.Fatal(err)
		}
	}
	if !hub.Overlay.Ring([]byte("\x1b]9;rung\x1b\\\a")) {
		t.Fatal("there was no pause")
	}
	for _, u := range []*user{first, second} {
		u.awaits(t, "shown\x1b]0;title\a\x1b]9;rung\x1b\\\a")
	}
	if strings.Contains(hub.Text(), "rung") {
		t.Error("the ring is on the screen")
	}
}

// TestALineStandsOverTheFirstRowForAWhile displays a line while a program has the terminal.
func TestALineStandsOverTheFirstRowForAWhile(t *testing.T) {
	u := sitDown(t)
	hub, _, done := relayed(t, t.Context(), u,
		shell(
			`printf 'the first row\r\nthe second'; read line; printf '\033[H\033[2Kdrawn again\033[2;1H'; read line; printf ' and more'`), nil)
	u.awaits(t, "the second")
	ctx, takeAway := context.WithCancel(t.Context())
	covered := make(chan struct{})
	go func() {
		hub.Overlay.Cover(ctx, "stead: it went on", time.Hour)
		close(covered)
	}()
	first := func() string {
		seen := screen.New(30, 100, nil)
		defer seen.Close()
		_, _ = seen.Write([]byte(u.sees()))
		return seen.Lines()[0]
	}
	shows := func(row string) {
		t.Helper()
		testkit.Eventually(t, "the user sees "+row, func() bool { return first() == row })
	}
	shows("stead: it went on")
	if text := hub.Text(); !strings.HasPrefix(text, "the first row") {
		t.Errorf("the program's screen is %q", text)
	}
	u.types(t, "x\r")
	u.awaits(t, "drawn again")
	shows("stead: it went on")
	takeAway()
	<-covered
	shows("drawn again")
	u.types(t, "x\r")
	if got := <-done; got.err != nil {
		t.Error(got.err)
	}
	shows("drawn again")
}

// deaf is a screen that stores what it receives.
type deaf struct{ strings.Builder }

func (*deaf) Resize(int, int)      {}
func (*deaf) Restore() []byte      { return nil }
func (*deaf) Draw(int, int) []byte { return nil }
func (*deaf) Cover(string) []byte  { return nil }
func (*deaf) Uncover() []byte      { return nil }
func (d *deaf) Text() string       { return d.String() }
