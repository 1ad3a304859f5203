package session

import (
	"context"

	"stead/catalog"
	"stead/cmd/stead/cli/term"
	"stead/timeline"
)

// openNoted opens a session. Of an edited copy it tells what became of the original. Errors are those of [catalog.Source.Open].
func openNoted(ctx context.Context, t *term.Terminal, source catalog.Source) (timeline.Stream, error) {
	copied, err := source.Copy(ctx)
	if err != nil {
		return timeline.Stream{}, err
	}
	if copied == nil {
		return source.Open(ctx)
	}
	for _, note := range copied.Notes() {
		t.Note("%s", note)
	}
	return copied.Stream(ctx)
}
