package pane

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"stead/internal/render/transcript"
	"stead/internal/render/transcript/terminal"
	"stead/internal/term/plain"
	"stead/timeline"
)

// find is a search within the session. It searches the session's full texts, not only what is displayed.
type find struct {
	query  string
	number int
	cancel context.CancelFunc
	// entries are the matching steps, by the ids of their last entries. IsKnown says that they are complete.
	entries map[string]bool
	isKnown bool
	err     error
	// line is the line of the last hit shown, or -1 if there is none.
	line int
	// jumps says that the first hit is shown as soon as it is known. IsWaiting says that it is shown as soon as its step
	// is opened.
	jumps, isWaiting bool
}

// matched are the steps that match.
type matched struct {
	number  int
	entries map[string]bool
	err     error
}

func (f *find) stop() {
	f.number++
	if f.cancel != nil {
		f.cancel()
		f.cancel = nil
	}
}

func (f *find) has(entry string) bool { return entry != "" && f.entries[entry] }

// Find searches the session for a text, ignoring case, and shows the first hit at or after the chosen step. An empty
// text ends the search.
func (s *Session) Find(query string) tea.Cmd {
	s.find.stop()
	s.find = find{query: strings.ToLower(strings.TrimSpace(query)), number: s.find.number, line: -1, jumps: true}
	return s.search()
}

// Finds reports whether a search is active.
func (s *Session) Finds() bool { return s.find.query != "" }

// search looks for the steps that match.
func (s *Session) search() tea.Cmd {
	f := &s.find
	if f.query == "" {
		return nil
	}
	f.stop()
	ctx, cancel := context.WithCancel(s.ctx)
	f.cancel = cancel
	open, reference, query, number := s.open, s.reference, f.query, f.number
	return func() tea.Msg {
		defer cancel()
		stream, err := open(ctx, reference)
		if err != nil {
			return matched{number: number, err: err}
		}
		entries, err := stepsWith(ctx, stream, query)
		return matched{number, entries, err}
	}
}

// stepsWith returns the steps of a session that contain a text.
func stepsWith(ctx context.Context, s timeline.Stream, query string) (map[string]bool, error) {
	found := map[string]bool{}
	for step, err := range transcript.Steps(s) {
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if has(step.Entry, query) || has(step.Result, query) {
			found[terminal.LastOf(step)] = true
		}
	}
	return found, nil
}

// has reports whether an entry contains a text.
func has(e *timeline.Entry, query string) bool {
	if e == nil {
		return false
	}
	for _, t := range []timeline.Text{e.Content, e.Thinking, e.Output, e.Error} {
		if !t.IsEmpty() && strings.Contains(strings.ToLower(t.String()), query) {
			return true
		}
	}
	if e.Type != timeline.ToolCall {
		return false
	}
	if strings.Contains(strings.ToLower(transcript.Headline(e)), query) {
		return true
	}
	for _, f := range transcript.Fields(e, 0) {
		if strings.Contains(strings.ToLower(f.Value), query) {
			return true
		}
	}
	return false
}

func (s *Session) takeMatched(m matched) tea.Cmd {
	f := &s.find
	if m.number != f.number {
		return nil
	}
	f.entries, f.err, f.isKnown = m.entries, m.err, true
	if !f.jumps {
		return nil
	}
	f.jumps = false
	if at := s.Steps.Window.at; f.isHit(&s.Steps, at) {
		return s.unfold(f.toHit(&s.Steps, at, 1))
	}
	return s.Next(1)
}

// Next shows the next or the previous hit. After the last hit comes the first.
func (s *Session) Next(by int) tea.Cmd {
	if !s.Finds() || len(s.Steps.blocks) == 0 {
		return nil
	}
	return s.unfold(s.find.next(&s.Steps, by))
}

// unfold opens the step in which a hit is folded. Entry is empty if the hit is already visible.
func (s *Session) unfold(entry string) tea.Cmd {
	if entry == "" {
		return nil
	}
	s.find.isWaiting = true
	return s.read(entry, Whole)
}

// isHit reports whether a step matches.
func (f *find) isHit(t *Steps, step int) bool {
	return step < len(t.blocks) && f.has(t.blocks[step].Entry)
}

// next shows the next hit. If the hit is folded, it returns the step to open.
func (f *find) next(t *Steps, by int) (folded string) {
	at, n := t.Window.at, len(t.blocks)
	if f.line >= 0 && t.Window.stepAt(f.line) == at {
		if line := t.lineWith(f.query, at, f.line, by); line >= 0 {
			f.show(t, line)
			return ""
		}
	}
	for i := 1; i <= n; i++ {
		if step := ((at+by*i)%n + n) % n; f.isHit(t, step) {
			return f.toHit(t, step, by)
		}
	}
	return ""
}

// toHit chooses a step that matches. If its hit is folded, it returns the step.
func (f *find) toHit(t *Steps, step, by int) (folded string) {
	t.Window.to(step)
	if f.showHit(t, by) {
		return ""
	}
	return t.blocks[step].Entry
}

// showHit shows the first or the last hit of the chosen step. It returns false if no hit is visible.
func (f *find) showHit(t *Steps, by int) bool {
	f.line = -1
	line := t.lineWith(f.query, t.Window.at, -1, by)
	if line < 0 {
		return false
	}
	f.show(t, line)
	return true
}

func (f *find) show(t *Steps, line int) {
	f.line = line
	t.Window.shows(line)
}

// marked returns a line with the matches marked.
func (f *find) marked(line string) string {
	if f.query == "" {
		return line
	}
	text := strings.ToLower(ansi.Strip(line))
	var ranges []lipgloss.Range
	for from := 0; ; {
		at := strings.Index(text[from:], f.query)
		if at < 0 {
			break
		}
		start := plain.Width(text[:from+at])
		ranges = append(ranges, lipgloss.NewRange(start, start+plain.Width(f.query), Hit))
		from += at + len(f.query)
	}
	if len(ranges) == 0 {
		return line
	}
	return lipgloss.StyleRanges(line, ranges...)
}

// said describes the number of matching steps, and the position of the chosen one among them.
func (f *find) said(t *Steps) string {
	switch {
	case f.query == "":
		return ""
	case f.err != nil:
		return "not searched: " + plain.Line(f.err.Error())
	case !f.isKnown:
		return "searching"
	}
	all, before := 0, 0
	for i := range t.blocks {
		if f.isHit(t, i) {
			if all++; i <= t.Window.at {
				before++
			}
		}
	}
	if all == 0 {
		return "“" + f.query + "” is not in it"
	}
	return fmt.Sprintf("“%s” %d of %d", f.query, before, all)
}
