package kimi

import (
	"context"

	"stead/adapters/adapter"
	"stead/adapters/kimi/exported"
	"stead/readers"
	"stead/timeline"
)

// Exports returns the forms of /export-md and /export-debug-zip.
func (r Reader) Exports() []readers.Export {
	return []readers.Export{
		{Name: "Markdown of Kimi Code", Detect: exported.DetectMarkdown, Open: exported.OpenMarkdown},
		{Name: "archive of Kimi Code", Detect: exported.DetectZip, Open: r.openArchive},
	}
}

// openArchive opens the session in an archive, which holds it as the CLI does.
func (r Reader) openArchive(ctx context.Context, path, folder string) (timeline.Stream, error) {
	main, err := exported.Unpack(ctx, path, folder)
	if err != nil {
		return timeline.Stream{}, err
	}
	return r.Open(ctx, adapter.Location{Path: main})
}
