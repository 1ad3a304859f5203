package index_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"stead/catalog/index"
	"stead/internal/testkit/resources"
)

// changes are what happens to the sessions of a home.
type changes struct {
	*machine
	talks map[string]*talk // by path
	next  int
}

func (c *changes) paths() []string {
	var all []string
	for path := range c.talks {
		all = append(all, path)
	}
	slices.Sort(all)
	return all
}

// one makes a change. Which says what, and where.
func (c *changes) one(t *rapid.T) {
	paths := c.paths()
	what := rapid.SampledFrom([]string{"new", "append", "append", "append", "half", "branch", "again", "rewrite",
		"in place", "cut", "move", "delete", "agent", "touch", "fork", "fork"}).Draw(t, "what")
	if what == "new" || len(paths) == 0 {
		c.next++
		path := c.path(fmt.Sprintf("-p%d", c.next%2), c.next)
		c.talks[path] = newTalk(c.next)
		c.write(path, c.talks[path].turn("new"), os.O_TRUNC)
		return
	}
	c.change(what, rapid.SampledFrom(paths).Draw(t, "path"),
		rapid.StringMatching(`[a-z]{1,5} ?[a-z.]{0,5}`).Draw(t, "text"))
}

func (c *changes) change(what, path, text string) {
	k := c.talks[path]
	switch what {
	case "append":
		c.write(path, k.turn(text), os.O_APPEND)
	case "half":
		c.write(path, strings.TrimSuffix(k.turn(text), "\n"), os.O_APPEND)
	case "branch":
		k.last = fmt.Sprintf("%s-%d", k.session, 1)
		c.write(path, k.turn(text), os.O_APPEND)
	case "again": // the answer, once more
		last := k.answer(text)
		c.write(path, last+last, os.O_APPEND)
	case "rewrite":
		c.must(os.Remove(path))
		k.last = ""
		c.write(path, k.turn(text), os.O_TRUNC)
	case "in place":
		k.last = ""
		c.write(path, k.turn(text)+strings.Repeat(k.turn("more"), 2), os.O_TRUNC)
	case "cut":
		info, err := os.Stat(path)
		c.must(err)
		c.must(os.Truncate(path, info.Size()/2))
		c.touch(path)
	case "move":
		to := filepath.Join(filepath.Dir(filepath.Dir(path)), "-moved-"+text[:1], filepath.Base(path))
		c.must(os.MkdirAll(filepath.Dir(to), 0o700))
		c.must(os.Rename(path, to))
		delete(c.talks, path)
		c.talks[to] = k
	case "delete":
		c.must(os.Remove(path))
		delete(c.talks, path)
	case "agent":
		c.write(filepath.Join(strings.TrimSuffix(path, ".jsonl"), "subagents", "agent-a.jsonl"), newTalk(900).turn(text),
			os.O_TRUNC)
	case "touch":
		c.touch(path)
	case "fork":
		c.fork(path)
	}
}

// fork copies a session as its CLI does: under another id, with all else as it is.
func (c *changes) fork(path string) {
	content, err := os.ReadFile(path)
	c.must(err)
	c.next++
	was, to := c.talks[path], c.path("-p1", 10_000-c.next)
	fork := talk{session: id(10_000 - c.next), last: was.last}
	c.talks[to] = &fork
	c.write(to, strings.ReplaceAll(string(content), `"sessionId":"`+was.session+`"`, `"sessionId":"`+fork.session+`"`),
		os.O_TRUNC)
}

// Whatever happens to the files between two refreshes, the index holds what a new one would.
func TestAnIndexHoldsWhatANewOneWould(t *testing.T) {
	resources.OnlyComputes(t)
	rapid.Check(t, func(r *rapid.T) {
		c := &changes{machine: newMachine(t), talks: map[string]*talk{}}
		x := c.index()
		for range rapid.IntRange(1, 5).Draw(r, "refreshes") {
			for range rapid.IntRange(1, 4).Draw(r, "changes") {
				c.one(r)
			}
			if r := refresh(t, x); r.Pending != 0 {
				t.Fatalf("%+v", r)
			}
		}
		c.compareWithNew(x)
		c.must(x.Close())
	})
}

