package tui

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"stead/internal/plain"
	"stead/internal/transcript"
	"stead/internal/transcript/terminal"
)

// steps shows the steps of a session: which lines are seen, and which step is chosen. While the last line is seen, so is what comes.
type steps struct {
	blocks []terminal.Block
	// ends are the numbers of the lines behind each block, dropped how many lines at the beginning were not kept.
	ends    []int
	dropped int
	at, top int
	lines   int
	follows bool
	// fresh are the blocks of the session as it is now, while the ones before are still shown.
	fresh []terminal.Block
	// isDone says that the session was read to its end, err why not.
	isDone bool
	err    error
}

// clear makes room for another session.
func (t *steps) clear() { *t = steps{lines: t.lines, follows: true} }

// add takes more steps of the session.
func (t *steps) add(blocks []terminal.Block) {
	for _, b := range blocks {
		t.blocks = append(t.blocks, b)
		t.ends = append(t.ends, t.all()+len(b.Lines))
	}
	if t.all() > mostLines+mostLines/4 {
		t.drop()
	}
	if t.follows {
		t.end()
	}
}

// drop forgets the beginning of a session that is too long.
func (t *steps) drop() {
	first := sort.SearchInts(t.ends, t.all()-mostLines)
	lines := t.ends[first]
	t.dropped += lines
	t.blocks, t.ends = slices.Clone(t.blocks[first+1:]), slices.Clone(t.ends[first+1:])
	for i := range t.ends {
		t.ends[i] -= lines
	}
	t.at, t.top = max(t.at-first-1, 0), max(t.top-lines, 0)
}

// replace shows the session as it is now, at the same place.
func (t *steps) replace() {
	at, top, follows := t.at, t.top, t.follows
	fresh := t.fresh
	t.blocks, t.ends, t.fresh, t.dropped = nil, nil, nil, 0
	t.add(fresh)
	if !follows {
		t.at, t.top = min(at, max(len(t.blocks)-1, 0)), min(top, t.lastTop())
	}
}

// all is how many lines there are.
func (t *steps) all() int {
	if len(t.ends) == 0 {
		return 0
	}
	return t.ends[len(t.ends)-1]
}

func (t *steps) lastTop() int { return max(t.all()-t.lines, 0) }

// first is the number of a block's first line.
func (t *steps) first(block int) int {
	if block == 0 {
		return 0
	}
	return t.ends[block-1]
}

// blockAt is the block that has a line.
func (t *steps) blockAt(line int) int {
	return min(sort.SearchInts(t.ends, line+1), max(len(t.blocks)-1, 0))
}

// resize gives the timeline so many lines.
func (t *steps) resize(lines int) {
	t.lines = max(lines, 1)
	t.top = min(t.top, t.lastTop())
	if t.follows {
		t.end()
	}
}

// end chooses the last step and shows it.
func (t *steps) end() {
	t.at, t.top, t.follows = max(len(t.blocks)-1, 0), t.lastTop(), true
}

// move chooses another step, and shows it from its beginning.
func (t *steps) move(by int) {
	if len(t.blocks) == 0 {
		return
	}
	t.at = min(max(t.at+by, 0), len(t.blocks)-1)
	first, behind := t.first(t.at), t.ends[t.at]
	switch {
	case first < t.top || behind-first > t.lines:
		t.top = first
	case behind > t.top+t.lines:
		t.top = behind - t.lines
	}
	t.top = min(t.top, t.lastTop())
	t.follows = t.at == len(t.blocks)-1 && t.top == t.lastTop()
}

// scroll moves what is seen, and chooses the nearest step that is seen.
func (t *steps) scroll(by int) {
	t.top = min(max(t.top+by, 0), t.lastTop())
	t.follows = t.top == t.lastTop()
	if len(t.blocks) == 0 {
		return
	}
	low, high := t.blockAt(t.top), t.blockAt(min(t.top+t.lines, t.all())-1)
	t.at = min(max(t.at, low), high)
	if t.follows && by > 0 {
		t.at = len(t.blocks) - 1
	}
}

// toTurn chooses the beginning of a turn.
func (t *steps) toTurn(turn int) {
	for i, b := range t.blocks {
		if b.Turn >= turn {
			t.at, t.follows = i, false
			t.top = min(t.first(i), t.lastTop())
			return
		}
	}
}

// turn chooses the beginning of the next turn, or of the one before.
func (t *steps) turn(by int) {
	if len(t.blocks) == 0 {
		return
	}
	now := t.blocks[t.at].Turn
	if by < 0 && t.at > 0 && t.blocks[t.at-1].Turn == now {
		by = 0 // back to the beginning of this one first
	}
	t.toTurn(max(now+by, 0))
}

// choose chooses the step that is seen in a line.
func (t *steps) choose(line int) {
	if t.top+line < t.all() {
		t.at = t.blockAt(t.top + line)
	}
}

// entry is the id of the last entry of the chosen step, or of the nearest one before it that is an entry.
func (t *steps) entry() (id string, turn int) {
	for i := min(t.at, len(t.blocks)-1); i >= 0; i-- {
		if t.blocks[i].Entry != "" {
			return t.blocks[i].Entry, t.blocks[i].Turn
		}
	}
	return "", 0
}

// marker stands before the lines of the chosen step.
const marker = "▌"

// view returns the lines that are seen.
func (t *steps) view(width int, isFocused bool) []string {
	var lines []string
	for block := t.blockAt(t.top); block < len(t.blocks) && len(lines) < t.lines; block++ {
		first := t.first(block)
		for n, line := range t.blocks[block].Lines {
			if first+n < t.top || len(lines) == t.lines {
				continue
			}
			before := "  "
			if block == t.at && isFocused && line != "" {
				before = cyan.Render(marker) + " "
			}
			lines = append(lines, filled(before+line, width))
		}
	}
	return lines
}

// remark says what is not seen.
func (t *steps) remark() string {
	var remarks []string
	switch {
	case t.err != nil:
		remarks = append(remarks, plain.Line(t.err.Error()))
	case !t.isDone && len(t.blocks) > 0:
		remarks = append(remarks, "reading")
	case t.isDone && len(t.blocks) == 0:
		remarks = append(remarks, "it has no entries")
	}
	if t.dropped > 0 {
		remarks = append(remarks, fmt.Sprintf("%s before this: v shows all", transcript.Count(t.dropped, "line")))
	}
	if more := t.all() - t.top - t.lines; more > 0 {
		remarks = append(remarks, fmt.Sprintf("↓ %s", transcript.Count(more, "line")))
	}
	return strings.Join(remarks, " · ")
}
