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

// sieve tells by a file's bytes that no session in it can hold what is searched for. It looks for words, in the forms
// in which JSON may have them. It may err on one side only: a file that holds all of them always passes.
type sieve struct {
	// words are what must be there. None lets every file pass.
	words []word
}

// word is a word in the forms that it may have.
type word []form

// form is a text that stands in JSON for a word.
type form struct {
	caseless.Text
	// begins and ends say that a letter, digit or underscore right before the text, or behind it, would make another word
	// of it.
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

// formsOf returns the forms in which a run may stand in JSON. A run that is a prefix may go on.
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

// longestWhole is how long a word may be in bytes to be looked for as a whole: of a word that is much longer only the
// beginning counts.
const longestWhole = 100

// in reports whether the form may stand somewhere as a word.
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

// goesOn reports whether a letter, digit or underscore stands right before a place, and not the end of an escape such
// as \n or \u00e9.
func goesOn(chunk []byte, at int) bool {
	const longest = len(`\u00e9`)
	return at >= longest && isPart(chunk[at-1]) && chunk[at-2] != '\\' && chunk[at-longest] != '\\'
}

// isPlain reports whether a word is written in one way only, whatever its case: letters, digits and underscores of
// ASCII, or one character of a script without cases.
func isPlain(word string) bool {
	ascii := strings.IndexFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
	return ascii && word[0] >= '0' || !ascii && utf8.RuneCountInString(word) == 1 &&
		strings.ToUpper(word) == strings.ToLower(word)
}

// escape is how the escape of an ASCII character begins.
var escape = caseless.New(`\u00`)

// holdsEscaped reports whether a letter, digit or underscore is escaped.
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

// isEscaped reports whether the escape of a letter, digit or underscore may begin at a place. Behind a backslash that
// is escaped itself there is none; how many stand before the chunk is not known.
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

// chunkSize is how much of a file is looked at at once: what stays in a processor's cache, as each word looks at all of
// it.
const chunkSize = 256 << 10

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

// overlap is how much of a chunk is looked at with the next one: a form may begin there.
func (s sieve) overlap() int {
	longest := escape.Len() + 2
	for _, forms := range s.words {
		for _, form := range forms {
			longest = max(longest, form.Len())
		}
	}
	return longest - 1
}
