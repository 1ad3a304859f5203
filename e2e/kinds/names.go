package kinds

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"stead/e2e/harness"
)

// source is where an installed CLI says which kinds it can write.
type source struct {
	// file is a pattern of files below the CLI's node_modules: a bundle, or a program with its text in it.
	file string
	// names finds them: its first group is a name.
	names *regexp.Regexp
}

// names are the kinds that the installed CLI knows by its own code.
func (s subject) names() ([]string, error) {
	modules, err := harness.Of(s.cli).Modules()
	if err != nil {
		return nil, err
	}
	var found []string
	for _, source := range s.sources {
		files, err := filepath.Glob(filepath.Join(modules, filepath.FromSlash(source.file)))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			for _, match := range source.names.FindAllSubmatch(content, -1) {
				found = append(found, string(match[1]))
			}
		}
	}
	return unique(found), nil
}

// isClassed reports whether a kind has a row, or is named in a comment that says why it has none. Both are whole words
// of the rows.
func isClassed(rows []byte, name string) bool {
	words := strings.FieldsFunc(string(rows), func(r rune) bool { return strings.ContainsRune(" \t\n,:;()\"", r) })
	return slices.ContainsFunc(words, func(word string) bool { return strings.TrimRight(word, ".") == name })
}

func unique(all []string) []string { return slices.Compact(slices.Sorted(slices.Values(all))) }
