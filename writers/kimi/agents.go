package kimi

import (
	"context"
	"fmt"
	"path/filepath"

	format "stead/adapters/kimi"
	"stead/internal/adapt/attached"
	"stead/timeline"
	"stead/writers"
)

// agent is an agent of the session in the session's state.
type agent struct{ id, parent string }

// agent writes an agent's wire file, and the files to which its restored records refer.
func (f *folder) agent(ctx context.Context, s timeline.Stream, id string) (*encoder, error) {
	path := format.WirePath(f.session, id)
	dst, err := f.files.Create(path)
	if err != nil {
		return nil, err
	}
	e := newEncoder(dst, f.plan, s, id)
	if err := e.encode(ctx); err != nil {
		return nil, err
	}
	for name, source := range e.restorer.blobs {
		if err := f.blob(format.BlobPath(path, name), source); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// blob writes a picture to which a restored record refers.
func (f *folder) blob(path string, source timeline.Attachment) error {
	content, err := attached.Content(&source)
	if err != nil {
		return fmt.Errorf("copy the picture %s: %w", filepath.Base(path), err)
	}
	return f.files.Put(path, content)
}

// children writes the sessions of sub-agents. Sub-agents of the CLI keep their ids, because the result of a call names
// the agent by its id.
func (f *folder) children(ctx context.Context, children []timeline.Stream, parent string,
	report *writers.Report) error {
	for _, child := range children {
		id := f.free(format.AgentID(child.Header.ID))
		f.agents = append(f.agents, agent{id: id, parent: parent})
		e, err := f.agent(ctx, child, id)
		if err != nil {
			return err
		}
		report.Losses.Merge(e.out.report.Losses)
		if err := f.children(ctx, child.Children, id, report); err != nil {
			return err
		}
	}
	return nil
}

// free returns an id that no agent of the session has.
func (f *folder) free(id string) string {
	unique := id
	for n := 2; f.has(unique); n++ {
		unique = fmt.Sprintf("%s-%d", id, n)
	}
	return unique
}

func (f *folder) has(id string) bool {
	for _, a := range f.agents {
		if a.id == id {
			return true
		}
	}
	return id == format.MainAgent
}
