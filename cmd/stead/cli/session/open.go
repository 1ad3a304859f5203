package session

import (
	"context"
	"fmt"
	"strings"

	"stead/catalog"
	"stead/cmd/stead/cli/term"
	"stead/reach/remote"
	"stead/runs"
	"stead/timeline"
)

// openNoted opens a session. For an edited copy, it reports changes of the original. Errors are those of
// [catalog.Source.Open].
func openNoted(ctx context.Context, t *term.Terminal, source catalog.Source) (timeline.Stream, error) {
	copied, err := source.Copy(ctx)
	if err != nil {
		return timeline.Stream{}, err
	}
	if copied == nil {
		return source.Open(ctx)
	}
	for _, note := range copied.Notes() {
		t.Err.Note("%s", note)
	}
	return copied.Stream(ctx)
}

// noteParts lists the references of the sessions that a run went through.
func noteParts(t *term.Terminal, folder runs.Folder, source catalog.Source) {
	if source.Run == "" {
		return
	}
	run, err := folder.Load(source.Run)
	if err != nil {
		return
	}
	if machine, id, ok := remote.Split(run.Moved); ok {
		t.Err.Note("the run was moved; it continues: stead show %s", remote.Join(machine, "run:"+id))
	}
	parts := run.NamedParts()
	if len(parts) == 0 {
		return
	}
	var names []string
	for _, part := range parts {
		names = append(names, fmt.Sprintf("%s is %s", part.Reference, part.Session))
	}
	t.Err.Note("the run has %d parts: %s", len(parts), strings.Join(names, ", "))
}
