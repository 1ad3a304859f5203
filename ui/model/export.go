package model

import (
	"context"
	"errors"
	"fmt"
	"io"

	"stead/internal/sys/tempfile"
)

// Export is a session as a file, for other programs and for people.
type Export struct {
	// Name is the file's name, without a folder. Content must be closed.
	Name    string
	Content io.ReadCloser
}

// Export returns a session in one of the formats that [Options.Export] supports. Errors: those of [Reader.Session], and
// errors that wrap ErrQuery for an unknown format.
func (rd Reader) Export(ctx context.Context, cli, id, format string) (Export, error) {
	asked, err := rd.find(ctx, cli, id)
	if err != nil {
		return Export{}, err
	}
	stream, err := asked.Source.Open(ctx)
	if err != nil {
		return Export{}, err
	}
	// The export is complete before a client gets any of it: a failure in the middle would look like the end.
	file, err := tempfile.Create(rd.options.Folder, "export-")
	if err != nil {
		return Export{}, err
	}
	name, err := rd.options.Export(ctx, file, stream, format)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return Export{}, errors.Join(fmt.Errorf("export %s: %w", asked.Source.Reference(), err), file.Close())
	}
	return Export{Name: name, Content: file}, nil
}
