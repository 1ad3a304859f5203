package redact

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
	// gaps may stand between a name and its operator, leads between that and the value.
	gaps      = classOf(letters + digits + "_.- \t\r\n\f\v'\"\\")
	operators = classOf("=>:|?,")
	leads     = classOf("`'\" \t\r\n\f\v\\")
	quotes    = classOf("`'\"")
	values    = classOf(letters + digits + "_.-=+/~:")
	// closers end what is said of a name: its value is not told in another sentence.
	closers = classOf(".;(){}[]<>")
	blanks  = classOf(" \t\r\n")
	// escapedBlanks are the letters of blanks in JSON.
	escapedBlanks = classOf("ntrf")
	// plains are in the names of programs, too: a value of nothing else tells nothing.
	plains = classOf(letters + "_.")
)
