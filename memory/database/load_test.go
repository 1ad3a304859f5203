package database

import (
	"slices"
)

func slicesWithout(names []string, drop string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == drop })
}
