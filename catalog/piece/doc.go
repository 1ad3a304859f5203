// Package piece says what of a session can be searched: which pieces of text an entry gives, and what a word in them
// is. The index and the scan share it, so that both find the same.
//
// A word is a run of letters, digits and underscores, whatever their case. Each character of a script that puts no
// spaces between words (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) is a word of its own, and so is each
// symbol (🪡, →). All else separates words.
//
// Where one to three of the characters - . / : @ directly join two words, each of them counts as a word as well:
// parser.go has three words, so that it is found as exactly that, by an index that knows words only.
package piece
