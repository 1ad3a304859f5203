package catalog

import (
	"io"
	"os"
	"slices"
	"strings"

	"stead/adapters/adapter"
	"stead/internal/nearest"
	"stead/readers"
	"stead/runs"
)

// Options are what a catalog is made of.
type Options struct {
	Readers []readers.Reader
	Host    adapter.Host
	Runs    runs.Folder
	// Dir is the current folder, Stdin what "-" reads.
	Dir   string
	Stdin io.Reader
}

// Catalog finds sessions. "-" can be read once; all else is safe for use by several goroutines. It must be closed.
type Catalog struct {
	Options
	// spools are the folders of copies of standard input.
	spools []string
}

// New returns the catalog of what the options name. It touches nothing.
func New(o Options) *Catalog { return &Catalog{Options: o} }

// Close removes the copy that was made of standard input.
func (c *Catalog) Close() {
	for _, path := range c.spools {
		os.RemoveAll(path)
	}
}

// Reader returns the reader of a CLI, whose name may be in capitals. The error is an [UnknownCLIError].
func (c *Catalog) Reader(cli string) (readers.Reader, error) {
	at := slices.IndexFunc(c.Readers, func(r readers.Reader) bool { return strings.EqualFold(r.Info().Name, cli) })
	if at >= 0 {
		return c.Readers[at], nil
	}
	unknown := &UnknownCLIError{Name: cli, Known: c.names()}
	unknown.Meant, _ = nearest.Word(cli, unknown.Known)
	return nil, unknown
}

func (c *Catalog) names() []string {
	var names []string
	for _, r := range c.Readers {
		names = append(names, r.Info().Name)
	}
	return names
}
