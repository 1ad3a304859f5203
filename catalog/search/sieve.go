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

// sieve tells by a file's bytes that no session in it can hold what is searched for. It looks for words, in the forms in which JSON may have them. It
// may err on one side only: a file that holds all of them always passes.
type sieve struct {
	// words are what must be there. None lets every file pass.
	words []word
}

// word is a word in the forms that it may have, made loose.
type word [][]byte

func newSieve(q Query) sieve {
	var s sieve
	for _, t := range slices.Concat(q.Terms, q.Files) {
		for _, run := range runs(t.Words) {
			s.words = append(s.words, formsOf(run))
		}
	}
	return s
}

// runs returns what of a term stands in JSON as it is: words with what joins them. A slash may be escaped.
func runs(words []string) []string {
	const joiners = "-./:@" // those of package piece, by their bytes
	var found []string
	goesOn := false
	for i, word := range words {
		isJoiner := word[0] <= byte(len(joiners))
		switch {
		case isJoiner && word[0] == 3, !isJoiner && !isPlain(word):
			goesOn = false
		case isJoiner:
			if goesOn = goesOn && i+1 < len(words) && isPlain(words[i+1]); goesOn {
				found[len(found)-1] += joiners[word[0]-1 : word[0]]
			}
		case goesOn && words[i-1][0] <= byte(len(joiners)) && word[0] < utf8.RuneSelf:
			found[len(found)-1] += word
		default:
			found, goesOn = append(found, word), word[0] < utf8.RuneSelf
		}
	}
	return found
}

// formsOf returns the forms in which a run may stand in JSON.
func formsOf(run string) word {
	if run[0] < utf8.RuneSelf {
		return word{loose([]byte(run))}
	}
	var escaped []byte
	for _, unit := range utf16.Encode([]rune(run)) {
		escaped = fmt.Appendf(escaped, `\u%04x`, unit)
	}
	return word{loose([]byte(run)), loose(escaped)}
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

// holdsEscaped reports whether a letter, digit or underscore is escaped.
func holdsEscaped(chunk []byte) bool {
	for {
		at := bytes.Index(chunk, escape)
		if at < 0 || at+len(escape)+2 > len(chunk) {
			return false
		}
		chunk = chunk[at+len(escape):]
		if code, err := strconv.ParseUint(string(chunk[:2]), 16, 7); err == nil && len(piece.Words(string(rune(code)))) > 0 {
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
	if len(p.Files) == 0 {
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

// inFile reports whether a file may hold all words, or cannot be read: its reader says why.
func (s sieve) inFile(ctx context.Context, files *fileReader, path string) bool {
	file, err := regular.Open(path)
	if err != nil {
		return true
	}
	defer file.Close()
	if files.buffer == nil {
		files.buffer = make([]byte, chunkSize)
	}
	left, kept := slices.Clone(s.words), 0
	for ctx.Err() == nil {
		n, err := file.Read(files.buffer[kept:])
		all := files.buffer[:kept+n]
		loose(all[kept:])
		left = slices.DeleteFunc(left, func(forms word) bool { return holdsAny(all, forms) })
		if len(left) == 0 || holdsEscaped(all) {
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

func holdsAny(chunk []byte, forms word) bool {
	return slices.ContainsFunc(forms, func(form []byte) bool { return contains(chunk, form) })
}

// frequent are the bytes of sessions made loose, the most frequent first.
const frequent = " etaoinsr\"ldcumphf0,:gyb1w2|-.5346789/vk\x7f*jxqz@"

// contains reports whether a form stands in a chunk. It looks for the form's least frequent byte, as processors find one byte several times as quickly
// as two.
func contains(chunk, form []byte) bool {
	rarest, rank := 0, -1
	for i, b := range form {
		r := strings.IndexByte(frequent, b)
		if r < 0 {
			r = len(frequent)
		}
		if r > rank {
			rarest, rank = i, r
		}
	}
	for from := rarest; from < len(chunk); from++ {
		next := bytes.IndexByte(chunk[from:], form[rarest])
		if next < 0 {
			return false
		}
		if from += next; bytes.HasPrefix(chunk[from-rarest:], form) {
			return true
		}
	}
	return false
}

// overlap is how much of a chunk is looked at with the next one: a form may begin there.
func (s sieve) overlap() int {
	longest := len(escape) + 2
	for _, forms := range s.words {
		for _, form := range forms {
			longest = max(longest, len(form))
		}
	}
	return longest - 1
}
