package tui_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stead/catalog/listing"
	"stead/timeline"
	"stead/ui/tui"
)

var now = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func row(cli, title string, state listing.State, ago time.Duration) listing.Row {
	return listing.Row{
		Summary:   timeline.Summary{CLI: cli, ID: title, Title: title, Project: "/code/Demo", Updated: now.Add(-ago)},
		Reference: cli + ":" + title, State: state,
	}
}

func said(sections []tui.Section) []string {
	var all []string
	for _, s := range sections {
		for _, r := range s.Rows {
			all = append(all, s.Title+": "+r.Title)
		}
	}
	return all
}

func TestSessionsThatNeedSomebodyComeFirst(t *testing.T) {
	b := tui.BoardOf([]listing.Row{
		row("claude", "new", listing.Idle, time.Hour), row("codex", "busy", listing.Working, 2*time.Hour),
		row("codex", "asks", listing.Waiting, 3*time.Hour),
		row("pi", "late", listing.Idle, 11*time.Hour), row("pi", "week", listing.Idle, 72*time.Hour),
		row("pi", "month", listing.Idle, 30*24*time.Hour),
		row("pi", "year", listing.Idle, 365*24*time.Hour),
	})
	want := []string{
		"Needs you: asks", "Working: busy", "Today: new", "Yesterday: late", "Tuesday: week", "21 October: month",
		"20 November 2025: year",
	}
	if got := said(b.Sections("", now)); !slices.Equal(got, want) {
		t.Errorf("the board is %q", got)
	}
	if b.Waiting != 1 || b.Working != 1 || b.Len() != 7 {
		t.Errorf("it counts %d waiting, %d working, %d in all", b.Waiting, b.Working, b.Len())
	}
}

func TestFilterKeepsWhatHasEachWord(t *testing.T) {
	b := tui.BoardOf([]listing.Row{row("claude", "Fix the parser", listing.Idle, 0), row("codex", "fix it", listing.Idle, 0)})
	for filter, want := range map[string]int{"": 2, "FIX": 2, "fix parser": 1, "codex fix": 1, "demo": 2,
		"parser codex": 0} {
		if got := len(said(b.Sections(filter, now))); got != want {
			t.Errorf("%q keeps %d sessions, want %d", filter, got, want)
		}
	}
}

func BenchmarkFilter(b *testing.B) {
	var rows []listing.Row
	for i := range 2000 {
		rows = append(rows, row("claude", fmt.Sprintf("Session %d about the parser", i), listing.Idle,
			time.Duration(i)*time.Hour))
	}
	all := tui.BoardOf(rows)
	for b.Loop() {
		all.Sections("parser 19", now)
	}
}

func TestNewsAreWhatHasCome(t *testing.T) {
	before := []listing.Row{row("claude", "a", listing.Idle, time.Hour), row("claude", "b", listing.Working, time.Hour),
		row("claude", "c", listing.Idle, time.Hour)}
	after := []listing.Row{
		row("claude", "new", listing.Idle, 0), row("claude", "a", listing.Idle, time.Minute),
		row("claude", "b", listing.Waiting, time.Hour),
		row("claude", "c", listing.Idle, time.Hour),
	}
	if n := tui.BoardOf(after).News(tui.BoardOf(before)); n != 3 {
		t.Errorf("%d are news: one has come, one has changed, one waits now", n)
	}
	if n := tui.BoardOf(before).News(tui.BoardOf(after)); n != 1 {
		t.Errorf("%d are news where only a state is another", n)
	}
}
