package fts5

// Tokenizer splits texts as SQLite's tokenizer ascii does (fts5_tokenize.c). The letters and digits of ASCII, all bytes
// above ASCII, and the bytes that the option tokenchars names belong to words. Upper-case ASCII letters become lower
// case.
type Tokenizer [256]byte // maps a byte to its form in a word, or to 0 if it separates words

// NewTokenizer returns the tokenizer "ascii tokenchars CHARS".
func NewTokenizer(chars string) *Tokenizer {
	var t Tokenizer
	for c := range t {
		switch b := byte(c); {
		case 'A' <= b && b <= 'Z':
			t[c] = b + 'a' - 'A'
		case 'a' <= b && b <= 'z', '0' <= b && b <= '9', b >= 0x80:
			t[c] = b
		}
	}
	for _, c := range []byte(chars) {
		t[c] = c
	}
	return &t
}
