package redaction

import (
	"errors"
	"io"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// IsIn reports whether the output of a session that was read in one pass may contain a secret: one that occurred before
// the text that revealed it. The caller must then write the session again, with the same learner.
func (r *Redactor) IsIn(written io.ReaderAt, size int64) (bool, error) {
	if r == nil || !r.learned.isAhead {
		return false, nil
	}
	l := r.learned
	l.isAhead, l.left, l.now = false, 0, ahead{}
	if r.isOff || l.masks.isEmpty() {
		return false, nil
	}
	n := l.masks.needlesOfAll()
	if l.isCut || l.isOdd || len(n.others) > 0 {
		return true, nil
	}
	return n.areIn(written, size)
}

// pieceSize is how many bytes are searched at a time.
const pieceSize = 1 << 20

// areIn searches the output in two goroutines.
func (n *needles) areIn(written io.ReaderAt, size int64) (bool, error) {
	counts := func(known needle, part []byte, from, to int) bool {
		secret := n.of.value(int(known.secret))
		isWhole := int(known.size) == len(secret)
		return isWhole && len(secret) >= shortSecret || (!isWhole || mayStandAlone(part, from, to)) &&
			mayBePartOf(secret, known, part, from, to)
	}
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
				if n.standIn(piece[:read], counts) {
					found.Store(true)
				}
			}
			return nil
		})
	}
	err := searching.Wait()
	return found.Load(), err
}

// longestContext is how many bytes before a needle are examined.
const longestContext = 3

// mayStandAlone reports whether a part of the output may be a short secret. It must be a separate word, possibly after
// a letter that ends an escape.
func mayStandAlone(part []byte, from, to int) bool {
	isBegun := from == 0 || !isWord(part[from-1]) || from > 1 && part[from-2] == '\\' || from > 2 && part[from-3] == '%'
	return isBegun && (to == len(part) || !isWord(part[to]))
}
