// Package lazy builds values at their first use. Otherwise, they would slow down each start of the program, whether or
// not its command needs them.
package lazy

import (
	"regexp"
	"strings"
	"sync"
)

// Regexp returns a function that compiles an expression at its first call. The function panics if the expression is not
// valid, as [regexp.MustCompile] does.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// Names returns a function that looks up a name in a list. At its first call, it turns the list into a set. The names
// are separated by separator.
func Names(list, separator string) func(name string) bool {
	set := sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for name := range strings.SplitSeq(list, separator) {
			set[name] = true
		}
		return set
	})
	return func(name string) bool { return set()[name] }
}

// Table returns a function that returns a map from each of the names to the value. It creates the map at its first
// call.
func Table[V any](value V, names ...string) func() map[string]V {
	return sync.OnceValue(func() map[string]V {
		table := make(map[string]V, len(names))
		for _, name := range names {
			table[name] = value
		}
		return table
	})
}
