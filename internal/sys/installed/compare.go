package installed

import (
	"cmp"
	"strconv"
	"strings"
)

// Compare compares dotted version numbers and returns a result like cmp.Compare. It ignores what follows a hyphen or a
// plus sign.
func Compare(a, b string) int {
	as, bs := numbers(a), numbers(b)
	for i := range max(len(as), len(bs)) {
		if c := cmp.Compare(at(as, i), at(bs, i)); c != 0 {
			return c
		}
	}
	return 0
}

func numbers(version string) []string {
	if end := strings.IndexAny(version, "-+"); end >= 0 {
		version = version[:end]
	}
	return strings.Split(version, ".")
}

func at(parts []string, i int) int {
	if i >= len(parts) {
		return 0
	}
	n, err := strconv.Atoi(parts[i])
	if err != nil {
		return 0
	}
	return n
}
