package catalog

import (
	"context"
	"fmt"
	"io"

	"stead/adapters/adapter"
	"stead/catalog/origin"
	"stead/forks/draft"
	"stead/readers"
	"stead/runs"
)

// Options are what a catalog is made of.
type Options struct {
	Readers []readers.Reader
	Host    adapter.Host
	Runs    runs.Folder
	Drafts  draft.Folder
	// Origin says where stead has noted what it made, by which "latest" passes over copies. The zero value takes every
	// session for an original.
	Origin origin.Options
	// Dir is the current folder, Stdin what "-" reads.
	Dir   string
	Stdin io.Reader
}

// Catalog finds sessions. "-" can be read once; all else is safe for use by several goroutines. It must be closed.
type Catalog struct {
	options Options
	clis    clis
	stores  stores
	pipes   *spooler
}

// New returns the catalog of what the options name. It touches nothing.
func New(o Options) *Catalog {
	known := clis(o.Readers)
	return &Catalog{options: o, clis: known, stores: stores{o.Host, known}, pipes: &spooler{}}
}

// Close removes the copy that was made of standard input.
func (c *Catalog) Close() { c.pipes.close() }

// Dir returns the current folder, to which "." refers.
func (c *Catalog) Dir() string { return c.options.Dir }

// Reader returns the reader of a CLI, whose name may be in capitals. The error is an [UnknownCLIError].
func (c *Catalog) Reader(cli string) (readers.Reader, error) { return c.clis.find(cli) }

// Resolve finds the session that a reference names (see the package's comment). Errors: a [NotFoundError] or another
// that wraps adapter.ErrNotFound, an [AmbiguousError], an [UnknownCLIError] or another that wraps ErrReference; for
// files also adapter.ErrFormat and ErrEmpty; for drafts those of [draft.Folder.Find].
func (c *Catalog) Resolve(ctx context.Context, text string) (Source, error) {
	return c.ResolveAs(ctx, text, "")
}

// ResolveAs is Resolve for a reference of which the user has said apart whose session or format it is. From may be
// empty.
func (c *Catalog) ResolveAs(ctx context.Context, text, from string) (Source, error) {
	ref, err := parser{c.clis}.parse(text, from)
	if err != nil {
		return Source{}, err
	}
	return c.resolver().resolve(ctx, ref)
}

// ResolveStored is Resolve for who serves others, who may repeat what a stranger wrote: it finds sessions of stores and
// runs only. A reference of a file, a folder or standard input, which Resolve knows too, gives an error that wraps
// ErrReference.
func (c *Catalog) ResolveStored(ctx context.Context, text string) (Source, error) {
	ref, err := parser{c.clis}.parse(text, "")
	if err == nil && ref.run == "" && (ref.file != "" || !NamesStored(text)) {
		err = fmt.Errorf("%w of a stored session: use <cli>:<id>, as lists give it", ErrReference)
	}
	if err != nil {
		return Source{}, err
	}
	return c.resolver().resolve(ctx, ref)
}

func (c *Catalog) resolver() resolver {
	return resolver{
		options: c.options, stores: c.stores,
		places: places{home: c.options.Host.Home, clis: c.clis, pipes: c.pipes},
	}
}

// List returns the sessions of all stores. Files that cannot be read are warnings. Errors: an [UnknownCLIError], and
// that of ctx.
func (c *Catalog) List(ctx context.Context, q Query) (Listing, error) { return c.stores.list(ctx, q) }
