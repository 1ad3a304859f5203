package fts5

// Tokenizer splits texts as SQLite's tokenizer ascii does (fts5_tokenize.c): letters and digits of ASCII, all bytes
// above it and what its option tokenchars names belong to words; capitals of ASCII become small letters.
type Tokenizer [256]byte // what a byte becomes in a word; 0 stands between words

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
