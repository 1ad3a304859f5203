package fts5

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"slices"

	"stead/internal/sys/tempfile"
)

// Builder collects the words of rows. It is not safe for concurrent use, but several builders can work in parallel.
type Builder struct {
	table   *Table
	file    *os.File // with its runs
	written int64

	// terms holds the words so far, and slots is a hash table of them: the index of a term plus 1, or 0. text holds their
	// letters.
	terms []term
	slots []uint32
	text  []byte
	lists pool

	row    uint64
	rows   []sized
	sizes  []byte // see sized
	totals []int64
}

// term is a word with the rows that contain it. Each row consists of its distance from the previous row, the positions
// in the form that the table has, and a 0, which is not a valid position. The 0 of the last row is missing.
type term struct {
	hash     uint32
	at       uint32 // offset in the builder's text
	length   uint16
	column   uint8
	position uint32
	row      uint64
	rows     list
}

// sized is a row, and the offset in sizes at which the word counts of its columns begin. They end at the offset of the
// next row.
type sized struct {
	row uint64
	at  int
}

// longestTerm is the maximum number of bytes of a word that are kept, as in SQLite (FTS5_MAX_TOKEN_SIZE).
const longestTerm = 32768

// NewBuilder returns a builder. Its runs are in a new file in a folder. It disappears with Close.
func (t *Table) NewBuilder(folder string) (*Builder, error) {
	file, err := tempfile.Create(folder, ".words-")
	if err != nil {
		return nil, err
	}
	b := &Builder{table: t, file: file, slots: make([]uint32, 1<<16), totals: make([]int64, t.Columns)}
	return b, nil
}

// Close removes the builder's runs.
func (b *Builder) Close() error { return b.file.Close() }

// Size returns the approximate memory, in bytes, of the rows that are not in a run yet.
func (b *Builder) Size() int {
	return b.lists.used() + len(b.text) + len(b.terms)*48 + len(b.slots)*4 + len(b.rows)*16 + len(b.sizes)
}

// most is the maximum memory, in bytes, of the rows of a run: offsets in it have 32 bits.
const most = 1 << 30

// Add adds a row, with a text for each column. Rows must be added in ascending order, and Run must be called before
// they use a gigabyte of memory. An error is a mistake of the caller.
func (b *Builder) Add(row int64, columns ...string) error {
	if b.Size() > most {
		return fmt.Errorf("row %d: the rows before it are to be put into a run first", row)
	}
	if row <= 0 || row > maxVarint || uint64(row) <= b.row {
		return fmt.Errorf("row %d after row %d: rows are greater than 0 and ascend", row, b.row)
	}
	if len(columns) != b.table.Columns {
		return fmt.Errorf("row %d has %d texts for %d columns", row, len(columns), b.table.Columns)
	}
	b.row = uint64(row)
	b.rows = append(b.rows, sized{b.row, len(b.sizes)})
	for column, text := range columns {
		words := b.column(uint8(column), text)
		b.sizes = appendVarint(b.sizes, uint64(words))
		b.totals[column] += int64(words)
	}
	return nil
}

// column adds the words of one column, and returns their number.
func (b *Builder) column(column uint8, text string) (words uint32) {
	const offset, prime = 2166136261, 16777619 // FNV-1a
	table := b.table.Tokenizer
	for at := 0; at < len(text); {
		if table[text[at]] == 0 {
			at++
			continue
		}
		begin, hash := len(b.text), uint32(offset)
		for ; at < len(text); at++ {
			c := table[text[at]]
			if c == 0 {
				break
			}
			if len(b.text)-begin < longestTerm {
				b.text = append(b.text, c)
				hash = (hash ^ uint32(c)) * prime
			}
		}
		b.add(b.term(begin, hash), column, words)
		words++
	}
	return words
}

// term returns the word that text holds from an offset to its end. It keeps the word there only if the word is new.
func (b *Builder) term(begin int, hash uint32) *term {
	word := b.text[begin:]
	mask := uint32(len(b.slots) - 1)
	slot := hash * 0x9E3779B1 >> 7 & mask
	for ; b.slots[slot] != 0; slot = (slot + 1) & mask {
		t := &b.terms[b.slots[slot]-1]
		if t.hash == hash && int(t.length) == len(word) && string(b.text[t.at:t.at+uint32(t.length)]) == string(word) {
			b.text = b.text[:begin]
			return t
		}
	}
	b.terms = append(b.terms, term{hash: hash, at: uint32(begin), length: uint16(len(word))})
	b.slots[slot] = uint32(len(b.terms))
	if 2*len(b.terms) > len(b.slots) {
		b.widen()
	}
	return &b.terms[len(b.terms)-1]
}

