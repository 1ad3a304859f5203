// Package lazy makes at its first use what would cost each start of the program, whatever its command needs.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles an expression when it is called first. It panics on one that is none, as [regexp.MustCompile] does.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
