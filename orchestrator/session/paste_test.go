package session

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stead/capture"
	"stead/inject"
)

func TestPasteIsSeenInTheComposer(t *testing.T) {
	typing := inject.Typing{Ready: "Type your message", Placeholder: true, Text: "Please list all files\nand count them"}
	before := echoOf("Please list all files\n> Type your message or @path", typing)
	for screen, want := range map[string]bool{
		"> Type your message or @path":                                     false,
		"Resuming session...":                                              false,
		"Please list all files\n> Type your message or @path":              false,
		"Please list all files\n> Please list all files\n  and count them": true,
		"Please list all files\n> Pleas\n  e list all fi\n  les":           true,
		"Please list all files\n> ...and coun\n  t them":                   true,
		"Please list all files\n> [Pasted Text: 20 lines]":                 true,
	} {
		if got := echoOf(screen, typing).shows(before); got != want {
			t.Errorf("%q: %v", screen, got)
		}
	}
	if echoOf("", inject.Typing{Text: "Grüße"}).seen {
		t.Error("a text that a screen may draw otherwise is looked for")
	}
	if (echo{}).shows(echo{}) {
		t.Error("without a screen something is seen")
	}
	if !echoOf("", inject.Typing{Text: "a key \x7f"}).seen {
		t.Error("a text of ASCII alone is not looked for")
	}
	bare := inject.Typing{Text: "list all files, and then some more"}
	once, twice := echoOf("> list all files, and then some more",
		bare), echoOf("list all files, and then some more > list all files", bare)
	if once.count != 2 || twice.count != 3 || once.shows(once) || !twice.shows(once) {
		t.Errorf("its beginning and its end are counted as %d and %d", once.count, twice.count)
	}
}

// pasting is a CLI that draws each paste after a while, the first ones not at all. It takes keys until ctx ends.
type pasting struct {
	*capture.Activity
	empty, drawn string
	after        time.Duration
	loses        int
	pastes       int
	at           time.Time
}

func (p *pasting) Write([]byte) (int, error) {
	p.pastes++
	if p.pastes > p.loses {
		p.at = time.Now().Add(p.after)
		time.AfterFunc(p.after, p.Beat)
	}
	return 0, nil
}

func (*pasting) TakesKeys() bool { return true }

func (p *pasting) Text() string {
	if p.at.IsZero() || time.Now().Before(p.at) {
		return p.empty
	}
	return p.drawn
}

// TestPasteIsRepeatedOnlyWhenItIsLost has CLIs that draw a paste late, in their own way, or never.
func TestPasteIsRepeatedOnlyWhenItIsLost(t *testing.T) {
	const never = time.Hour
	for _, c := range []struct {
		name          string
		cli           pasting
		isPlaceholder bool
		hasNoScreen   bool
		pastes        int
		took          time.Duration
	}{
		{"at once", pasting{empty: "> ", drawn: "> Go on."}, false, false, 1, 20 * time.Millisecond},
		{"late", pasting{empty: "> ", drawn: "> Go on.", after: 10 * time.Second}, false, false, 1, 10 * time.Second},
		{"never", pasting{empty: "> ", after: never}, false, false, 2, 30 * time.Second},
		{"the second time", pasting{empty: "> ", drawn: "> Go on.", loses: 1}, false, false, 2,
			15*time.Second + 20*time.Millisecond},
		{"never, and the composer is empty", pasting{empty: "> Type", after: never}, true, false, 4, 20 * time.Second},
		{"in another way, and the composer is not empty", pasting{empty: "> Type", drawn: "> a text", after: time.Second},
			true, false, 1, 30 * time.Second},
		{"the third time, in a composer that is empty before", pasting{empty: "> Type", drawn: "> Go on.", loses: 2},
			true, false, 3, 10*time.Second + 20*time.Millisecond},
		{"on no screen", pasting{after: 1990 * time.Millisecond}, false, true, 1, 2 * time.Second},
		{"on no screen, and nothing is announced", pasting{after: never}, false, true, 1, 15 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			cli := &c.cli
			cli.Activity = capture.NewActivity(time.Now)
			k := &keyboard{process: cli, display: cli, activity: cli.Activity, now: time.Now}
			if c.hasNoScreen {
				k.display = nil
			}
			began := time.Now()
			err := k.paste(t.Context(), inject.Typing{Text: "Go on.", Ready: "Type", Placeholder: c.isPlaceholder})
			if took := time.Since(began); err != nil || cli.pastes != c.pastes || took.Truncate(20*time.Millisecond) != c.took {
				t.Errorf("%s: it is pasted %d times in %v: %v", c.name, cli.pastes, took, err)
			}
		})
	}
}

// An escape key would end the paste early: what follows it would be keys.
func TestPasteHasNoKeys(t *testing.T) {
	k, typed := waiting(t)
	ctx, end := context.WithCancel(t.Context())
	end()
	if err := k.paste(ctx, inject.Typing{Text: "a\x1b[201~\rb"}); err != nil ||
		typed.String() != "\x1b[200~a[201~\rb\x1b[201~" {
		t.Errorf("typed is %q: %v", typed, err)
	}
}
