package main

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// manifest tells the server what the page loads, by paths on the server.
type manifest struct {
	Script  string          `json:"script"`
	Styles  []string        `json:"styles"`
	Modules []string        `json:"modules"` // modules that the script needs at its start, loaded in parallel
	Worker  string          `json:"worker"`
	Sizes   map[string]size `json:"sizes"` // of every file
}

// size is the size of a file in bytes.
type size struct {
	Plain   int `json:"plain"`
	Gzipped int `json:"gzipped"`
}

// outputs are the files written by esbuild, as described in its metafile.
type outputs map[string]struct {
	EntryPoint string
	Imports    []struct{ Path, Kind string }
}

// manifest describes the page whose script was made from an entry point. All styles load with the page, whichever
// module imports them: nothing would load them later.
func (o outputs) manifest(entryPoint string) manifest {
	m := manifest{Styles: []string{}, Modules: []string{}}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		switch {
		case strings.HasSuffix(name, ".css"):
			m.Styles = append(m.Styles, served(name))
		case o[name].EntryPoint == entryPoint:
			m.Script = served(name)
			m.Modules = o.imported(name, m.Modules)
		}
	}
	slices.Sort(m.Modules)
	return m
}

// imported adds the outputs that name imports statically, directly or indirectly.
func (o outputs) imported(name string, to []string) []string {
	for _, i := range o[name].Imports {
		if i.Kind == "import-statement" && !slices.Contains(to, served(i.Path)) {
			to = o.imported(i.Path, append(to, served(i.Path)))
		}
	}
	return to
}

// served returns the server's path of an output.
func served(output string) string { return "/assets/" + path.Base(output) }

// first returns the files that the first page loads.
func (m manifest) first() []string {
	var names []string
	for _, path := range slices.Concat([]string{m.Script}, m.Styles, m.Modules) {
		names = append(names, strings.TrimPrefix(path, "/"))
	}
	return names
}
