package codex

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"

	format "stead/adapters/codex"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// entries returns the range over the entries of all segments. Each range reads the files anew, as far as they were
// indexed.
func entries(ctx context.Context, segments []*segment) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		j := newJoiner()
		branches := 0
		for _, s := range segments {
			p := player{segment: s, joiner: j, branches: branches, held: map[int][]record{}}
			branches += len(s.index.rolled)
			j.begins(s)
			if !p.play(ctx, yield) {
				return
			}
		}
	}
}

// player yields the entries of one segment.
type player struct {
	*segment
	joiner   *joiner
	branches int // those of the segments before
	// held are results that came before their call, by the line of the call.
	held map[int][]record
}

// play reports whether the range shall go on.
func (p *player) play(ctx context.Context, yield func(*timeline.Entry, error) bool) bool {
	file, err := openFile(p.path)
	if err != nil {
		yield(nil, err)
		return false
	}
	defer file.Close()
	for r, err := range jsonl.Parse(ctx, p.input(file), func(line jsonl.Line) record { return parse(p.placed(line)) }) {
		if err != nil {
			yield(nil, fmt.Errorf("read %s: %w", p.path, err))
			return false
		}
		if !p.record(r, yield) {
			return false
		}
	}
	return p.release(yield)
}

func (p *player) record(r record, yield func(*timeline.Entry, error) bool) bool {
	if call, moves := p.index.moved[r.number]; moves {
		p.held[call] = append(p.held[call], r)
		return true
	}
	if !p.yield(r, yield) {
		return false
	}
	results := p.held[r.number]
	delete(p.held, r.number)
	for _, result := range results {
		if !p.yield(result, yield) {
			return false
		}
	}
	return true
}

func (p *player) yield(r record, yield func(*timeline.Entry, error) bool) bool {
	branch := p.branch(r.number)
	p.joiner.isLeft = branch != ""
	for _, e := range p.joiner.join(r, p.index.scripts[r.number]) {
		e.Branch = branch
		if !yield(e, nil) {
			return false
		}
	}
	return true
}

// branch returns the id of the branch to which a line belongs: turns that the user took back.
func (p *player) branch(line int) string {
	if left := p.segment.branch(line); left != "" {
		return left
	}
	for i, span := range p.index.rolled {
		if line >= span.from && line < span.to {
			return branchID(p.branches + i)
		}
	}
	return ""
}

func branchID(i int) string { return "rollback-" + strconv.Itoa(i+1) }

// release yields what is still held, which only a file that changed meanwhile leaves.
func (p *player) release(yield func(*timeline.Entry, error) bool) bool {
	for _, records := range p.held {
		for _, r := range records {
			if !p.yield(r, yield) {
				return false
			}
		}
	}
	return true
}

// countBranches lists the branches in the header.
func (s *session) countBranches(segments []*segment) (err error) {
	var ids, left []string
	for _, segment := range segments {
		for range segment.index.rolled {
			ids = append(ids, branchID(len(ids)))
		}
		for _, c := range segment.cuts {
			left = append(left, format.RewindID(c.rewind))
		}
	}
	slices.Sort(left)
	ids = append(ids, slices.Compact(left)...)
	s.Header.Branches, err = entry.Branches(ids, s.Entries)
	return err
}
