package claude

import (
	"context"
	"fmt"
	"os"
	"slices"

	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

// aside is a side chain in the session's own file: the conversation of a sub-agent, as versions before 2 wrote it. The
// session keeps its records as hidden ones, and a separate stream repeats them as a conversation.
type aside struct {
	id                string // the uuid of its first record
	prompt            string
	created, modified string
	model             string
	usage             map[string]timeline.Usage // by the id of a message
	lines             map[int]bool
}

// asides collects the side chains of a file.
type asides struct {
	chains []*aside
	of     map[string]*aside // by the uuid of a record
	calls  map[string]string // the ids of calls, by the prompt that they pass to a sub-agent
}

// readAsides reads a file that has side chains.
func readAsides(ctx context.Context, path string) (*asides, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read side chains: %w", err)
	}
	defer file.Close()
	found := &asides{of: map[string]*aside{}, calls: map[string]string{}}
	for line, err := range jsonl.Lines(ctx, file) {
		if err != nil {
			return nil, fmt.Errorf("read side chains of %s: %w", path, err)
		}
		if clean, _, ok := jsonl.Clean(line.Bytes); ok {
			found.add(line.Number, clean)
		}
	}
	return found, nil
}

func (s *asides) add(line int, record []byte) {
	r := claude.PeekTree(record)
	m := claude.PeekMessage(r.Message)
	switch {
	case r.IsSidechain && r.InTree() && isID(r.UUID):
		s.chain(&r, &m).add(line, &r, &m)
	case r.Type.Is(claude.TypeAssistant):
		for i := range m.Blocks {
			if b := &m.Blocks[i]; b.IsCall() && b.Input.Get("prompt").IsString() {
				s.calls[b.Input.Get("prompt").String()] = b.ID.String()
			}
		}
	}
}

// chain returns the chain that a record belongs to. The record may be the first of a new chain.
func (s *asides) chain(r *claude.Record, m *claude.Message) *aside {
	chain := s.of[r.Parent.String()]
	if chain == nil {
		chain = &aside{id: r.UUID.String(), prompt: textOf(m.Content).String(), usage: map[string]timeline.Usage{},
			lines: map[int]bool{}}
		s.chains = append(s.chains, chain)
	}
	s.of[r.UUID.String()] = chain
	return chain
}

func (a *aside) add(line int, r *claude.Record, m *claude.Message) {
	a.lines[line] = true
	recordtree.KeepFirst(&a.created, r.Timestamp)
	recordtree.KeepLast(&a.modified, r.Timestamp)
	if !m.Model.Is(claude.Synthetic) {
		recordtree.KeepLast(&a.model, m.Model)
	}
	if u := usageOf(response, m); u != nil {
		a.usage[m.ID.String()] = *u // the last record of a message has the most complete counts
	}
}

// streams returns the chains as the sessions of sub-agents.
func (s *asides) streams(ctx context.Context, path string, parent *timeline.Header) []timeline.Stream {
	var streams []timeline.Stream
	for _, chain := range s.chains {
		h := timeline.Header{
			ID: chain.id, Version: timeline.Version, Source: parent.Source, Project: parent.Project,
			Model:    timeline.Model{Provider: parent.Model.Provider, Model: chain.model},
			Metadata: timeline.Metadata{Created: chain.created, LastModified: chain.modified, Tokens: chain.tokens()},
			Lineage: &timeline.Lineage{Parent: claude.Name + ":" + parent.ID, At: s.calls[chain.prompt],
				Kind: timeline.LineageSubagent},
			Extra: timeline.Extra{claude.Aside: []byte("true")},
		}
		h.Source.OriginalID = chain.id
		streams = append(streams, timeline.Stream{Header: h, Entries: chain.entries(ctx, path)})
	}
	return streams
}

func (a *aside) tokens() *timeline.Tokens {
	var t timeline.Tokens
	for _, u := range a.usage {
		t.Input, t.Output = t.Input+u.Input+u.CacheRead+u.CacheWrite, t.Output+u.Output
	}
	if t.Input+t.Output == 0 {
		return nil
	}
	return &t
}

// entries reads the chain's records from the file again. The entries have no native records, because the session keeps
// those.
func (a *aside) entries(ctx context.Context, path string) func(yield func(*timeline.Entry, error) bool) {
	return func(yield func(*timeline.Entry, error) bool) {
		session, err := recordtree.Open(ctx, path, format{aside: true})
		if err != nil {
			yield(nil, err)
			return
		}
		for e, err := range session.Entries(ctx) {
			switch {
			case err != nil:
				yield(nil, err)
				return
			case e.Hidden || e.Native == nil || !a.lines[e.Native.Line]:
				continue
			}
			e.Branch, e.Native = "", nil
			if !yield(e, nil) {
				return
			}
		}
	}
}

// withAsides adds the side chains in a session's file to its sub-agents.
func withAsides(ctx context.Context, path string, stream timeline.Stream) (timeline.Stream, error) {
	found, err := readAsides(ctx, path)
	if err == nil {
		stream.Children = slices.Concat(found.streams(ctx, path, &stream.Header), stream.Children)
	}
	return stream, err
}
