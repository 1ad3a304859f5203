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

// Options configure a catalog.
type Options struct {
	Readers []readers.Reader
	Host    adapter.Host
	Runs    runs.Folder
	Drafts  draft.Folder
	// Origin says where stead records the sessions that it made, so that "latest" can skip copies. The zero value
	// treats every session as an original.
	Origin origin.Options
	// Dir is the current folder. Stdin is the source for "-".
	Dir   string
	Stdin io.Reader
}

// Catalog finds sessions. It can read "-" only once; everything else is safe for concurrent use. The caller must close
// it.
type Catalog struct {
	options Options
	clis    clis
	stores  stores
	pipes   *spooler
}

// New returns a catalog with the given options. It accesses nothing yet.
func New(o Options) *Catalog {
	known := clis(o.Readers)
	return &Catalog{options: o, clis: known, stores: stores{o.Host, known}, pipes: &spooler{}}
}

// Close removes the copy of standard input, if there is one.
func (c *Catalog) Close() { c.pipes.close() }

// Dir returns the current folder, which "." refers to.
func (c *Catalog) Dir() string { return c.options.Dir }

// Reader returns the reader of a CLI. Case does not matter in the name. The error is an [UnknownCLIError].
func (c *Catalog) Reader(cli string) (readers.Reader, error) { return c.clis.find(cli) }

// Resolve finds the session that a reference names (see the package comment). It returns a [NotFoundError] or another
// error that wraps adapter.ErrNotFound, an [AmbiguousError], an [UnknownCLIError] or another error that wraps
// ErrReference. For files it also returns adapter.ErrFormat and ErrEmpty, and for drafts the errors of
// [draft.Folder.Find].
func (c *Catalog) Resolve(ctx context.Context, text string) (Source, error) {
	return c.ResolveAs(ctx, text, "")
}

// ResolveAs is like Resolve, for a reference whose CLI or format the user named separately. From may be empty.
func (c *Catalog) ResolveAs(ctx context.Context, text, from string) (Source, error) {
	ref, err := parser{c.clis}.parse(text, from)
	if err != nil {
		return Source{}, err
	}
	return c.resolver().resolve(ctx, ref)
}

// ResolveStored is like Resolve, for servers whose clients may pass on untrusted text: it finds only sessions of stores
// and runs. A reference to a file, a folder or standard input, which Resolve accepts, gives an error that wraps
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

// List returns the sessions of all stores. Files that cannot be read become warnings. It returns an [UnknownCLIError],
// or the error of ctx.
func (c *Catalog) List(ctx context.Context, q Query) (Listing, error) { return c.stores.list(ctx, q) }
