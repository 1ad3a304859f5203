package extract

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"
)

// growing ends the name of a table that takes the place of a full one.
const growing = ".growing"

// cached is how many pages are held in memory at most. A system call costs more than all the rest of a look into the
// table.
const cached = 4 << 10

// page is a page in memory.
type page struct {
	at    uint64
	bytes [pageSize]byte
}

func (p *page) key(slot int) seenKey { return seenKey(p.bytes[slot*len(seenKey{}):]) }

// Has reports whether a key is in the table.
func (t *seenTable) Has(k seenKey) (bool, error) {
	_, _, found, err := t.find(k.marked())
	return found, err
}

// Add puts keys into the table. Those that are in it already change nothing. The keys are sorted on the way: a page is
// written once for all that go into it.
func (t *seenTable) Add(keys []seenKey) error {
	for (t.used+uint64(len(keys)))*16 > t.pages*uint64(slots)*fullAt {
		if err := t.grow(); err != nil {
			return err
		}
	}
	slices.SortFunc(keys, func(a, b seenKey) int { return bytes.Compare(a[:], b[:]) })
	for _, k := range keys {
		if err := t.put(k.marked()); err != nil {
			return err
		}
	}
	return t.flush()
}

// marked returns the key as a slot holds it: zeros mark a free one.
func (k seenKey) marked() seenKey {
	if k == (seenKey{}) {
		k[0] = 1
	}
	return k
}

// home returns the page in which a key is looked for first.
func (t *seenTable) home(k seenKey) uint64 {
	return binary.BigEndian.Uint64(k[:]) >> (64 - bits.TrailingZeros64(t.pages))
}

// find returns the page and slot that hold the key, or the free ones where it belongs. The slots of a page are filled
// one after the other.
func (t *seenTable) find(k seenKey) (p *page, slot int, found bool, err error) {
	at := t.home(k)
	for range t.pages {
		if p, err = t.read(at); err != nil {
			return nil, 0, false, err
		}
		for slot = range slots {
			switch p.key(slot) {
			case k:
				return p, slot, true, nil
			case seenKey{}:
				return p, slot, false, nil
			}
		}
		at = (at + 1) % t.pages
	}
	return nil, 0, false, fmt.Errorf("%w: it has no free slot", errSeenDamaged)
}

// read returns a page, which is the one in memory if it is there.
func (t *seenTable) read(at uint64) (*page, error) {
	p := t.cache[at%cached]
	if p != nil && p.at == at {
		return p, nil
	}
	switch p {
	case nil:
		p = &page{}
	case t.dirty:
		if err := t.flush(); err != nil {
			return nil, err
		}
	}
	t.cache[at%cached] = nil
	if _, err := t.file.ReadAt(p.bytes[:], int64(at+1)*pageSize); err != nil {
		return nil, err
	}
	p.at, t.cache[at%cached] = at, p
	return p, nil
}

// put adds a key, and leaves its page to be written when another one is changed.
func (t *seenTable) put(k seenKey) error {
	p, slot, found, err := t.find(k)
	if err != nil || found {
		return err
	}
	if t.dirty != p {
		if err := t.flush(); err != nil {
			return err
		}
	}
	copy(p.bytes[slot*len(k):], k[:])
	t.used++
	t.dirty = p
	return nil
}

// flush writes the page that was changed last.
func (t *seenTable) flush() error {
	if t.dirty == nil {
		return nil
	}
	_, err := t.file.WriteAt(t.dirty.bytes[:], int64(t.dirty.at+1)*pageSize)
	t.dirty = nil
	return err
}

// grow puts a table of twice the size in this one's place. Keys come in the order of their pages, so that the new ones
// are written one after the other.
func (t *seenTable) grow() error {
	bigger, err := create(t.path+growing, 2*t.pages)
	if err != nil {
		return err
	}
	if err = bigger.fill(t); err == nil {
		err = bigger.Sync()
	}
	if err != nil {
		return errors.Join(err, bigger.Discard())
	}
	// Windows renames no open file, and puts none in the place of one.
	if err := errors.Join(bigger.file.Close(), t.file.Close(), os.Rename(bigger.path, t.path)); err != nil {
		return err
	}
	bigger.path = t.path
	bigger.file, err = os.OpenFile(t.path, os.O_RDWR, 0)
	*t = *bigger
	return err
}

// fill takes all keys of a smaller table.
func (t *seenTable) fill(from *seenTable) error {
	for at := range from.pages {
		p, err := from.read(at)
		if err != nil {
			return err
		}
		for slot := 0; slot < slots && p.key(slot) != (seenKey{}); slot++ {
			if err := t.put(p.key(slot)); err != nil {
				return err
			}
		}
	}
	return t.flush()
}
