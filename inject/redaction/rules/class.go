package rules

// class is a set of bytes. It is queried for most bytes of a session.
type class [256]bool

func classOf(members string) (c class) {
	for i := range len(members) {
		c[members[i]] = true
	}
	return c
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

var (
	quotes = classOf("`'\"")
	values = classOf(letters + digits + "_.-=+/~:")
	blanks = classOf(" \t\r\n")
	// parting are the characters that no token contains.
	parting = classOf(" \t\r\n\"'`(){}[]<>\\,;")
	// escapedBlanks are the letters in the JSON escapes of white space.
	escapedBlanks = classOf("ntrf")
	// plains also occur in the names of programs, so a value that consists only of them proves nothing.
	plains = classOf(letters + "_.")
)

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
