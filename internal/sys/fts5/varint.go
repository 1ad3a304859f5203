package fts5

// maxVarint is the greatest number that is written. The ninth byte of a greater number would have a different format.
const maxVarint = 1<<56 - 1

// appendVarint appends a number in SQLite's format: seven bits per byte, the highest bits first, and the top bit set in
// all bytes but the last.
func appendVarint(to []byte, n uint64) []byte {
	if n < 1<<7 {
		return append(to, byte(n))
	}
	var digits [8]byte
	at := len(digits) - 1
	digits[at] = byte(n & 0x7f)
	for n >>= 7; n > 0; n >>= 7 {
		at--
		digits[at] = byte(n) | 0x80
	}
	return append(to, digits[at:]...)
}

// varint reads a number that appendVarint has written, and returns the number and its length in bytes.
func varint(from []byte) (n uint64, size int) {
	for {
		b := from[size]
		size++
		n = n<<7 | uint64(b&0x7f)
		if b < 0x80 {
			return n, size
		}
	}
}
