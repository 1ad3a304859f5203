package fts5

import "encoding/binary"

// pageSize is the length of a leaf, as closely as its parts allow. It is the default of FTS5, which just fits into a
// page of the database.
const pageSize = 4050

// mainIndex is the first byte of each word. The words of prefix indexes begin with other bytes.
const mainIndex = '0'

// segment writes the pages of one segment. Words are added in order, and after each word its rows.
type segment struct {
	id int64
	// save stores a block of the table. link stores the word with which a page begins, or a prefix of it that is greater
	// than all words on earlier pages.
	save func(id int64, block []byte) error
	link func(term []byte, page int64) error

	page   []byte // the current leaf, with its header
	footer []byte // the offsets of its words
	begun  int    // the last of these offsets
	number int64  // of the page, from 1
	term   []byte // the last word
	row    uint64 // the last row of that word
	isBare bool   // no word begins on this page yet
	isCut  bool   // neither a row nor a word begins on this page yet

	first     []byte // the word with which the page to link next begins
	firstPage int64  // that page, or 0 for none
	bare      int    // the number of following pages without a word
	index     rowIndex
}

func newSegment(id int64) *segment {
	s := &segment{id: id, number: 1, firstPage: 1, isBare: true, page: make([]byte, 4, 2*pageSize)}
	s.index.save = func(level int, page int64, block []byte) error { return s.save(indexID(s.id, level, page), block) }
	return s
}

// begin starts a word.
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
			// The prefix that makes the word greater than the previous word.
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

// add adds a row to the word. The row's positions are preceded by their length.
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

// whole returns how many bytes of a list of numbers fit into the room without cutting a number. The first number always
// counts.
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

// flush writes the page and starts the next one.
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

// linkTo makes the current page findable by a prefix of its first word.
func (s *segment) linkTo(length int, word []byte) error {
	if err := s.linkFirst(); err != nil {
		return err
	}
	s.first = append(append(s.first[:0], mainIndex), word[:min(length, len(word))]...)
	s.firstPage = s.number
	return nil
}

// linkFirst links the page that is to be linked next. It also writes the index of the rows of the page's last word, if
// this word continues over enough pages.
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

// end writes the remaining pages, and returns the number of pages of the segment.
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

// The ids of a table's blocks, from the top bit: 16 bits for the segment, 1 for pages of a row index, 5 for their
// level, 31 for the page.
func leafID(segment, page int64) int64 { return segment<<37 | page }

func indexID(segment int64, level int, page int64) int64 {
	return segment<<37 | 1<<36 | int64(level)<<31 | page
}
