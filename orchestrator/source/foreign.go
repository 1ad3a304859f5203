package source

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"stead/catalog"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// foreign returns the conversation of a session from outside. It goes on in the current folder: the one that the file names is a stranger's choice.
func (f Finder) foreign(ctx context.Context, source catalog.Source) (Source, error) {
	stream, err := source.Open(ctx)
	if err != nil {
		return Source{}, err
	}
	bare, left, err := Conversation(stream)
	return Source{
		Session: sessionOf(source.Summary, bare.Header), Stream: bare, Dir: f.Catalog.Dir(), LeftOut: left, Draft: source.Draft,
	}, err
}

// Conversation returns what passes from a session that somebody else may have written: what was said, called and answered. Nothing else does, so that no
// file sets what a CLI may do, what it is told by its system, where it works and who answers. It is an allow-list: an entry is made anew of the members
// that are the conversation's, without the native record from which a CLI's own settings would come back, and so is the header. LeftOut counts what
// stays behind, by the types of the records. The session is read once for that; its errors are the stream's.
func Conversation(s timeline.Stream) (conversation timeline.Stream, leftOut []writers.LeftOut, err error) {
	left := map[string]int{}
	for e, err := range s.Entries {
		if err != nil {
			return timeline.Stream{}, nil, err
		}
		if isSetting(e) {
			left[typeOf(e)]++
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(left)) {
		leftOut = append(leftOut, writers.LeftOut{
			What: "records of the type " + kind, Count: left[kind],
			Why: "the session is a file from outside: only its conversation passes, and your own settings decide (--trust keeps all)",
		})
	}
	return bare(s), leftOut, nil
}

// isSetting reports whether an entry is a record that is kept for its own CLI only.
func isSetting(e *timeline.Entry) bool {
	return e.Hidden && e.Origin == nil && e.Native != nil && len(e.Native.Raw) > 0 && !e.Native.Damaged
}

// typeOf is the type that the record of an entry says of itself.
func typeOf(e *timeline.Entry) string {
	record := jsonl.Value(e.Native.Raw)
	kind := record.Get("type").String()
	if inner := record.Get("payload", "type").String(); inner != "" {
		kind += " " + inner
	}
	if kind == "" {
		return "unnamed"
	}
	return fmt.Sprintf("%.40s", kind)
}

// bare is a stream of which every entry and the header are made anew.
func bare(s timeline.Stream) timeline.Stream {
	made := timeline.Stream{Header: bareHeader(s.Header), Cut: s.Cut, Entries: func(yield func(*timeline.Entry, error) bool) {
		for e, err := range s.Entries {
			if err != nil {
				yield(nil, err)
				return
			}
			if e.Hidden && !e.IsUnknown() && !e.IsRebuilt() {
				continue
			}
			if !yield(bareEntry(e), nil) {
				return
			}
		}
	}}
	for _, child := range s.Children {
		made.Children = append(made.Children, bare(child))
	}
	return made
}

func bareHeader(h timeline.Header) timeline.Header {
	made := timeline.Header{
		ID: h.ID, Version: h.Version,
		Source:  timeline.Source{CLI: h.Source.CLI, OriginalID: h.Source.OriginalID, Version: h.Source.Version},
		Project: timeline.Project{Path: h.Project.Path, Name: h.Project.Name},
		Metadata: timeline.Metadata{
			Created: h.Metadata.Created, LastModified: h.Metadata.LastModified, Cost: h.Metadata.Cost,
		},
	}
	if t := h.Metadata.Tokens; t != nil {
		made.Metadata.Tokens = &timeline.Tokens{Input: t.Input, Output: t.Output}
	}
	if l := h.Lineage; l != nil && l.Kind == timeline.LineageSubagent { // by which a child finds its call
		made.Lineage = &timeline.Lineage{Parent: l.Parent, At: l.At, Kind: l.Kind}
	}
	for _, b := range h.Branches {
		made.Branches = append(made.Branches, timeline.Branch{ID: b.ID, ParentID: b.ParentID, Entries: b.Entries})
	}
	return made
}

func bareEntry(e *timeline.Entry) *timeline.Entry {
	made := &timeline.Entry{
		ID: e.ID, Timestamp: e.Timestamp, Type: e.Type, ParentID: e.ParentID, Content: e.Content, Thinking: e.Thinking,
		Tool: e.Tool, Input: e.Input, OriginalTool: e.OriginalTool, CallID: e.CallID, Success: e.Success, Output: e.Output, Error: e.Error,
		StopReason: e.StopReason, Hidden: e.Hidden, Branch: e.Branch,
	}
	if e.Usage != nil {
		made.Usage = &timeline.Usage{
			Input: e.Usage.Input, Output: e.Usage.Output, CacheRead: e.Usage.CacheRead, CacheWrite: e.Usage.CacheWrite,
			Reasoning: e.Usage.Reasoning, Cost: e.Usage.Cost,
		}
	}
	for _, a := range e.Attachments {
		a.Extra = nil
		made.Attachments = append(made.Attachments, a)
	}
	if o := e.Origin; o != nil {
		made.Origin = &timeline.Origin{Kind: o.Kind, Name: o.Name, Typed: o.Typed, ExitCode: o.ExitCode}
	}
	if e.IsUnknown() && e.Native != nil { // the report says where it stands
		made.Native = &timeline.Record{Line: e.Native.Line, Damaged: e.Native.Damaged}
	}
	if c := e.Compaction; c != nil {
		made.Compaction = &timeline.Compaction{Trigger: c.Trigger, Keeps: c.Keeps, KeepsFirst: c.KeepsFirst}
	}
	return made
}
