package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// The size limits of the pages, in compressed bytes: what the first page loads, and everything.
const (
	firstBudget = 80 << 10
	wholeBudget = 330 << 10
)

// withinBudget returns an error if the pages are too large.
func (d *dist) withinBudget() error {
	first, whole := d.weights()
	if first > firstBudget || whole > wholeBudget {
		return fmt.Errorf(
			"the first page loads %d bytes of at most %d, and all files have %d of at most %d: load less with the first page, or leave a package out",
			first, firstBudget, whole, wholeBudget)
	}
	return nil
}

// weights returns the number of bytes that the first page loads, and that of all files of the pages. Pages do not load
// the licences, so these do not count.
func (d *dist) weights() (first, whole int) {
	for _, name := range d.manifest.first() {
		first += d.manifest.Sizes[name].Gzipped
	}
	for name, s := range d.manifest.Sizes {
		if name != licencesName {
			whole += s.Gzipped
		}
	}
	return first, whole
}

// print lists the files with their sizes.
func (d *dist) print(to io.Writer) {
	for _, name := range slices.Sorted(maps.Keys(d.manifest.Sizes)) {
		s := d.manifest.Sizes[name]
		fmt.Fprintf(to, "%8d %8d gz  %s\n", s.Plain, s.Gzipped, name)
	}
	first, whole := d.weights()
	fmt.Fprintf(to, "the first page loads %d bytes of at most %d; all files have %d of at most %d\n", first, firstBudget,
		whole, wholeBudget)
}
