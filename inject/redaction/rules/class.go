package rules

// class is a set of bytes, which is asked for most of a session's.
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
	// parting are what no token holds.
	parting = classOf(" \t\r\n\"'`(){}[]<>\\,;")
	// escapedBlanks are the letters of blanks in JSON.
	escapedBlanks = classOf("ntrf")
	// plains are in the names of programs, too: a value of nothing else tells nothing.
	plains = classOf(letters + "_.")
)

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
