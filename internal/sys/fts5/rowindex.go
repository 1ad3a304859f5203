package fts5

// indexedFrom is the number of consecutive pages without the beginning of a word from which a word gets an index of its
// rows (FTS5_MIN_DLIDX_SIZE).
const indexedFrom = 4

// rowIndex collects the first row on each page over which a word continues. It is a tree of pages, whose root is on the
// highest level.
type rowIndex struct {
	save   func(level int, page int64, block []byte) error
	levels []indexPage
}

// indexPage is the page of a level that is being filled.
type indexPage struct {
	number int64
	block  []byte
	row    uint64 // the last one
	first  uint64
}

// begin starts the index of a word that begins on a page.
func (x *rowIndex) begin(page int64) {
	if len(x.levels) == 0 {
		x.levels = make([]indexPage, 1)
	}
	x.levels[0].number = page
}

func (x *rowIndex) isBegun() bool { return len(x.levels) > 0 && len(x.levels[0].block) > 0 }

// add adds the first row of a page.
func (x *rowIndex) add(row uint64, page int64) error {
	for level := 0; ; level++ {
		isFull := len(x.levels[level].block) >= pageSize
		if isFull {
			if err := x.next(level); err != nil {
				return err
			}
		}
		p := &x.levels[level]
		if len(p.block) == 0 {
			if level > 0 {
				page = x.levels[level-1].number
			}
			p.block = append(p.block, flagOf(isFull))
			p.block = appendVarint(p.block, uint64(page))
			p.block = appendVarint(p.block, row)
			p.first = row
		} else {
			p.block = appendVarint(p.block, row-p.row)
		}
		p.row = row
		if !isFull {
			return nil
		}
	}
}

// flagOf returns the first byte of a page. It is 0 for the root.
func flagOf(hasParent bool) byte {
	if hasParent {
		return 1
	}
	return 0
}

// next writes the full page of a level. The level above it, which may be new, will point to the next page.
func (x *rowIndex) next(level int) error {
	p := &x.levels[level]
	p.block[0] = flagOf(true)
	if err := x.save(level, p.number, p.block); err != nil {
		return err
	}
	if level+1 == len(x.levels) {
		x.levels = append(x.levels, indexPage{})
		p = &x.levels[level]
	}
	if above := &x.levels[level+1]; len(above.block) == 0 {
		above.number = p.number
		above.block = append(above.block, flagOf(false))
		above.block = appendVarint(above.block, uint64(p.number))
		above.block = appendVarint(above.block, p.first)
		above.row, above.first = p.first, p.first
	}
	p.block = p.block[:0]
	p.number++
	return nil
}

// skip records a page on which no row begins.
func (x *rowIndex) skip() {
	if x.isBegun() {
		x.levels[0].block = append(x.levels[0].block, 0)
	}
}

// flush writes the pages that are not full.
func (x *rowIndex) flush() error {
	for level := range x.levels {
		p := &x.levels[level]
		if len(p.block) == 0 {
			return nil
		}
		if err := x.save(level, p.number, p.block); err != nil {
			return err
		}
	}
	return nil
}

// clear removes the index.
func (x *rowIndex) clear() {
	for level := range x.levels {
		x.levels[level].block = x.levels[level].block[:0]
	}
}