// widen doubles the size of the hash table.
func (b *Builder) widen() {
	b.slots = make([]uint32, 2*len(b.slots))
	mask := uint32(len(b.slots) - 1)
	for i := range b.terms {
		slot := b.terms[i].hash * 0x9E3779B1 >> 7 & mask
		for b.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		b.slots[slot] = uint32(i + 1)
	}
}

// add adds an occurrence of a word.
func (b *Builder) add(t *term, column uint8, position uint32) {
	if t.row != b.row {
		if t.row != 0 {
			b.lists.put(&t.rows, 0)
		}
		b.lists.putVarint(&t.rows, b.row-t.row)
		t.row, t.column, t.position = b.row, 0, 0
	}
	if t.column != column {
		b.lists.put(&t.rows, 1)
		b.lists.put(&t.rows, column)
		t.column, t.position = column, 0
	}
	b.lists.putVarint(&t.rows, uint64(position-t.position)+2)
	t.position = position
}

// Run sorts what was added since the last run and writes it to the builder's file. It returns the errors of the file.
func (b *Builder) Run() (*Run, error) {
	run := &Run{file: b.file, at: b.written, rows: slices.Clone(b.rows), sizes: slices.Clone(b.sizes),
		totals: slices.Clone(b.totals)}
	out := bufio.NewWriterSize(&writerAt{b.file, &b.written}, 256<<10)
	var raw, rows, head []byte
	for _, i := range b.sorted() {
		t := &b.terms[i]
		raw = b.lists.appendList(raw[:0], &t.rows)
		rows = appendRows(rows[:0], append(raw, 0))
		head = binary.AppendUvarint(head[:0], uint64(t.length))
		head = append(head, b.word(t)...)
		head = binary.AppendUvarint(head, uint64(len(rows)))
		_, _ = out.Write(head) // the writer keeps its error
		_, _ = out.Write(rows)
	}
	if err := out.Flush(); err != nil {
		return nil, err
	}
	run.end = b.written
	b.reset()
	return run, nil
}

func (b *Builder) word(t *term) []byte { return b.text[t.at : t.at+uint32(t.length)] }

// sorted returns the indexes of the words, sorted by their bytes. Most pairs differ in the first eight bytes.
func (b *Builder) sorted() []uint32 {
	type key struct {
		first uint64
		term  uint32
	}
	keys := make([]key, len(b.terms))
	for i := range b.terms {
		var first [8]byte
		copy(first[:], b.word(&b.terms[i]))
		keys[i] = key{binary.BigEndian.Uint64(first[:]), uint32(i)}
	}
	slices.SortFunc(keys, func(x, y key) int {
		switch {
		case x.first < y.first:
			return -1
		case x.first > y.first:
			return 1
		}
		return bytes.Compare(b.word(&b.terms[x.term]), b.word(&b.terms[y.term]))
	})
	order := make([]uint32, len(keys))
	for i, k := range keys {
		order[i] = k.term
	}
	return order
}

// appendRows appends the rows of a word in the form that the table has: each list of positions begins with its length
// instead of ending with a 0.
func appendRows(to, raw []byte) []byte {
	for len(raw) > 0 {
		_, size := varint(raw)
		to = append(to, raw[:size]...)
		raw = raw[size:]
		end := 0
		for raw[end] != 0 {
			_, size := varint(raw[end:])
			end += size
		}
		to = appendVarint(to, uint64(2*end))
		to = append(to, raw[:end]...)
		raw = raw[end+1:]
	}
	return to
}

func (b *Builder) reset() {
	clear(b.slots)
	clear(b.totals)
	b.terms, b.text, b.rows, b.sizes = b.terms[:0], b.text[:0], b.rows[:0], b.sizes[:0]
	b.lists.reset()
}

// writerAt appends to a file from which others read at the same time.
type writerAt struct {
	file *os.File
	at   *int64
}

func (w *writerAt) Write(p []byte) (int, error) {
	n, err := w.file.WriteAt(p, *w.at)
	*w.at += int64(n)
	return n, err
}
