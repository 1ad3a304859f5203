package draft_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"stead/forks/draft"
	"stead/internal/testkit/sample"
	"stead/timeline"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// work is a session of two turns with two calls made at once. The numbers are those of its entries.
func work() timeline.Stream {
	return sample.Conversation(
		sample.User("Fix the bug"),                                 // 1
		sample.Assistant("I look."),                                // 2
		sample.Command("c1"),                                       // 3
		sample.Call("c2", timeline.Read, "", `{"path":"main.go"}`), // 4
		sample.Result("c1", "main.go"),                             // 5
		sample.Result("c2", "package main"),                        // 6
		sample.Assistant("It is fixed."),                           // 7
		sample.User("Run the tests"),                               // 8
		sample.Command("c3"),                                       // 9
		sample.Result("c3", "ok\nall of them"),                     // 10
		sample.Assistant("They pass."),                             // 11
	)
}

// begin begins a copy of a session.
func begin(t testing.TB, s timeline.Stream) *draft.Copy {
	t.Helper()
	c, err := draft.Begin(context.Background(), s, "d1", "claude:source", noon)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// edit makes changes in a copy, each made by one of its methods.
func edit(t testing.TB, c *draft.Copy, makers ...func(*draft.Copy) (draft.Change, error)) *draft.Copy {
	t.Helper()
	edited, err := try(c, makers...)
	if err != nil {
		t.Fatal(err)
	}
	return edited
}

func try(c *draft.Copy, makers ...func(*draft.Copy) (draft.Change, error)) (*draft.Copy, error) {
	var changes []draft.Change
	for _, maker := range makers {
		change, err := maker(c)
		if err != nil {
			return nil, err
		}
		changes = append(changes, change)
	}
	return c.With(noon, changes...)
}

func drop(ranges string) func(*draft.Copy) (draft.Change, error) {
	return func(c *draft.Copy) (draft.Change, error) {
		parsed, err := draft.ParseRanges(ranges)
		if err != nil {
			return draft.Change{}, err
		}
		return c.Drop(parsed...)
	}
}

func cut(text string) func(*draft.Copy) (draft.Change, error) {
	return func(c *draft.Copy) (draft.Change, error) {
		r, err := draft.ParseRange(text)
		if err != nil {
			return draft.Change{}, err
		}
		return c.Cut(r)
	}
}

func rewrite(n int, text string) func(*draft.Copy) (draft.Change, error) {
	return func(c *draft.Copy) (draft.Change, error) { return c.Rewrite(n, text) }
}

func insert(before int, role timeline.EntryType, text string) func(*draft.Copy) (draft.Change, error) {
	return func(c *draft.Copy) (draft.Change, error) {
		return c.Insert(before, role, text, fmt.Sprintf("%s-%d-%d", role, len(c.Draft.Steps), before))
	}
}

func move(what string, before int) func(*draft.Copy) (draft.Change, error) {
	return func(c *draft.Copy) (draft.Change, error) {
		r, err := draft.ParseRange(what)
		if err != nil {
			return draft.Change{}, err
		}
		return c.Move(r, before)
	}
}

// entries returns the copy's entries.
func entries(t testing.TB, c *draft.Copy) []*timeline.Entry {
	t.Helper()
	s, err := c.Stream(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return collect(t, s)
}

func collect(t testing.TB, s timeline.Stream) []*timeline.Entry {
	t.Helper()
	var all []*timeline.Entry
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.Clone())
	}
	return all
}

// told is a copy in few words: what each entry says, and the ids of calls and results.
func told(t testing.TB, c *draft.Copy) string {
	t.Helper()
	var words []string
	for _, e := range entries(t, c) {
		if !e.Active() {
			continue
		}
		switch e.Type {
		case timeline.ToolCall:
			words = append(words, "call "+e.ID)
		case timeline.ToolResult:
			words = append(words, "result "+e.CallID)
		default:
			words = append(words, e.Content.String())
		}
	}
	return strings.Join(words, " | ")
}

// encoded are the copy's entries as JSON.
func encoded(t testing.TB, c *draft.Copy) string {
	t.Helper()
	var form bytes.Buffer
	for _, e := range entries(t, c) {
		form.Write(e.AppendJSON(nil))
		form.WriteByte('\n')
	}
	return form.String()
}

func mustFail(t testing.TB, err, want error, text string) {
	t.Helper()
	if !errors.Is(err, want) || !strings.Contains(cmp.Or(err, errors.New("")).Error(), text) {
		t.Errorf("error %v, want %v with %q", err, want, text)
	}
}
