package orchestrator

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"
	"unicode"

	"stead/inject"
	"stead/orchestrator/state"
)

// escapeKey begins an escape sequence; in a pasted text it would end the paste early.
const escapeKey = "\x1b"

// enter pastes a text into the CLI's composer and submits it. The turn begins before the CLI can tell its end.
func (s *supervision) enter(ctx context.Context, t inject.Typing) error {
	if !wait(ctx, t.Settle) {
		return nil
	}
	if err := s.paste(ctx, t); err != nil || ctx.Err() != nil {
		return err
	}
	if err := s.apply(state.Prompted{}); err != nil {
		return err
	}
	if !wait(ctx, t.Pause) {
		return nil
	}
	return s.write(t.Submit)
}

const (
	// mostPastes is how often a text is pasted that the CLI loses.
	mostPastes = 4
	// longestEcho is how long to wait for a CLI to draw what was pasted; echoPoll is how often to check that.
	longestEcho = 5 * time.Second
	echoPoll    = 20 * time.Millisecond
)

// paste puts a text into the composer, and once more when that is empty still: Gemini CLI 0.61.0 draws its composer, and takes it away again while
// it reads the session that it resumes.
func (s *supervision) paste(ctx context.Context, t inject.Typing) error {
	text := escapeKey + "[200~" + strings.ReplaceAll(t.Text, escapeKey, "") + escapeKey + "[201~"
	for range mostPastes {
		pasted := s.o.Host.Now()
		if err := s.write(text); err != nil {
			return err
		}
		if s.isPasted(ctx, t, pasted) || ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// isPasted waits until the CLI has drawn what was pasted. On a loaded machine it reads that late, and would take the key that submits for a part of
// it. It reports false when the composer is empty still. Where the screen cannot tell, whatever is drawn after the paste counts.
func (s *supervision) isPasted(ctx context.Context, t inject.Typing, pasted time.Time) bool {
	display, sees := s.request.Terminal.(Display)
	sees = sees && t.Placeholder
	ticker, late, limit := time.NewTicker(echoPoll), false, time.After(longestEcho)
	defer ticker.Stop()
	for giveUp := time.After(longestStart); ; {
		select {
		case <-ctx.Done():
			return false
		case <-giveUp:
			return true
		case <-limit:
			late = true
		case <-ticker.C:
		}
		switch {
		case !sees && (late || s.activity.Since(pasted)):
			return true
		case sees && shows(display.Text(), t):
			return true
		case sees && late && strings.Contains(display.Text(), t.Ready):
			return false
		}
	}
}

// begunWith is how much of a text must stand on the screen, in characters. A row may end behind them.
const begunWith = 12

// shows reports whether a pasted text stands in a composer: its beginning, or what CLIs draw in the place of a long one ("[Pasted text #1]").
func shows(screen string, t inject.Typing) bool {
	if strings.Contains(screen, t.Ready) {
		return false
	}
	beginning := []rune(bare(t.Text))
	beginning = beginning[:min(len(beginning), begunWith)]
	return strings.Contains(bare(screen), string(beginning)) || strings.Contains(screen, "[Pasted")
}

// bare is a text without white space: where a screen breaks a line is the CLI's choice.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// wait waits for a while. It reports false when the context has ended before.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// write types keys. A CLI that has ended takes none.
func (s *supervision) write(keys string) error {
	if _, err := s.process.Write([]byte(keys)); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
