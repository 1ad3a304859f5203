package ptyx

// family is a program and everything it started.
type family struct {
	leader int    // its process id
	token  string // marks all its descendants
}
