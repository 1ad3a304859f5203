package fts5

import "encoding/binary"

// pool holds many lists of bytes that grow side by side, each as a chain of slices that get longer: each new slice of a
// list is twice as long as the one before, up to a limit. The last bytes of a slice tell where the next one is.
type pool struct {
	blocks [][]byte
	free   uint32 // where the next slice begins
}

const (
	blockBits    = 18
	blockSize    = 1 << blockBits
	shortest     = 16 // of slices, in bytes, their link included
	longestSlice = 4096
	link         = 4
)

// list is one list in a pool. The zero value is an empty one.
type list struct {
	first, at, end uint32
	size           uint32 // of the last slice
}

// slice returns the place of a new slice. None reaches into another block.
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

// reset forgets all lists, and keeps the memory.
func (p *pool) reset() { p.free = 0 }

// used returns how many bytes the lists take.
func (p *pool) used() int { return int(p.free) }
