package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
)

// fit is the part of its CLI's window that the displayed session takes.
type fit struct {
	number int
	cancel context.CancelFunc
	// of is the state in which the session was measured.
	of             stamp
	tokens, window int64
}

// measured is the result of a measurement. A failure shows nothing, because the session can still be read.
type measured struct {
	number         int
	tokens, window int64
}

// mostMeasured is the maximum size, in bytes, of the files of a session that is measured, because measuring reads them
// a second time.
const mostMeasured = 64 << 20

// measure measures the displayed session after it was read.
func (b *beside) measure() tea.Cmd {
	r := b.shown.row
	isGrowing := r.State == listing.Working && b.fit.tokens > 0 // it is measured again when it is idle
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

// clear forgets the measurement.
func (f *fit) clear() {
	f.stop()
	*f = fit{number: f.number}
}

// String returns a text such as "48k of 200k tokens". It is empty if the size is not known.
func (f *fit) String() string {
	switch {
	case f.tokens == 0:
		return ""
	case f.window == 0:
		return thousandsOf(f.tokens) + " tokens"
	}
	return thousandsOf(f.tokens) + " of " + thousandsOf(f.window) + " tokens"
}

// thousandsOf formats an estimate.
func thousandsOf(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%dk", (n+500)/1000)
}
