package config

import (
	"fmt"
	"strings"
)

// Error is a setting that is wrong.
type Error struct {
	// Origin says where the setting stands: a file with its line, an environment variable, a flag. Empty when it was named
	// by itself.
	Origin string
	// Key is the setting's key as it was written. Empty when the file as a whole is wrong.
	Key string
	// Problem says what is wrong with it, and Remedy what is allowed.
	Problem string
	Remedy  string
}

// Error returns where what is wrong.
func (e *Error) Error() string {
	switch {
	case e.Origin == "":
		return fmt.Sprintf("%s: %s", e.Key, e.Problem)
	case strings.HasPrefix(e.Origin, "-"):
		return fmt.Sprintf("%s: %s", e.Origin, e.Problem)
	case e.Key == "" || strings.HasPrefix(e.Origin, "STEAD_"): // the variable's name says the key
		return fmt.Sprintf("read the configuration: %s: %s", e.Origin, e.Problem)
	}
	return fmt.Sprintf("read the configuration: %s: %s: %s", e.Origin, e.Key, e.Problem)
}

// Hint returns what is allowed.
func (e *Error) Hint() string { return e.Remedy }
