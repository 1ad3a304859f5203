package fts5

import "encoding/binary"

// pageSize is how long a leaf is, as near as its parts allow: FTS5's own default, which just fits into a page of the
// database.
const pageSize = 4050

// mainIndex begins each word: prefix indexes have words of their own.
const mainIndex = '0'

// segment writes the pages of one segment. Words are given in order, and behind each its rows.
type segment struct {
	id int64
	// save keeps a block of the table, link which word (or beginning of one that is greater than all on earlier pages) a
	// page begins with.
	save func(id int64, block []byte) error
	link func(term []byte, page int64) error

	page   []byte // the leaf in work, with its header
	footer []byte // where its words begin
	begun  int    // the last of these places
	number int64  // of the page, from 1
	term   []byte // the last word
	row    uint64 // the last row of it
	isBare bool   // no word begins on this page yet
	isCut  bool   // no row begins on this page yet, nor a word

	first     []byte // the word that the page linked next begins with
	firstPage int64  // that page, 0 for none
	bare      int    // how many pages without a word follow it
	index     rowIndex
}

func newSegment(id int64) *segment {
	s := &segment{id: id, number: 1, firstPage: 1, isBare: true, page: make([]byte, 4, 2*pageSize)}
	s.index.save = func(level int, page int64, block []byte) error { return s.save(indexID(s.id, level, page), block) }
	return s
}

// begin begins a word.
func (s *segment) begin(word []byte) error {
	if len(s.page)+len(s.footer)+1+len(word)+2 >= pageSize && len(s.page) > 4 {
		if err := s.flush(); err != nil {
			return err
		}
	}
	s.footer = appendVarint(s.footer, uint64(len(s.page)-s.begun))
	s.begun = len(s.page)
	common := 0
	if s.isBare {
		if s.number > 1 {
			// as much of the word as makes it greater than the one before
			if err := s.linkTo(1+commonPrefix(s.term, word), word); err != nil {
				return err
			}
		}
		s.page = appendVarint(s.page, uint64(1+len(word)))
		s.page = append(s.page, mainIndex)
	} else {
		common = commonPrefix(s.term, word)
		s.page = appendVarint(s.page, uint64(1+common))
		s.page = appendVarint(s.page, uint64(len(word)-common))
	}
	s.page = append(s.page, word[common:]...)
	s.term = append(s.term[:0], word...)
	s.row, s.isBare, s.isCut = 0, false, false
	s.index.begin(s.number)
	return nil
}

func commonPrefix(x, y []byte) int {
	n := min(len(x), len(y))
	for i := range n {
		if x[i] != y[i] {
			return i
		}
	}
	return n
}

// add adds a row to the word, with its positions and, before them, their length.
func (s *segment) add(row uint64, positions []byte) error {
	if s.isCut {
		binary.BigEndian.PutUint16(s.page, uint16(len(s.page)))
		s.page = appendVarint(s.page, row)
		s.isCut = false
		if err := s.index.add(row, s.number); err != nil {
			return err
		}
	} else {
		s.page = appendVarint(s.page, row-s.row)
	}
	s.row = row
	for {
		room := pageSize - len(s.page) - len(s.footer)
		if len(positions) <= room {
			s.page = append(s.page, positions...)
			return nil
		}
		n := whole(positions, room)
		s.page = append(s.page, positions[:n]...)
		positions = positions[n:]
		if err := s.flush(); err != nil {
			return err
		}
		if len(positions) == 0 {
			return nil
		}
	}
}

// whole returns how many bytes of a list of numbers fit into a room so that none is cut: at least the first.
func whole(numbers []byte, room int) int {
	_, n := varint(numbers)
	for n < len(numbers) {
		_, size := varint(numbers[n:])
		if n+size > room {
			break
		}
		n += size
	}
	return n
}

// flush writes the page and begins the next.
func (s *segment) flush() error {
	binary.BigEndian.PutUint16(s.page[2:], uint16(len(s.page)))
	if s.isBare {
		if s.isCut {
			s.index.skip()
		}
		s.bare++
	} else {
		s.page = append(s.page, s.footer...)
	}
	if err := s.save(leafID(s.id, s.number), s.page); err != nil {
		return err
	}
	s.page, s.footer, s.begun = append(s.page[:0], 0, 0, 0, 0), s.footer[:0], 0
	s.number++
	s.isBare, s.isCut = true, true
	return nil
}

// linkTo has the page in work found by the beginning of its first word.
func (s *segment) linkTo(length int, word []byte) error {
	if err := s.linkFirst(); err != nil {
		return err
	}
	s.first = append(append(s.first[:0], mainIndex), word[:min(length, len(word))]...)
	s.firstPage = s.number
	return nil
}

// linkFirst links the page that is to be found next, and writes the index of the rows of its last word, if that goes on
// over enough pages for one.
func (s *segment) linkFirst() error {
	if s.firstPage == 0 {
		return nil
	}
	var isIndexed int64
	if s.index.isBegun() && s.bare >= indexedFrom {
		isIndexed = 1
		if err := s.index.flush(); err != nil {
			return err
		}
	}
	s.index.clear()
	s.bare = 0
	err := s.link(s.first, s.firstPage<<1|isIndexed)
	s.firstPage = 0
	return err
}

// end writes what is left, and returns how many pages the segment has.
func (s *segment) end() (int64, error) {
	if len(s.page) > 4 {
		if err := s.flush(); err != nil {
			return 0, err
		}
	}
	if s.number == 1 {
		return 0, nil
	}
	return s.number - 1, s.linkFirst()
}

// The ids of a table's blocks, from the top: 16 bits for the segment, 1 for pages of an index of rows, 5 for the level
// of those, 31 for the page.
func leafID(segment, page int64) int64 { return segment<<37 | page }

func indexID(segment int64, level int, page int64) int64 {
	return segment<<37 | 1<<36 | int64(level)<<31 | page
}
