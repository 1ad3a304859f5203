package tui

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"stead/catalog/listing"
	"stead/catalog/search"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

// item is a line of the list: the title of a section, the title of a session with hits in its texts, or a session. A
// session appears because it is listed or because of such a hit.
type item struct {
	title string
	// isSession says that the title is that of a session.
	isSession bool

	row   listing.Row
	hit   *search.Hit
	entry *Entry
}

// key identifies the content of an item, independent of its place.
func (i item) key() string {
	if i.entry != nil {
		return i.entry.Key
	}
	if i.hit != nil {
		return fmt.Sprintf("%s:%s#%d%s%s", i.row.CLI, i.row.ID, i.hit.Turn, i.hit.Kind, i.hit.Entry)
	}
	return i.row.Machine + "/" + i.row.CLI + ":" + i.row.ID
}

// isActive reports whether the item waits for somebody or is at work.
func (i item) isActive() bool {
	if i.entry != nil {
		return i.entry.Waits || i.entry.Works
	}
	return i.row.State == listing.Waiting || i.row.State == listing.Working
}

// list is the list of sessions, with the chosen and the visible lines. When its items change, it keeps the chosen
// session and that session's place on the screen.
type list struct {
	items          []item
	at, top, lines int
}

// set replaces the items. A list that was scrolled to its top stays there, because items that wait for somebody appear
// at the top and must be visible. If the chosen line would then be out of sight, set chooses the first one.
func (l *list) set(items []item) {
	chosen, seenAt, wasAtTop := "", l.at-l.top, l.top == 0
	if i, ok := l.chosen(); ok {
		chosen = i.key()
	}
	l.items = items
	for n, i := range items {
		if i.title != "" || i.key() != chosen {
			continue
		}
		switch {
		case !wasAtTop:
			l.at, l.top = n, n-seenAt
		case n < l.lines:
			l.at, l.top = n, 0
		default:
			l.at, l.top = 0, 0
		}
		l.settle(1)
		return
	}
	l.at = min(l.at, max(len(items)-1, 0))
	l.settle(1)
}

// above counts the sessions that wait or work above the visible part.
func (l *list) above() (n int) {
	for _, i := range l.items[:min(l.top, len(l.items))] {
		if i.title == "" && i.isActive() {
			n++
		}
	}
	return n
}

// waits reports whether the item needs the user.
func (i item) waits() bool {
	if i.entry != nil {
		return i.entry.Waits
	}
	return i.title == "" && i.row.State == listing.Waiting
}

// nextWaiting returns the index of the next item that needs the user, other than the chosen one; -1 if there is none.
func (l *list) nextWaiting() int {
	for n := 1; n < len(l.items); n++ {
		if at := (l.at + n) % len(l.items); l.items[at].waits() {
			return at
		}
	}
	return -1
}

// chosen returns the chosen item, or false if there is none.
func (l *list) chosen() (item, bool) {
	if l.at < 0 || l.at >= len(l.items) || l.items[l.at].title != "" {
		return item{}, false
	}
	return l.items[l.at], true
}

// move chooses the line at a distance of by, or the nearest one.
func (l *list) move(by int) {
	l.at = min(max(l.at+by, 0), max(len(l.items)-1, 0))
	l.settle(by)
}

// settle moves off titles, preferably in the given direction, and scrolls to the chosen line.
func (l *list) settle(by int) {
	step := 1
	if by < 0 {
		step = -1
	}
	for _, s := range []int{step, -step} {
		at := l.at
		for at >= 0 && at < len(l.items) && l.items[at].title != "" {
			at += s
		}
		if at >= 0 && at < len(l.items) {
			l.at = at
			break
		}
	}
	first := l.at
	if first > 0 && l.items[first-1].title != "" {
		first-- // a section's title stays visible with its first row
	}
	l.top = min(max(l.top, l.at-l.lines+1, 0), first)
	l.top = max(min(l.top, len(l.items)-l.lines), 0)
}

// choose chooses the item in a visible line. It returns false if that line has no session.
func (l *list) choose(line int) bool {
	at := l.top + line
	if at < 0 || at >= len(l.items) || l.items[at].title != "" {
		return false
	}
	l.at = at
	return true
}

// resize sets the number of visible lines.
func (l *list) resize(lines int) {
	l.lines = max(lines, 1)
	l.settle(1)
}

// itemsOf returns the items of a board, followed by the hits in the texts.
func itemsOf(sections []Section, found *texts) []item {
	var items []item
	for _, s := range sections {
		items = append(items, item{title: s.Title})
		for _, r := range s.Rows {
			items = append(items, item{row: r})
		}
	}
	if title := found.title(); title != "" {
		items = append(items, item{title: title})
		items = append(items, itemsOfHits(found.result.Rows)...)
	}
	return items
}

// itemsOfHits returns the hits under the titles of their sessions. The session with the best hit comes first.
func itemsOfHits(hits []search.Hit) []item {
	var sessions [][]item
	of := map[string]int{}
	for i := range hits {
		h := &hits[i]
		row := listing.Row{Summary: h.Session, Reference: h.Reference, State: listing.Idle}
		at, isKnown := of[h.Reference]
		if !isKnown {
			at = len(sessions)
			of[h.Reference] = at
			sessions = append(sessions, []item{{isSession: true}})
		}
		sessions[at] = append(sessions[at], item{row: row, hit: h})
	}
	for _, s := range sessions {
		h := s[1].hit
		s[0].title = cmp.Or(h.Session.Title, h.Reference) + " · " + h.Session.CLI + " · " +
			transcript.Count(max(h.Of, len(s)-1), "hit")
		if h.Of > len(s)-1 {
			s[0].title += fmt.Sprintf(", %d shown", len(s)-1)
		}
	}
	return slices.Concat(sessions...)
}

