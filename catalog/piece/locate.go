package piece

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is a word and where it stands in its text, in bytes.
type Word struct {
	Text     string
	From, To int
}

// Locate returns a text's words, those of [Words], with their places. The text is returned as well: a letter and its
// accent may have become one character.
func Locate(text string) (composed string, words []Word) {
	l := locator{text: text}
	if !l.locate() {
		l = locator{text: norm.NFC.String(text), composed: true}
		l.locate()
	}
	return l.text, l.words
}

// locator finds words one character at a time.
type locator struct {
	text     string
	words    []Word
	composed bool
	// word is the one that goes on, from where it began; joints are the joiners since the last one.
	word   strings.Builder
	from   int
	joints []Word
	// joins reports that a word stands right before the joints.
	joins bool
}

func (l *locator) locate() bool {
	for at, r := range l.text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			size = 1
		}
		k := blank
		if r >= utf8.RuneSelf {
			k = kindOf(r)
		}
		switch {
		case r < utf8.RuneSelf && classes[byte(r)] == letter, k == part:
			l.add(at, r)
		case k == accent && l.word.Len() > 0:
			if !l.composed {
				return false
			}
			l.add(at, r)
		case k == single:
			l.end(at)
			l.keepJoints()
			l.words, l.joins = append(l.words, Word{string(r), at, at + size}), true
		case r < utf8.RuneSelf && classes[byte(r)] == joiner:
			l.end(at)
			l.joints = append(l.joints, Word{string(rune(1 + strings.IndexRune(joiners, r))), at, at + 1})
		default:
			l.end(at)
			l.joints, l.joins = nil, false
		}
	}
	l.end(len(l.text))
	return true
}

// add adds a letter to the word.
func (l *locator) add(at int, r rune) {
	if l.word.Len() == 0 {
		l.keepJoints()
		l.from, l.joins = at, true
	}
	if r < utf8.RuneSelf {
		r = lower(r)
	} else if kindOf(r) == part {
		r = fold(r)
	}
	l.word.WriteRune(r)
}

// end ends the word at a place.
func (l *locator) end(at int) {
	if l.word.Len() == 0 {
		return
	}
	l.words = append(l.words, Word{cut(l.word.String()), l.from, at})
	l.word.Reset()
}

// cut returns as much of a word as counts.
func cut(word string) string {
	length := 0
	for at, r := range word {
		if length += utf8.RuneLen(r); length > longestWord {
			return word[:at]
		}
	}
	return word
}

// keepJoints makes words of the joiners before a word, if they join it to another.
func (l *locator) keepJoints() {
	if l.joins && len(l.joints) <= longestJoint {
		l.words = append(l.words, l.joints...)
	}
	l.joints = nil
}
