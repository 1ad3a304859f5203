package search

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"stead/catalog/piece"
	"stead/internal/regular"
	"stead/readers"
)

// sieve tells by a file's bytes that no session in it can hold what is searched for. It looks for one word, in the forms in which JSON may have it. It
// may err on one side only: a file that holds the word always passes.
type sieve struct {
	// forms are those of the word, made loose. None lets every file pass.
	forms [][]byte
	// escapes tells that a letter of the word may be written as \u00.. .
	escapes bool
}

// newSieve chooses the word: the longest, as the rarest is likely to be among the long ones.
func newSieve(q Query) sieve {
	best := ""
	for _, t := range slices.Concat(q.Terms, q.Files) {
		for _, word := range t.Words {
			if len(word) > len(best) && isPlain(word) {
				best = word
			}
		}
	}
	if best == "" {
		return sieve{}
	}
	if best[0] < utf8.RuneSelf {
		return sieve{forms: [][]byte{loose([]byte(best))}, escapes: true}
	}
	var escaped []byte
	for _, unit := range utf16.Encode([]rune(best)) {
		escaped = fmt.Appendf(escaped, `\u%04x`, unit)
	}
	return sieve{forms: [][]byte{loose([]byte(best)), loose(escaped)}}
}

// isPlain reports whether a word is written in one way only, whatever its case: letters, digits and underscores of ASCII, or one character of a script
// without cases.
func isPlain(word string) bool {
	ascii := strings.IndexFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
	return ascii && word[0] >= '0' || !ascii && utf8.RuneCountInString(word) == 1 && strings.ToUpper(word) == strings.ToLower(word)
}

// loose makes bytes that differ by their case equal, in place: they differ in one bit. So do others, which does no harm.
func loose(b []byte) []byte {
	const bits = 0x2020202020202020
	n := len(b) &^ 7
	for at := 0; at < n; at += 8 {
		binary.NativeEndian.PutUint64(b[at:], binary.NativeEndian.Uint64(b[at:])|bits)
	}
	for at := n; at < len(b); at++ {
		b[at] |= 0x20
	}
	return b
}

// escape is how the escape of an ASCII character begins, made loose.
var escape = loose([]byte(`\u00`))

// holds reports whether loose bytes may hold the word.
func (s sieve) holds(chunk []byte) bool {
	for _, form := range s.forms {
		if bytes.Contains(chunk, form) {
			return true
		}
	}
	return s.escapes && holdsEscaped(chunk)
}

// holdsEscaped reports whether a letter, digit or underscore is escaped.
func holdsEscaped(chunk []byte) bool {
	for {
		at := bytes.Index(chunk, escape)
		if at < 0 || at+len(escape)+2 > len(chunk) {
			return false
		}
		chunk = chunk[at+len(escape):]
		if code, err := strconv.ParseUint(string(chunk[:2]), 16, 8); err == nil && len(piece.Words(string(rune(code)))) > 0 {
			return true
		}
	}
}

// chunkSize is how much of a file is looked at at once.
const chunkSize = 1 << 20

// fileReader reads files into one buffer.
type fileReader struct{ buffer []byte }

// mayHold reports whether a place may hold the word. Only text files can be looked into.
func (s sieve) mayHold(ctx context.Context, files *fileReader, p readers.Place) bool {
	if len(s.forms) == 0 || len(p.Files) == 0 {
		return true
	}
	for _, f := range p.Files {
		if f.Inode == 0 {
			continue
		}
		extension := filepath.Ext(f.Path)
		if extension != ".jsonl" && extension != ".json" || s.inFile(ctx, files, f.Path) {
			return true
		}
	}
	return false
}

// inFile reports whether a file may hold the word, or cannot be read: its reader says why.
func (s sieve) inFile(ctx context.Context, files *fileReader, path string) bool {
	file, err := regular.Open(path)
	if err != nil {
		return true
	}
	defer file.Close()
	if files.buffer == nil {
		files.buffer = make([]byte, chunkSize)
	}
	kept := 0
	for ctx.Err() == nil {
		n, err := file.Read(files.buffer[kept:])
		all := files.buffer[:kept+n]
		if loose(all[kept:]); s.holds(all) {
			return true
		}
		kept = copy(files.buffer, all[max(0, len(all)-s.overlap()):])
		if err == io.EOF {
			return false
		}
		if err != nil {
			return true
		}
	}
	return true
}

// overlap is how much of a chunk is looked at with the next one: a form may begin there.
func (s sieve) overlap() int {
	longest := len(escape) + 2
	for _, form := range s.forms {
		longest = max(longest, len(form))
	}
	return longest - 1
}
