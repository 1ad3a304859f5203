package hub

import (
	"strings"
	"testing"
	"time"

	"stead/internal/ptyx"
)

func TestRingComesBetweenSequences(t *testing.T) {
	for output, torn := range map[string]bool{
		"": false, "text": false, "text\x1b": true, "\x1b[31": true, "\x1b[31m": false, "\x1b[31mtext": false, "\x1b]0;title": true,
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
	hub.sink = ptyx.Sinks{}
	for _, chunk := range []string{"shown\x1b]0;ti", "tle\a"} {
		if err := hub.show([]byte(chunk)); err != nil {
			t.Fatal(err)
		}
	}
	if !hub.Ring([]byte("\x1b]9;rung\x1b\\\a")) {
		t.Fatal("there was no pause")
	}
	for _, u := range []*user{first, second} {
		u.awaits(t, "shown\x1b]0;title\a\x1b]9;rung\x1b\\\a")
	}
	if strings.Contains(hub.Text(), "rung") {
		t.Error("the ring is on the screen")
	}
}

// deaf is a screen that keeps what it is shown.
type deaf struct{ strings.Builder }

func (*deaf) Resize(int, int)      {}
func (*deaf) Restore() []byte      { return nil }
func (*deaf) Draw(int, int) []byte { return nil }
func (d *deaf) Text() string       { return d.String() }