// An append costs what was appended: the rest of the file stays unread, but for a window that tells what the new
// records follow.
func TestAnAppendIsReadAlone(t *testing.T) {
	resources.OnlyComputes(t)
	m := newMachine(t)
	k := newTalk(1)
	path := m.path("-p", 1)
	m.write(path, k.turn(strings.Repeat(strings.Repeat("long", 20)+" ", 12_500)), os.O_APPEND)
	for range 100 {
		m.write(path, k.turn(strings.Repeat("words ", 1000)), os.O_APPEND)
	}
	x := m.index()
	refresh(t, x)
	added := k.turn("short")
	m.write(path, added, os.O_APPEND)
	before := resources.BytesRead(t)
	report := refresh(t, x)
	if read := resources.BytesRead(t) - before; report.ReadBytes != int64(len(added)) || read > 400<<10 {
		t.Errorf("%d bytes were read of %d that were added, %d in all", report.ReadBytes, len(added), read)
	}
	m.compareWithNew(x)
}

// A session that is moved stays what it is, with all that was read of it.
func TestAMovedSessionIsNotReadAgain(t *testing.T) {
	m := newMachine(t)
	c := &changes{machine: m, talks: map[string]*talk{m.path("-p", 1): newTalk(1)}}
	m.write(m.path("-p", 1), c.talks[m.path("-p", 1)].turn("one"), os.O_TRUNC)
	x := m.index()
	refresh(t, x)
	c.change("move", m.path("-p", 1), "x")
	if r := refresh(t, x); r.Read != 0 || r.Looked != 1 {
		t.Errorf("%+v", r)
	}
	m.compareWithNew(x)
}

