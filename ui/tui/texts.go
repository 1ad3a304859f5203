package tui

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/search"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
)

// texts is the search in the texts of all sessions, which follows what is typed into the filter.
type texts struct {
	machine Machine
	ctx     context.Context

	number  int
	cancel  context.CancelFunc
	busy    bool
	percent *atomic.Int64
	query   string
	result  search.Result
	err     error
}

const (
	// afterTyping is how long nothing is typed before the texts are searched.
	afterTyping = 200 * time.Millisecond
	// shortest is how many characters a query has at least.
	shortest = 2
)

type (
	// typed says that nothing was typed for a while, found what was found. The numbers are those of the search.
	typed struct{ number int }
	found struct {
		number int
		result search.Result
		err    error
	}
	// progressed has the frame drawn anew while a search goes on.
	progressed struct{ number int }
)

// ask begins the search for a query, once nothing more is typed.
func (t *texts) ask(query string) tea.Cmd {
	query = strings.TrimSpace(query)
	if query == t.query {
		return nil
	}
	t.stop()
	t.query, t.result, t.err = query, search.Result{}, nil
	if len([]rune(query)) < shortest {
		return nil
	}
	number := t.number
	return tea.Tick(afterTyping, func(time.Time) tea.Msg { return typed{number} })
}

// stop ends the search that goes on.
func (t *texts) stop() {
	t.number++
	t.busy = false
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// begin begins the search.
func (t *texts) begin(number int) tea.Cmd {
	if number != t.number {
		return nil
	}
	ctx, cancel := context.WithCancel(t.ctx)
	percent := &atomic.Int64{}
	t.cancel, t.percent, t.busy = cancel, percent, true
	query := t.query
	return tea.Batch(t.tick(), func() tea.Msg {
		r, err := t.machine.Search(ctx, query, func(done, total int64) {
			if total > 0 {
				percent.Store(100 * done / total)
			}
		})
		return found{number, r, err}
	})
}

func (t *texts) tick() tea.Cmd {
	number := t.number
	return tea.Tick(afterTyping, func(time.Time) tea.Msg { return progressed{number} })
}

// take takes what was found. It is false for the answer of an earlier search.
func (t *texts) take(f found) bool {
	if f.number != t.number {
		return false
	}
	t.busy, t.result, t.err = false, f.result, f.err
	return true
}

// title is the title of the section with the hits. It is empty where nothing was searched for.
func (t *texts) title() string {
	switch {
	case t.busy && t.percent.Load() > 0:
		return fmt.Sprintf("In the texts: making the index, %d %%", t.percent.Load())
	case t.busy:
		return "In the texts: searching"
	case t.err != nil:
		return plain.Line("In the texts: " + t.err.Error())
	case t.query == "" || len(t.result.Rows) == 0:
		return ""
	}
	said := "In the texts: " + transcript.Count(t.result.Hits, "hit") + " in " +
		transcript.Count(t.result.Sessions, "session")
	if shown := len(t.result.Rows); shown < t.result.Hits {
		said += fmt.Sprintf(", the best %d of them", shown)
	}
	return said
}
