package fts5

import "encoding/binary"

// pool holds many lists of bytes that grow in parallel. Each list is a chain of slices, in which each new slice is
// twice as long as the previous one, up to a limit. The last bytes of a slice hold the offset of the next one.
type pool struct {
	blocks [][]byte
	free   uint32 // where the next slice begins
}

const (
	blockBits    = 18
	blockSize    = 1 << blockBits
	shortest     = 16 // of a slice, in bytes, including its link
	longestSlice = 4096
	link         = 4
)

// list is one list in a pool. The zero value is an empty list.
type list struct {
	first, at, end uint32
	size           uint32 // of the last slice
}

// slice returns the offset of a new slice. No slice crosses the end of a block.
func (p *pool) slice(size uint32) uint32 {
	if left := blockSize - p.free&(blockSize-1); left < size {
		p.free += left
	}
	if int(p.free>>blockBits) == len(p.blocks) {
		p.blocks = append(p.blocks, make([]byte, blockSize))
	}
	at := p.free
	p.free += size
	return at
}

// put appends a byte to a list.
func (p *pool) put(l *list, b byte) {
	if l.at == l.end {
		p.grow(l)
	}
	p.blocks[l.at>>blockBits][l.at&(blockSize-1)] = b
	l.at++
}

func (p *pool) grow(l *list) {
	size := uint32(shortest)
	if l.size > 0 {
		size = min(2*l.size, longestSlice)
	}
	at := p.slice(size)
	if l.size == 0 {
		l.first = at
	} else {
		binary.LittleEndian.PutUint32(p.blocks[l.end>>blockBits][l.end&(blockSize-1):], at)
	}
	l.at, l.end, l.size = at, at+size-link, size
}

// putVarint appends a number to a list.
func (p *pool) putVarint(l *list, n uint64) {
	if n < 1<<7 {
		p.put(l, byte(n))
		return
	}
	var digits [8]byte
	for _, b := range appendVarint(digits[:0], n) {
		p.put(l, b)
	}
}

// appendList appends all bytes of a list.
func (p *pool) appendList(to []byte, l *list) []byte {
	at, size := l.first, uint32(shortest)
	for {
		part := p.blocks[at>>blockBits][at&(blockSize-1):]
		if l.at >= at && l.at <= at+size-link {
			return append(to, part[:l.at-at]...)
		}
		to = append(to, part[:size-link]...)
		at = binary.LittleEndian.Uint32(part[size-link:])
		size = min(2*size, longestSlice)
	}
}

// reset removes all lists, and keeps the memory.
func (p *pool) reset() { p.free = 0 }

// used returns the number of bytes that the lists use.
func (p *pool) used() int { return int(p.free) }