// rows draws sessions as lines of a width.
type rows struct {
	width     int
	now       time.Time
	isFocused bool
}

// The widths of the columns, in cells.
const (
	stateWidth   = 11
	cliWidth     = 8
	projectWidth = 14
	ageWidth     = 4
	// withProject is the minimum width of a line that also names the project.
	withProject = 72
)

// line draws an item.
func (r rows) line(i item, isChosen bool) string {
	switch {
	case i.isSession:
		return pane.Filled(pane.Bold.Render(pane.Line(i.title, r.width)), r.width)
	case i.title != "":
		return pane.Filled(pane.Bold.Render(pane.Line(strings.ToUpper(i.title), r.width)), r.width)
	case i.hit != nil:
		return r.hit(*i.hit, isChosen)
	}
	if i.entry != nil {
		return r.entry(*i.entry, isChosen)
	}
	cells := []string{sign(i.row.State), r.state(i.row), r.cli(i.row)}
	if r.width >= withProject {
		cells = append(cells, pane.Cell(filepath.Base(i.row.Folder()), projectWidth))
	}
	head := strings.Join(without(cells, ""), " ") + " "
	age := fmt.Sprintf("%*s", ageWidth+1, age(r.now.Sub(i.row.Updated)))
	room := max(r.width-plain.Width(head)-plain.Width(age), 1)
	text := head + pane.Filled(pane.Line(i.row.Title, room), room) + age
	return r.styled(text, isChosen, i.row.State == listing.Waiting, i.row.State == listing.Working)
}

// cli draws the CLI of a session, after the machine if it is another one. The name of a machine gets as much room as it
// needs.
func (r rows) cli(row listing.Row) string {
	if row.Machine == "" {
		return pane.Cell(row.CLI, cliWidth)
	}
	said := row.Machine + "/" + row.CLI
	return pane.Cell(said, max(cliWidth, min(plain.Width(said), r.width/3)))
}

// entry draws a line of a view without sessions.
func (r rows) entry(e Entry, isChosen bool) string {
	state := listing.Idle
	switch {
	case e.Waits:
		state = listing.Waiting
	case e.Works:
		state = listing.Working
	}
	return r.styled(pane.Filled(sign(state)+" "+pane.Indented(e.Text, r.width-2), r.width), isChosen, e.Waits, e.Works)
}

func (r rows) styled(text string, isChosen, waits, works bool) string {
	switch {
	case isChosen && r.isFocused:
		return pane.Reverse.Render(text)
	case isChosen:
		return pane.Behind.Render(text)
	case waits:
		return pane.Yellow.Render(text)
	case works:
		return pane.Green.Render(text)
	}
	return text
}

// hit draws a hit: its turn, its kind, and the text around it.
func (r rows) hit(h search.Hit, isChosen bool) string {
	head := fmt.Sprintf("  turn %d %s  ", h.Turn, h.Kind)
	when := h.Time
	if when.IsZero() {
		when = h.Session.Updated
	}
	age := fmt.Sprintf("%*s", ageWidth+1, age(r.now.Sub(when)))
	room := max(r.width-plain.Width(head)-plain.Width(age), 1)
	before, behind := "", ""
	for n, s := range h.Context {
		if n == 0 && !s.Match {
			before = pane.LineEnd(s.Text, room/3)
			if strings.TrimRightFunc(s.Text, unicode.IsSpace) != s.Text {
				before += " "
			}
			continue
		}
		behind += s.Text
	}
	text := head + pane.Filled(pane.Line(before+behind, room), room) + age
	return r.styled(pane.Filled(text, r.width), isChosen, false, false)
}

// state returns one word for the state of a session. An idle session leaves the room to its title.
func (r rows) state(row listing.Row) string {
	switch {
	case !row.Seen.IsZero():
		return pane.Cell("away", stateWidth)
	case row.State == listing.Idle:
		return ""
	case row.Origin.State != "":
		return pane.Cell(string(row.Origin.State), stateWidth)
	}
	return pane.Cell(string(row.State), stateWidth)
}

func sign(s listing.State) string {
	switch s {
	case listing.Waiting:
		return "!"
	case listing.Working:
		return ">"
	case listing.Idle:
	}
	return " "
}

func without(all []string, what string) []string {
	var kept []string
	for _, one := range all {
		if one != what {
			kept = append(kept, one)
		}
	}
	return kept
}

// age formats the age of something in at most four cells.
func age(d time.Duration) string {
	const day = 24 * time.Hour
	for _, u := range []struct {
		below, unit time.Duration
		name        string
	}{{time.Hour, time.Minute, "m"}, {2 * day, time.Hour, "h"}, {60 * day, day, "d"}, {730 * day, 30 * day, "mo"}} {
		switch {
		case d < time.Minute:
			return "now"
		case d < u.below:
			return fmt.Sprintf("%d%s", d/u.unit, u.name)
		}
	}
	return fmt.Sprintf("%dy", d/(365*day))
}