// The first index of much is made in a new file, and so is one of which most has changed.
func TestAFirstIndexIsMadeBeside(t *testing.T) {
	resources.OnlyComputes(t)
	m := newMachine(t)
	big := strings.Repeat(newTalk(1).turn(strings.Repeat("many words and more ", 1000)), 22)
	for n := range 40 {
		m.write(m.path("-p", n), strings.ReplaceAll(big, id(1), id(n)), os.O_TRUNC)
	}
	x := m.index()
	first := x.DB()
	var last, whole int64
	report, err := x.Refresh(t.Context(), func(done, total int64) {
		if done < last {
			t.Errorf("progress goes back from %d to %d", last, done)
		}
		last, whole = done, total
	})
	if err != nil || report.Read != 40 || report.Pending != 0 || last != whole || x.DB() == first {
		t.Fatalf("%+v, %d of %d, %v", report, last, whole, err)
	}
	if left, _ := filepath.Glob(filepath.Join(m.home, "state", index.FileName+".new*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	m.write(m.path("-p", 3), newTalk(3).turn("another"), os.O_TRUNC)
	refresh(t, x)
	m.compareWithNew(x)
}

// A first index of much that is interrupted keeps the sessions that were read, and the next refresh reads the others
// alone: also when one that was read has grown meanwhile.
func TestAnInterruptedFirstIndexGoesOn(t *testing.T) {
	resources.OnlyComputes(t)
	m := newMachine(t)
	const sessions = 40
	big := strings.Repeat(newTalk(1).turn(strings.Repeat("many words and more ", 1000)), 22)
	for n := range sessions {
		m.write(m.path("-p", n), strings.ReplaceAll(big, id(1), id(n)), os.O_TRUNC)
	}
	x := m.index()
	read := m.interrupt(x, 5)
	m.write(m.path("-p", 0), newTalk(3).turn("another"), os.O_APPEND)
	read += m.interrupt(x, 10) - 1
	if read >= sessions/2 {
		t.Fatalf("%d sessions were read before the interruption was noticed", read)
	}
	if r := refresh(t, x); r.Read != sessions-read || r.Pending != 0 {
		t.Errorf("%d were read, then %+v", read, r)
	}
	if left, _ := filepath.Glob(filepath.Join(m.home, "state", index.FileName+".new*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	m.compareWithNew(x)
}

// interrupt ends a refresh when it has read so many sessions. It returns how many it has.
func (m *machine) interrupt(x *index.Index, at int) (read int) {
	m.t.Helper()
	ctx, cancel := context.WithCancel(m.t.Context())
	defer cancel()
	told := 0
	report, err := x.Refresh(ctx, func(done, total int64) {
		if told++; told == at {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || report.Read < at {
		m.t.Fatalf("%+v, %v", report, err)
	}
	var kept int
	m.must(x.DB().QueryRow("SELECT count(*) FROM session WHERE NOT pending").Scan(&kept))
	if kept < report.Read {
		m.t.Errorf("%d sessions were read, and %d are there", report.Read, kept)
	}
	return report.Read
}

// Memory holds what is on its way into the database, whatever the sessions' size.
func TestMemoryDoesNotGrowWithTheSessions(t *testing.T) {
	if resources.RaceEnabled || testing.Short() {
		t.Skip("takes much to tell, and the race detector holds memory of its own")
	}
	m := newMachine(t)
	k := newTalk(1)
	part := k.turn(strings.Repeat("many words and more of them, ", 2000)) + k.turn(strings.Repeat("x", 100_000))
	for range 200 {
		m.write(m.path("-p", 1), part, os.O_APPEND)
	}
	x := m.index()
	const limit = 64 << 20
	if peak := resources.PeakHeap(func() { refresh(t, x) }); peak > limit {
		t.Errorf("a session of %d MB took %d MB of memory, want at most %d", 200*len(part)>>20, peak>>20, limit>>20)
	}
}

// An index learns of many forks of one session at a time, and writes as many rows for each of them as for one of few.
func TestForksOfOneSessionAreMarkedOnce(t *testing.T) {
	resources.OnlyComputes(t)
	few, many := rowsOfForks(t, 20), rowsOfForks(t, 200)
	if many > few+1 {
		t.Errorf("%.1f rows were written for each of 200 forks, %.1f for each of 20", many, few)
	}
}

// rowsOfForks returns how many rows an index writes for each of so many forks of one session when it sees them.
func rowsOfForks(t *testing.T, forks int) float64 {
	t.Helper()
	c := &changes{machine: newMachine(t), talks: map[string]*talk{}}
	original := c.path("-p1", 1)
	c.talks[original] = newTalk(1)
	c.write(original, c.talks[original].turn("all"), os.O_TRUNC)
	x := c.index()
	refresh(t, x)
	for range forks {
		c.fork(original)
	}
	return float64(c.rowsWritten(x, func() {
		_, err := x.Look(t.Context())
		c.must(err)
	})) / float64(forks)
}

// rowsWritten returns how many rows of the database something writes.
func (m *machine) rowsWritten(x *index.Index, by func()) int {
	m.t.Helper()
	x.DB().SetMaxOpenConns(1) // a connection counts its own rows
	count := func() (rows int) {
		m.must(x.DB().QueryRow("SELECT total_changes()").Scan(&rows))
		return rows
	}
	before := count()
	by()
	return count() - before
}

// A session costs three rows for each of its texts (its words, their number, its place) and a few of its own.
func TestASessionCostsFewRows(t *testing.T) {
	resources.OnlyComputes(t)
	m := newMachine(t)
	m.write(m.path("-p", 0), newTalk(0).turn("the first one"), os.O_TRUNC)
	x := m.index()
	refresh(t, x)
	const sessions, turns = 10, 20
	for n := range sessions {
		k, content := newTalk(n+1), ""
		for turn := range turns {
			content += k.turn(fmt.Sprint("something else ", turn))
		}
		m.write(m.path("-p", n+1), content, os.O_TRUNC)
	}
	rows := m.rowsWritten(x, func() { refresh(t, x) })
	t.Logf("%d rows for each session", rows/sessions)
	const texts = 4 * turns // a turn has a prompt, a call, a result and an answer
	if most := 3*texts + 20; rows/sessions > most {
		t.Errorf("%d rows were written for each session, the budget is %d", rows/sessions, most)
	}
}
