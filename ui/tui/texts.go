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

// texts is the search in the texts of all sessions. It follows the text in the filter.
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
	// afterTyping is the delay after the last key before the texts are searched.
	afterTyping = 200 * time.Millisecond
	// shortest is the minimum number of characters in a query.
	shortest = 2
)

type (
	// typed says that nothing was typed for a while. Found is the result of a search. Both have the number of their
	// search.
	typed struct{ number int }
	found struct {
		number int
		result search.Result
		err    error
	}
	// progressed redraws the frame while a search is running.
	progressed struct{ number int }
)

// ask starts the search for a query after the user has stopped typing.
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

// stop ends the running search.
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

// take handles the result of a search. It returns false for that of an earlier search.
func (t *texts) take(f found) bool {
	if f.number != t.number {
		return false
	}
	t.busy, t.result, t.err = false, f.result, f.err
	return true
}

// title returns the title of the section with the hits. It is empty if there was no search.
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
