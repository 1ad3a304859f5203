package opencode

import (
	"context"
	"fmt"
	"path/filepath"

	"stead/adapters/adapter"
	format "stead/adapters/opencode"
	"stead/timeline"
)

// Open opens a session with the sessions of its sub-agents. See [readers.Reader].
func (Reader) Open(ctx context.Context, location adapter.Location) (timeline.Stream, error) {
	return open(ctx, location, 0)
}

// maxGenerations limits the nesting of sub-agents' sessions, which could be endless in a damaged store.
const maxGenerations = 20

func open(ctx context.Context, location adapter.Location, generation int) (timeline.Stream, error) {
	s, err := format.Open(ctx, location)
	if err != nil {
		return timeline.Stream{}, err
	}
	x, err := survey(ctx, s)
	if err != nil {
		return timeline.Stream{}, err
	}
	if !x.talks {
		return timeline.Stream{}, fmt.Errorf("%s: %w: session %s holds no prompt, answer or call", location.Path,
			adapter.ErrEmpty, s.Row.ID)
	}
	stream := timeline.Stream{Header: header(s.Row, x), Entries: entries(ctx, s)}
	if stream.Header.Branches, err = branches(stream, s.Row); err != nil {
		return stream, err
	}
	stream.Children, err = children(ctx, s, generation)
	return stream, err
}

// index holds the facts about a session that its first entry depends on.
type index struct {
	talks           bool
	provider, model string
	first, last     int64 // times in milliseconds
}

// survey reads the session until it knows enough. For most sessions, the first messages suffice.
func survey(ctx context.Context, s *format.Session) (index, error) {
	x := index{
		provider: s.Row.Get("model", "providerID").String(), model: s.Row.Get("model", "id").String(),
		first: s.Row.Get("time_created").Int(), last: s.Row.Get("time_updated").Int(),
	}
	for m, err := range s.Messages(ctx) {
		if err != nil {
			return x, err
		}
		x.talks = x.talks || len(m.Parts) > 0
		if x.model == "" {
			x.provider, x.model = modelOf(m.Row)
		}
		if x.talks && x.model != "" {
			break
		}
	}
	return x, nil
}

// modelOf returns the model of a message: the one that gave an answer, or the one that a prompt was sent to.
func modelOf(message format.Row) (provider, model string) {
	data := message.Data()
	if id := data.Get("modelID"); id.IsString() {
		return data.Get("providerID").String(), id.String()
	}
	return data.Get("model", "providerID").String(), data.Get("model", "modelID").String()
}

func header(row format.Row, x index) timeline.Header {
	h := timeline.Header{
		ID: row.ID, Version: timeline.Version,
		Source:   timeline.Source{CLI: format.Name, OriginalID: row.ID, Version: row.Get("version").String()},
		Project:  timeline.Project{Path: row.Get("directory").String()},
		Model:    timeline.Model{Provider: x.provider, Model: x.model},
		Metadata: timeline.Metadata{Created: stamp(x.first), LastModified: stamp(x.last)},
	}
	if h.Project.Path != "" {
		h.Project.Name = filepath.Base(h.Project.Path)
	}
	if input, output := row.Get("tokens_input").Int(), row.Get("tokens_output").Int(); input+output > 0 {
		h.Metadata.Tokens = &timeline.Tokens{Input: input, Output: output}
	}
	if parent := row.Get("parent_id").String(); parent != "" {
		h.Lineage = &timeline.Lineage{Parent: format.Name + ":" + parent, Kind: timeline.LineageSubagent}
	}
	return h
}

// children opens the sessions of sub-agents. It skips a session that it cannot read, because the call and its result
// are present without it.
func children(ctx context.Context, s *format.Session, generation int) ([]timeline.Stream, error) {
	started, err := s.Started(ctx)
	if err != nil || generation == maxGenerations {
		return nil, err
	}
	var streams []timeline.Stream
	for _, child := range started {
		stream, err := open(ctx, child.Location, generation+1)
		if err != nil {
			continue
		}
		stream.Header.Lineage = &timeline.Lineage{Parent: format.Name + ":" + s.Row.ID, Kind: timeline.LineageSubagent,
			At: child.Part}
		streams = append(streams, stream)
	}
	return streams, nil
}
