// Package environ reads variables from an environment that is a list, as a process gets it.
package environ

import (
	"slices"
	"strings"
)

// Get returns the value of a variable in a list of NAME=value, or the empty string when it is not set. Of several settings the last one
// counts, as it does for a program that is started with the list.
func Get(environment []string, name string) string {
	for _, variable := range slices.Backward(environment) {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	return ""
}
