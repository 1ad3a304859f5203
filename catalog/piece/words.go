package piece

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Tokenize is the setting of FTS5's tokenizer for texts that [Indexed] has made. To it each byte above ASCII belongs to
// a word.
const Tokenize = "ascii tokenchars '" + Tokenchars + "'"

// Tokenchars are the characters of ASCII that belong to words beside letters and digits: see [Tokenize].
const Tokenchars = "_\x01\x02\x03\x04\x05"

// joiners are the characters that make words between two words they join, each as a byte of its own: no text keeps
// those bytes.
const joiners = "-./:@"

const (
	// longestJoint is how many joiners may stand between two words.
	longestJoint = 3
	// longestWord is how many bytes of a word count. Longer ones are data, not words.
	longestWord = 128
)

// class is what an ASCII character does.
type class uint8

const (
	separator class = iota
	letter
	joiner
	control
	wide // no ASCII
)

var classes = makeClasses()

func makeClasses() (table [256]class) {
	for c := range table {
		switch b := byte(c); {
		case b >= utf8.RuneSelf:
			table[c] = wide
		case b == '_', '0' <= b && b <= '9', 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z':
			table[c] = letter
		case strings.IndexByte(joiners, b) >= 0:
			table[c] = joiner
		case b < ' ':
			table[c] = control
		}
	}
	return table
}

// Indexed returns a text as it goes into the index, whose tokenizer knows ASCII only: see [Tokenize]. Words are in
// lower case, but for those of ASCII, which the tokenizer folds.
func Indexed(text string) string {
	w := writer{out: make([]byte, 0, len(text)+len(text)/8)}
	if !w.write(text) { // a letter and its accent are two characters, which others write as one
		w = writer{out: w.out[:0]}
		w.composed = true
		w.write(norm.NFC.String(text))
	}
	return string(w.out)
}

// writer writes a text for the index.
type writer struct {
	out []byte
	// length is that of the word that is being written, 0 between words.
	length int
	// joins reports that a word has just ended or goes on, so that a joiner can follow.
	joins    bool
	composed bool
}

// write reports false for a text that must be composed first. What stays as it is, nearly all, is copied at once.
func (w *writer) write(text string) bool {
	copied := 0
	for at := 0; at < len(text); {
		from := at
		switch classes[text[at]] {
		case letter:
			for at++; at < len(text) && classes[text[at]] == letter; at++ {
			}
			w.joins = true
			if w.length += at - from; w.length <= longestWord {
				continue
			}
			w.out = append(w.out, text[copied:max(from, at-(w.length-longestWord))]...)
		case joiner:
			for at++; at < len(text) && classes[text[at]] == joiner; at++ {
			}
			if !w.joins || at-from > longestJoint || !beginsWord(text[at:]) {
				w.length, w.joins = 0, false
				continue
			}
			w.out = append(w.out, text[copied:from]...)
			w.joint(text[from:at])
		case wide:
			w.out = append(w.out, text[copied:from]...)
			r, size := utf8.DecodeRuneInString(text[at:])
			if at += size; !w.rune(r) {
				return false
			}
		case control:
			w.out = append(w.out, text[copied:from]...)
			w.end()
			at++
		default:
			w.length, w.joins = 0, false
			at++
			continue
		}
		copied = at
	}
	w.out = append(w.out, text[copied:]...)
	return true
}

// joint writes the joiners between two words.
func (w *writer) joint(run string) {
	for _, c := range []byte(run) {
		w.out = append(w.out, ' ', byte(1+strings.IndexByte(joiners, c)))
	}
	w.end()
}

// end ends the word.
func (w *writer) end() {
	w.length, w.joins = 0, false
	w.out = append(w.out, ' ')
}

func beginsWord(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return r < utf8.RuneSelf && text != "" && classes[byte(r)] == letter || r >= utf8.RuneSelf && kindOf(r) > accent
}

// rune writes a character that is no ASCII.
func (w *writer) rune(r rune) bool {
	switch kindOf(r) {
	case accent:
		if w.length == 0 {
			w.end()
			return true
		}
		if !w.composed {
			return false
		}
		w.wide(r)
	case part:
		w.wide(fold(r))
	case single:
		w.out = append(w.out, ' ')
		w.out = utf8.AppendRune(w.out, r)
		w.end()
		w.joins = true
	default:
		w.end()
	}
	return true
}

func (w *writer) wide(r rune) {
	w.joins = true
	if w.length += utf8.RuneLen(r); w.length <= longestWord {
		w.out = utf8.AppendRune(w.out, r)
	}
}

// kind is what a character above ASCII does.
type kind int

const (
	blank  kind = iota
	accent      // belongs to the letter before it
	part        // of a word
	single      // a word of its own
)

func kindOf(r rune) kind {
	switch {
	// lines, blocks and dots that draw in terminals
	case r == utf8.RuneError, r >= 0x2500 && r < 0x25A0, r >= 0x2800 && r < 0x2900:
		return blank
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar):
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return single
		}
		return blank
	case unicode.IsMark(r):
		return accent
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return part
	case unicode.In(r, unicode.So, unicode.Sm, unicode.Sc, unicode.Co):
		return single
	}
	return blank
}

// fold returns the form in which upper and lower case are the same.
func fold(r rune) rune {
	if folded := unicode.ToLower(unicode.ToUpper(r)); folded >= utf8.RuneSelf {
		return folded
	}
	return r // K for Kelvin is no k
}

// Words returns the words of a text, those of ASCII in lower case. Joiners are among them, as bytes below the blank.
func Words(text string) []string {
	return strings.FieldsFunc(strings.Map(lower, Indexed(text)), func(r rune) bool {
		return r < utf8.RuneSelf && r != '_' && (r == 0 || r > rune(len(joiners))) && classes[byte(r)] != letter
	})
}

func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}
