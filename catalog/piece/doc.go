// Package piece defines what can be searched in a session: which pieces of text an entry has, and what counts as a word
// in them. The index and the scan share it, so that both find the same hits.
//
// A word is a run of letters, digits and underscores, regardless of case. Each character of a script that puts no
// spaces between words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) is a word of its own, and so is each
// symbol (🪡, →). All other characters separate words.
//
// Where one to three of the characters - . / : @ directly join two words, each of these characters counts as a word
// too. For example, parser.go has three words, so an index that knows only words can find exactly that name.
package piece
