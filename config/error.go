package config

import (
	"fmt"
	"strings"
)

// Error describes an invalid setting.
type Error struct {
	// Origin is the place of the setting: a file with its line, an environment variable, a flag. It is empty if the
	// setting was named directly.
	Origin string
	// Key is the setting's key in its written form. Empty if the file as a whole is wrong.
	Key string
	// Problem says what is wrong with it, and Remedy what is allowed.
	Problem string
	Remedy  string
}

// Error returns the place and the problem.
func (e *Error) Error() string {
	switch {
	case e.Origin == "":
		return fmt.Sprintf("%s: %s", e.Key, e.Problem)
	case strings.HasPrefix(e.Origin, "-"):
		return fmt.Sprintf("%s: %s", e.Origin, e.Problem)
	case e.Key == "" || strings.HasPrefix(e.Origin, prefix): // the variable's name contains the key
		return fmt.Sprintf("read the configuration: %s: %s", e.Origin, e.Problem)
	}
	return fmt.Sprintf("read the configuration: %s: %s: %s", e.Origin, e.Key, e.Problem)
}

// Hint returns what is allowed.
func (e *Error) Hint() string { return e.Remedy }
