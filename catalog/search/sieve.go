package search

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"stead/internal/adapt/caseless"
	"stead/internal/sys/regular"
	"stead/readers"
)

// sieve decides by a file's bytes that no session in it can match the query. It searches for words in the forms that
// JSON may give them. It never rejects a file that contains all of them, but may accept others.
type sieve struct {
	// words are the words that must occur. If it is empty, every file passes.
	words []word
}

// word is a word in its possible forms.
type word []form

// form is a text that represents a word in JSON.
type form struct {
	caseless.Text
	// begins and ends report that a letter, digit or underscore directly before or after the text would make it a
	// different word.
	begins, ends bool
}

func newSieve(q Query) sieve {
	var s sieve
	for _, t := range slices.Concat(q.Terms, q.Files) {
		all := runs(t.Words)
		for i, run := range all {
			s.words = append(s.words, formsOf(run, t.Prefix && i == len(all)-1))
		}
	}
	return s
}

// runs returns the parts of a term that JSON contains literally: words with their joiners. It splits at slashes,
// because those may be escaped.
func runs(words []string) []string {
	const joiners = "-./:@" // those of package piece, by their byte values
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

// formsOf returns the forms that a run may have in JSON. A run that is a prefix may continue.
func formsOf(run string, isPrefix bool) word {
	if run[0] < utf8.RuneSelf {
		isWhole := len(run) < longestWhole
		return word{{caseless.New(run), isWhole, isWhole && !isPrefix}}
	}
	var escaped []byte
	for _, unit := range utf16.Encode([]rune(run)) {
		escaped = fmt.Appendf(escaped, `\u%04x`, unit)
	}
	return word{{Text: caseless.New(run)}, {Text: caseless.New(string(escaped))}}
}

// longestWhole is the maximum length, in bytes, of a word that is searched for as a whole. Only the beginning of a much
// longer word is indexed.
const longestWhole = 100

// in reports whether the form may occur in the chunk as a word.
func (f form) in(chunk []byte) bool {
	for from := 0; ; from++ {
		next := f.Index(chunk[from:])
		if next < 0 {
			return false
		}
		from += next
		end := from + f.Len()
		isLonger := f.ends && end < len(chunk) && isPart(chunk[end]) || f.begins && goesOn(chunk, from)
		if !isLonger {
			return true
		}
	}
}

// goesOn reports whether a letter, digit or underscore precedes a position and is not the end of an escape sequence
// such as \n or \u00e9.
func goesOn(chunk []byte, at int) bool {
	const longest = len(`\u00e9`)
	return at >= longest && isPart(chunk[at-1]) && chunk[at-2] != '\\' && chunk[at-longest] != '\\'
}

// isPlain reports whether a word has only one spelling, apart from case: ASCII letters, digits and underscores, or one
// character of a script without case.
func isPlain(word string) bool {
	ascii := strings.IndexFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
	return ascii && word[0] >= '0' || !ascii && utf8.RuneCountInString(word) == 1 &&
		strings.ToUpper(word) == strings.ToLower(word)
}

// escape is the beginning of the escape sequence of an ASCII character.
var escape = caseless.New(`\u00`)

// holdsEscaped reports whether the chunk contains an escaped letter, digit or underscore.
func holdsEscaped(chunk []byte) bool {
	for from := 0; ; from += escape.Len() {
		next := escape.Index(chunk[from:])
		if next < 0 {
			return false
		}
		if from += next; from+escape.Len()+2 <= len(chunk) && isEscaped(chunk, from) {
			return true
		}
	}
}

// isEscaped reports whether the escape sequence of a letter, digit or underscore may begin at a position. It cannot
// begin after a backslash that is itself escaped. Backslashes before the chunk are unknown.
func isEscaped(chunk []byte, at int) bool {
	begin := at
	for begin > 0 && chunk[begin-1] == '\\' {
		begin--
	}
	if chunk[at] != '\\' || begin > 0 && (at-begin)%2 == 1 {
		return false
	}
	digits := at + escape.Len()
	code, err := strconv.ParseUint(string(chunk[digits:digits+2]), 16, 7)
	return err == nil && isPart(byte(code))
}

// chunkSize is how much of a file is examined at a time. A chunk fits into the processor's cache, because the search
// for each word reads all of it.
const chunkSize = 256 << 10

// fileReader reads files into one buffer.
type fileReader struct{ buffer []byte }

// mayHold reports whether a place may contain all words. It can search only text files.
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

// inFile reports whether a file may contain all words. It also returns true for a file that cannot be read, because the
// reader reports the error.
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
	return slices.ContainsFunc(forms, func(f form) bool { return f.in(chunk) })
}

// overlap is how many bytes of a chunk are examined again with the next one, because a form may begin there.
func (s sieve) overlap() int {
	longest := escape.Len() + 2
	for _, forms := range s.words {
		for _, form := range forms {
			longest = max(longest, form.Len())
		}
	}
	return longest - 1
}
