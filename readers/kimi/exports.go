package kimi

import (
	"context"

	"stead/adapters/adapter"
	"stead/adapters/kimi"
	"stead/readers"
	"stead/timeline"
)

// Exports returns the forms of /export-md and /export-debug-zip.
func (r Reader) Exports() []readers.Export {
	return []readers.Export{
		{Name: "Markdown of Kimi Code", Detect: kimi.DetectExportMarkdown, Open: kimi.OpenExportMarkdown},
		{Name: "archive of Kimi Code", Detect: kimi.DetectExportZip, Open: r.openArchive},
	}
}

// openArchive opens the session in an archive, which holds it in the CLI's own form.
func (r Reader) openArchive(ctx context.Context, path, folder string) (timeline.Stream, error) {
	main, err := kimi.UnpackExport(ctx, path, folder)
	if err != nil {
		return timeline.Stream{}, err
	}
	return r.Open(ctx, adapter.Location{Path: main})
}
