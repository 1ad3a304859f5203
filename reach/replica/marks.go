package replica

import (
	"crypto/sha256"
	"slices"
)

// mark is an end of a range that was handed on, with the hash of all bytes up to it, and the epoch in which it was published.
type mark struct {
	end   int64
	sum   [sha256.Size]byte
	epoch uint64
}

// mostMarks is how many are remembered.
const mostMarks = 4096

// marks are the newest ends of what was handed on, in order. When hub and owner have both lost their tails, nobody says that what comes is another line: the
// marks show it.
type marks []mark

// add remembers where a line ends, and forgets the older half of many.
func (m *marks) add(l line) {
	if len(*m) >= mostMarks {
		*m = append((*m)[:0], (*m)[mostMarks/2:]...)
	}
	*m = append(*m, mark{l.end, l.sum(), l.epoch})
}

// forget forgets all behind an offset.
func (m *marks) forget(offset int64) {
	for len(*m) > 0 && (*m)[len(*m)-1].end > offset {
		*m = (*m)[:len(*m)-1]
	}
}

// compare looks whether a line, and what comes after it, is what was handed on. At is the last mark up to which it is.
func (m marks) compare(l line, fresh []byte) (at int64, isSame bool, err error) {
	for _, known := range m {
		if known.end > l.end+int64(len(fresh)) {
			break
		}
		if known.end > l.end {
			hash, err := cloneOf(l.hash)
			if err != nil {
				return 0, false, err
			}
			hash.Write(fresh[:known.end-l.end])
			if [sha256.Size]byte(hash.Sum(nil)) != known.sum {
				return at, false, nil
			}
		}
		at = known.end
	}
	return at, true, nil
}

// upTo returns the last mark that is not behind an offset, 0 before the first.
func (m marks) upTo(offset int64) int64 {
	for _, known := range slices.Backward(m) {
		if known.end <= offset {
			return known.end
		}
	}
	return 0
}
