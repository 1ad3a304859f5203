package session

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"stead/inject"
	"stead/orchestrator/state"
)

// escapeKey begins an escape sequence; in a pasted text it would end the paste early.
const escapeKey = "\x1b"

// enter pastes a text into the CLI's composer and submits it. The turn begins before the CLI can tell its end. The
// error is a *DialogError where a dialog stands there instead, which may be drawn late: it is looked for before each
// key that could answer it.
func (k *keyboard) enter(ctx context.Context, t inject.Typing) error {
	if !wait(ctx, t.Settle) {
		return nil
	}
	if err := k.asks(); err != nil {
		return err
	}
	if err := k.paste(ctx, t); err != nil || ctx.Err() != nil {
		return err
	}
	if err := k.asks(); err != nil {
		return err
	}
	if err := k.status.apply(state.Prompted{}); err != nil {
		return err
	}
	if !wait(ctx, t.Pause) {
		return nil
	}
	if err := k.asks(); err != nil {
		return err
	}
	return k.write(t.Submit)
}

const (
	// mostPastes is how often a text is pasted that the CLI loses. Where no composer shows that it is empty, a second time
	// is the last: a text that stands there in a way that is not recognized would be doubled.
	mostPastes, mostBlindPastes = 4, 2
	// longestEcho is how long to wait for a CLI to draw what was pasted, where its composer shows that it is empty still;
	// longestSilence where it does not. echoPoll is how often to check that.
	longestEcho    = 5 * time.Second
	longestSilence = 15 * time.Second
	echoPoll       = 20 * time.Millisecond
)

// paste puts a text into the composer, and once more when the CLI has lost it. Gemini CLI 0.61.0 draws its composer,
// and takes it away again while it reads the session that it resumes; OpenCode 1.18.33 does so on a loaded machine.
func (k *keyboard) paste(ctx context.Context, t inject.Typing) error {
	text := escapeKey + "[200~" + strings.ReplaceAll(t.Text, escapeKey, "") + escapeKey + "[201~"
	most := mostBlindPastes
	if t.Placeholder {
		most = mostPastes
	}
	for range most {
		pasted, before := k.now(), k.echo(t)
		if err := k.write(text); err != nil {
			return err
		}
		if k.isPasted(ctx, t, pasted, before) || ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// isPasted waits until the CLI has drawn what was pasted. On a loaded machine it reads that late, and would take the
// key that submits for a part of it. It reports false when the text is not there. Without a screen whatever is drawn
// after the paste counts.
func (k *keyboard) isPasted(ctx context.Context, t inject.Typing, pasted time.Time, before echo) bool {
	patience := longestSilence
	if t.Placeholder {
		patience = longestEcho
	}
	ticker, late, limit := time.NewTicker(echoPoll), false, time.After(patience)
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
		now := k.echo(t)
		switch {
		case !now.seen && (late || k.activity.Since(pasted)):
			return true
		case now.shows(before):
			return true
		case now.seen && late && (now.isEmpty || !t.Placeholder):
			return false
		}
	}
}

// echo is what stands on the screen of a text that is pasted.
type echo struct {
	// seen is set when a screen shows the text as it is, or an empty composer.
	seen bool
	// count is how often the text's beginning, its end, or what CLIs draw in the place of a long one ("[Pasted text #1]")
	// stands there.
	count int
	// isEmpty says that the composer shows that it is empty.
	isEmpty bool
}

func (k *keyboard) echo(t inject.Typing) echo {
	if k.display == nil {
		return echo{}
	}
	return echoOf(k.display.Text(), t)
}

// edge is how much of a text's beginning and end must be found, in characters.
const edge = 12

func echoOf(screen string, t inject.Typing) echo {
	text, drawn := []rune(bare(t.Text)), bare(screen)
	length := min(len(text), edge)
	isPlain := !slices.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
	count := strings.Count(drawn, string(text[:length])) + strings.Count(drawn, string(text[len(text)-length:])) +
		strings.Count(strings.ToLower(drawn), "[paste")
	return echo{seen: t.Placeholder || isPlain, count: count, isEmpty: t.Placeholder && strings.Contains(screen, t.Ready)}
}

// shows reports whether the text has come since.
func (e echo) shows(before echo) bool { return e.seen && e.count > before.count && !e.isEmpty }

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
