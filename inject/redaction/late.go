package redaction

import (
	"errors"
	"io"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// IsIn reports whether what was written of a session that was read once may hold a secret: one that stood before what tells it. It is to be written
// anew then, by the same learner.
func (r *Redactor) IsIn(written io.ReaderAt, size int64) (bool, error) {
	if r == nil || !r.learned.isAhead {
		return false, nil
	}
	l := r.learned
	l.isAhead, l.left, l.now = false, 0, ahead{}
	if r.isOff || l.masks.isEmpty() {
		return false, nil
	}
	n, ok := needlesOf(l.masks.list)
	if l.isCut || l.isOdd || !ok {
		return true, nil
	}
	return n.areIn(written, size)
}

// pieceSize is how much is searched at once.
const pieceSize = 1 << 20

// areIn searches what was written in two goroutines.
func (n *needles) areIn(written io.ReaderAt, size int64) (bool, error) {
	var next atomic.Int64
	var found atomic.Bool
	var searching errgroup.Group
	for range 2 {
		searching.Go(func() error {
			piece := make([]byte, pieceSize+n.longest+longestContext)
			for !found.Load() {
				from := next.Add(pieceSize) - pieceSize
				if from >= size {
					return nil
				}
				from = max(0, from-longestContext)
				read, err := written.ReadAt(piece, from)
				if err != nil && !errors.Is(err, io.EOF) {
					return err
				}
				if n.standIn(piece[:read]) {
					found.Store(true)
				}
			}
			return nil
		})
	}
	err := searching.Wait()
	return found.Load(), err
}

// needles are the parts of secrets that every format writes as they are, by the first grams of each: at every so many-th place of a text, one gram of
// each that stands there is seen.
type needles struct {
	step, longest int
	bits          []uint64
	shift         uint32
	grams         map[uint32][]placed
}

// placed is a needle with the place of a gram in it.
type placed struct {
	*needle
	at int
}

// needle is a part of a secret. One that is the whole of a short secret counts only where it stands alone.
type needle struct {
	text    string
	isShort bool
}

const (
	// needleGram is how many bytes of a needle are looked at first.
	needleGram = 4
	// shortestNeedle has a gram at every place that a step of one meets.
	shortestNeedle = needleGram
	longestStep    = 8
	// longestContext is how far is looked before a needle.
	longestContext = 3
)

// needlesOf returns what is searched for secrets. Ok is false when one has no part that is long enough.
func needlesOf(list []mask) (n *needles, ok bool) {
	all := make([]needle, 0, len(list))
	n = &needles{step: longestStep, grams: make(map[uint32][]placed, longestStep*len(list))}
	for i := range list {
		text := plainest(list[i].Value)
		if len(text) < shortestNeedle {
			return nil, false
		}
		all = append(all, needle{text, len(text) == len(list[i].Value) && len(text) < shortSecret})
		n.longest, n.step = max(n.longest, len(text)), min(n.step, len(text)-needleGram+1)
	}
	bits := uint32(13)
	for 1<<bits < 32*n.step*len(list) && bits < 22 {
		bits++
	}
	n.bits, n.shift = make([]uint64, 1<<(bits-6)), 32-bits
	for i := range all {
		for at := range n.step {
			gram := gramOf(all[i].text[at:])
			n.grams[gram] = append(n.grams[gram], placed{&all[i], at})
			slot := gram * spread >> n.shift
			n.bits[slot>>6] |= 1 << (slot & 63)
		}
	}
	return n, true
}

// spread makes a slot of a gram.
const spread = 0x9E3779B1

func gramOf[T ~string | ~[]byte](s T) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// standIn reports whether a needle stands in a part of what was written.
func (n *needles) standIn(part []byte) bool {
	bits, shift := n.bits, n.shift&31
	for i := 0; i+needleGram <= len(part); i += n.step {
		gram := gramOf(part[i : i+needleGram])
		slot := gram * spread >> shift
		if bits[slot>>6]>>(slot&63)&1 != 0 && n.standsAround(part, i, gram) {
			return true
		}
	}
	return false
}

func (n *needles) standsAround(part []byte, i int, gram uint32) bool {
	for _, p := range n.grams[gram] {
		from := i - p.at
		to := from + len(p.text)
		if from >= 0 && to <= len(part) && string(part[from:to]) == p.text && (!p.isShort || mayStandAlone(part, from, to)) {
			return true
		}
	}
	return false
}

// mayStandAlone reports whether a part of what was written may be a word of its own: behind a letter that ends an escape, too.
func mayStandAlone(part []byte, from, to int) bool {
	isBegun := from == 0 || !isWord(part[from-1]) || from > 1 && part[from-2] == '\\' || from > 2 && part[from-3] == '%'
	return isBegun && (to == len(part) || !isWord(part[to]))
}

// plainest returns the longest part of a text that no format escapes.
func plainest(text string) (best string) {
	from := 0
	for at := 0; at <= len(text); at++ {
		if at < len(text) && isPlain(text[at]) {
			continue
		}
		if at-from > len(best) {
			best = text[from:at]
		}
		from = at + 1
	}
	return best
}

func isPlain(c byte) bool {
	return isWord(c) || c == ' ' || c == '-' || c == '.' || c == ':' || c == '=' || c == '+' || c == '!' || c == '#' || c == '@'
}
