package codex

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// tail follows a session through its files: after a rewind Codex goes on in a new one.
type tail struct {
	// current is the file that is followed. It may not be there yet.
	current *segment
	lines   *jsonl.Tail
	index   *index
	joiner  *joiner
	// after is the line after which the tail began.
	after int
	// stood is how the turn stood when the tail began.
	stood readers.Turn
	// pending are records that wait for the end of a code mode call: what it ran is told after it.
	pending []record
	// looked is when the tail last looked for a new file.
	looked time.Time
}

var _ readers.Tailer = Reader{}

// Tail begins after what the session holds now, or at its beginning. See [readers.Tailer].
func (Reader) Tail(ctx context.Context, location adapter.Location) (readers.Tail, error) {
	t := &tail{index: newIndex(), joiner: newJoiner(), looked: time.Now()}
	before := extent{}
	for i, path := range format.Files(location.Path) {
		s := &segment{path: path, before: before}
		if i > 0 {
			s.opens = format.NameOf(path).Rollout
		}
		var err error
		if before, err = t.catchUp(ctx, s); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// catchUp reads what is there of a file already, for what it says about what is to come. It returns how much the
// session's files hold with it.
func (t *tail) catchUp(ctx context.Context, s *segment) (extent, error) {
	t.index.running = nil // what a script of an older file ran was told there
	t.release(nil)
	t.begin(s)
	file, err := openFile(s.path)
	if errors.Is(err, adapter.ErrNotFound) {
		t.lines = jsonl.NewTail(s.path, 0, 0)
		return s.before, nil
	}
	if err != nil {
		return s.before, err
	}
	defer file.Close()
	size, err := file.size()
	whole := size
	if err == nil && size != unknown {
		whole, err = jsonl.LastLineEnd(file, size)
	}
	if err != nil {
		return s.before, err
	}
	read, err := t.readWhole(ctx, s, file.part(0, whole))
	if err != nil {
		return s.before, err
	}
	t.lines = jsonl.NewTail(plainPath(s.path), read.bytes, read.lines)
	if whole < size { // a line that is being written counts when another file follows
		read = extent{size, read.lines + 1}
	}
	return extent{s.before.bytes + read.bytes, s.before.lines + read.lines}, nil
}

// readWhole reads lines that are there already.
func (t *tail) readWhole(ctx context.Context, s *segment, input io.Reader) (extent, error) {
	type chunk struct {
		facts   chunkFacts
		records []record
		bytes   int64
	}
	read := func(lines []jsonl.Line) chunk {
		lines = s.placedAll(lines)
		return chunk{findFacts(lines), jsonl.Each(lines, parse), bytesOf(lines)}
	}
	var e extent
	for c, err := range jsonl.Map(ctx, input, read) {
		if err != nil {
			return e, err
		}
		e = extent{e.bytes + c.bytes, e.lines + len(c.records)}
		t.after = s.before.lines + e.lines
		t.index.addChunk(c.facts)
		for _, r := range c.records {
			t.stood = cmp.Or(r.turn, t.stood)
		}
		t.release(c.records)
	}
	return e, nil
}

// begin goes on with a file.
func (t *tail) begin(s *segment) {
	t.current, t.joiner.opens = s, s.opens
}

// LastTurn implements readers.TurnReporter.
func (t *tail) LastTurn() readers.Turn { return t.stood }

// Watch returns the folder of the file that grows, and that in which a new one would be made today.
func (t *tail) Watch() []string {
	return slices.Compact([]string{t.current.folder(), t.today(time.Now())})
}

// today is the folder of a day: that of the file where it lies in no store.
func (t *tail) today(now time.Time) string {
	if root := format.RootOf(t.current.path); root != "" {
		return format.Day(root, now)
	}
	return t.current.folder()
}

// Next returns what was appended. Records after the call of a code mode script are held until the script has ended.
func (t *tail) Next(ctx context.Context) (readers.Progress, error) {
	if err := ctx.Err(); err != nil {
		return readers.Progress{}, err
	}
	later, hasLater := t.later() // before the lines are read: nothing comes to a file once there is a newer one
	var p readers.Progress
	if err := t.read(&p); err != nil || !hasLater {
		return p, err
	}
	return p, t.goOn(ctx, later, &p)
}

// read takes what was appended to the file.
func (t *tail) read(p *readers.Progress) error {
	lines, err := t.lines.Next()
	if err != nil {
		return err
	}
	t.take(t.current.placedAll(lines), p)
	return nil
}

func (t *tail) take(lines []jsonl.Line, p *readers.Progress) {
	rolled := len(t.index.rolled)
	t.index.addChunk(findFacts(lines))
	p.Moved = p.Moved || len(t.index.rolled) > rolled
	records := jsonl.Each(lines, parse)
	for _, r := range records {
		p.Turn = cmp.Or(r.turn, p.Turn)
	}
	p.Entries = append(p.Entries, t.release(records)...)
}

// later returns the file that follows the one that is followed, if the CLI has made one. It makes it in the folder of
// the day.
func (t *tail) later() (string, bool) {
	own := format.NameOf(t.current.path)
	now := time.Now()
	folders := []string{t.current.folder(), t.today(t.looked), t.today(now)}
	t.looked = now
	files := []string{t.current.path}
	for _, folder := range folders {
		files = append(files, format.LaterIn(folder, own.Thread)...)
	}
	files = format.InOrder(files)
	at := 1 + slices.IndexFunc(files, func(f string) bool { return format.NameOf(f) == own })
	if at == len(files) {
		return "", false
	}
	return files[at], true
}

// goOn follows a new file, from its beginning.
func (t *tail) goOn(ctx context.Context, path string, p *readers.Progress) error {
	next := &segment{path: path, opens: format.NameOf(path).Rollout}
	switch err := t.current.scan(ctx, unknown); {
	case err == nil:
		next.before = t.current.after()
	case !errors.Is(err, adapter.ErrNotFound):
		return err
	}
	t.index.running = nil // what a script of an older file ran was told there
	p.Entries = append(p.Entries, t.release(nil)...)
	t.begin(next)
	t.lines = jsonl.NewTail(path, 0, 0)
	p.Moved = true // it goes on from where the user went back to
	return t.read(p)
}

// release joins the records whose story is complete, and returns the entries of those that are new.
func (t *tail) release(records []record) []*timeline.Entry {
	t.joiner.ownFrom = t.index.ownFrom()
	t.pending = append(t.pending, records...)
	ready := len(t.pending)
	if script := t.index.openScript(); script > 0 && !t.turnEnded(script) {
		for i, r := range t.pending {
			if r.number == script {
				ready = i
			}
		}
	}
	var entries []*timeline.Entry
	for _, r := range t.pending[:ready] {
		joined := t.joiner.join(r, t.index.scripts[r.number])
		if r.number > t.after {
			entries = append(entries, joined...)
		}
	}
	t.pending = append([]record(nil), t.pending[ready:]...)
	return entries
}

// turnEnded reports whether a turn ended after a line, so that nothing more of a script is to come.
func (t *tail) turnEnded(line int) bool {
	for _, r := range t.pending {
		if r.number > line && r.turn.Ended() {
			t.index.running = nil
			return true
		}
	}
	return false
}
