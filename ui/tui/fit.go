package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
)

// fit is how much of its CLI's window the shown session takes.
type fit struct {
	number int
	cancel context.CancelFunc
	// of is what the session was like when it was measured.
	of             stamp
	tokens, window int64
}

// measured is what measuring came to. One that fails shows nothing: the session is read all the same.
type measured struct {
	number         int
	tokens, window int64
}

// mostMeasured is how large the files of a session are at most that is measured, in bytes: it is read a second time for
// that.
const mostMeasured = 64 << 20

// measure measures the shown session once it was read.
func (b *beside) measure() tea.Cmd {
	r := b.shown.row
	isGrowing := r.State == listing.Working && b.fit.tokens > 0 // it is measured again when it rests
	if !b.session.IsRead() || b.fit.of == b.stamp || r.Bytes > mostMeasured || isGrowing {
		return nil
	}
	b.fit.stop()
	b.fit.of = b.stamp
	ctx, cancel := context.WithCancel(b.ctx)
	b.fit.cancel = cancel
	machine, number := b.machine, b.fit.number
	return func() tea.Msg {
		defer cancel()
		tokens, window, err := machine.Fit(ctx, r.Reference, r.CLI)
		if err != nil {
			return nil
		}
		return measured{number, tokens, window}
	}
}

func (f *fit) take(m measured) {
	if m.number == f.number {
		f.tokens, f.window = m.tokens, m.window
	}
}

func (f *fit) stop() {
	f.number++
	if f.cancel != nil {
		f.cancel()
	}
}

// clear forgets what was measured.
func (f *fit) clear() {
	f.stop()
	*f = fit{number: f.number}
}

// String says it as "48k of 200k tokens". Empty says that it is not known.
func (f *fit) String() string {
	switch {
	case f.tokens == 0:
		return ""
	case f.window == 0:
		return thousandsOf(f.tokens) + " tokens"
	}
	return thousandsOf(f.tokens) + " of " + thousandsOf(f.window) + " tokens"
}

// thousandsOf writes an estimate.
func thousandsOf(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%dk", (n+500)/1000)
}
