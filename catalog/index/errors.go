package index

import "fmt"

// NewerError says that a newer stead has made the database. It is left as it is.
type NewerError struct {
	Path       string
	Has, Known int
}

// Error says which version the database has.
func (e *NewerError) Error() string {
	return fmt.Sprintf("open the catalog %s: it has version %d, and this stead knows version %d", e.Path, e.Has, e.Known)
}

// Hint says what to do.
func (e *NewerError) Hint() string {
	return "a newer stead has made it: use that one, or delete the file, which is then made anew"
}
