package policy

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// Conversation is the part of a possibly foreign session that stead passes on: messages, calls and results. It passes
// nothing else, so that no file determines what a CLI may do, its system instructions, its working folder, or who
// answers. It is an allow-list: the header and each entry are rebuilt from the members that belong to the conversation.
// The native records are left out, because a CLI's own settings would return with them. The zero value is no
// conversation.
type Conversation struct {
	// Stream is the conversation.
	Stream timeline.Stream
	// settings counts, for each of its sessions, what the last range over it left out.
	settings []*settings
}

// settings counts what is left out, by its names in the file.
type settings struct{ members, records map[string]int }

// ConversationOf returns the conversation of a session.
func ConversationOf(s timeline.Stream) Conversation {
	var c Conversation
	c.Stream = c.bare(s)
	return c
}

// LeftOut describes what is left out. It is complete after a full range over the stream.
func (c Conversation) LeftOut() (all []writers.LeftOut) {
	members, records := map[string]int{}, map[string]int{}
	for _, s := range c.settings {
		add(members, s.members)
		add(records, s.records)
	}
	return append(leftOut("header's ", members), leftOut("record ", records)...)
}

func add(sum, more map[string]int) {
	for name, count := range more {
		sum[name] += count
	}
}

func leftOut(what string, counts map[string]int) (all []writers.LeftOut) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, writers.LeftOut{
			What: what + name, Count: counts[name],
			Why: "the session comes from outside, so only its conversation passes, and your own settings decide (--trust keeps all)",
		})
	}
	return all
}

// Watched returns a session unchanged, and a Conversation that counts what would be left out. The counts are complete
// after a full range over the stream.
func Watched(s timeline.Stream) (timeline.Stream, Conversation) {
	left := &settings{members: membersOf(s.Header)}
	s.Entries = left.counted(s.Entries)
	return s, Conversation{settings: []*settings{left}}
}

// bare returns a stream with a rebuilt header and rebuilt entries.
func (c *Conversation) bare(s timeline.Stream) timeline.Stream {
	left := &settings{members: membersOf(s.Header)}
	c.settings = append(c.settings, left)
	made := timeline.Stream{Header: bareHeader(s.Header), Cut: s.Cut,
		Entries: func(yield func(*timeline.Entry, error) bool) {
			for e, err := range left.counted(s.Entries) {
				if err != nil {
					yield(nil, err)
					return
				}
				if (!e.Hidden || e.Origin != nil) && !yield(bareEntry(e), nil) {
					return
				}
			}
		}}
	for _, child := range s.Children {
		made.Children = append(made.Children, c.bare(child))
	}
	return made
}

// counted returns the same range, and counts the settings in it.
func (left *settings) counted(entries iter.Seq2[*timeline.Entry, error]) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		left.records = map[string]int{}
		for e, err := range entries {
			if err == nil && isSetting(e) {
				for _, name := range namesOf(e) {
					left.records[name]++
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// isSetting reports whether an entry is a record that is kept only for its own CLI.
func isSetting(e *timeline.Entry) bool {
	return e.Hidden && e.Origin == nil && e.Native != nil && len(e.Native.Raw) > 0 && !e.Native.Damaged
}

// namesOf returns the names of an entry's record, from its own members. For a row of a table they are the table and the
// columns with more than one value, such as permissions. The report shows them, so untrusted texts are kept short.
func namesOf(e *timeline.Entry) []string {
	record := jsonl.Value(e.Native.Raw)
	kind, inner, table := record.Get("type").String(), record.Get("payload", "type").String(), record.Get("table").String()
	switch {
	case kind != "" && inner != "":
		return []string{short(kind + " " + inner)}
	case kind != "":
		return []string{short(kind)}
	case table == "":
		return []string{"unnamed"}
	}
	names := []string{short(table)}
	for name, value := range jsonl.Members(record) {
		if value.IsObject() || value.IsArray() {
			names = append(names, short(table+"."+string(name)))
		}
	}
	return names
}

func short(name string) string { return fmt.Sprintf("%.40s", name) }

// membersOf counts the header's members that a CLI added for itself.
func membersOf(h timeline.Header) map[string]int {
	found := map[string]int{}
	for _, extra := range []timeline.Extra{h.Extra, h.Source.Extra, h.Project.Extra, h.Model.Extra, h.Metadata.Extra} {
		for name := range extra {
			found[short(name)]++
		}
	}
	if len(h.Model.Config) > 0 {
		found["model.config"]++
	}
	return found
}

func bareHeader(h timeline.Header) timeline.Header {
	made := timeline.Header{
		ID: h.ID, Version: h.Version,
		Source: timeline.Source{CLI: h.Source.CLI, OriginalID: h.Source.OriginalID, Version: h.Source.Version},
		Metadata: timeline.Metadata{Created: h.Metadata.Created, LastModified: h.Metadata.LastModified,
			Cost: h.Metadata.Cost},
	}
	if t := h.Metadata.Tokens; t != nil {
		made.Metadata.Tokens = &timeline.Tokens{Input: t.Input, Output: t.Output}
	}
	if l := h.Lineage; l != nil && l.Kind == timeline.LineageSubagent { // a child needs it to find its call
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
		Tool: e.Tool, Input: e.Input, OriginalTool: e.OriginalTool, CallID: e.CallID, Success: e.Success, Output: e.Output,
		Error:      e.Error,
		DurationMS: e.DurationMS, StopReason: e.StopReason, Hidden: e.Hidden, Branch: e.Branch, Origin: bareOrigin(e.Origin),
	}
	if u := e.Usage; u != nil {
		made.Usage = &timeline.Usage{
			Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, Reasoning: u.Reasoning,
			Cost: u.Cost,
		}
	}
	for _, a := range e.Attachments {
		a.Extra = nil
		made.Attachments = append(made.Attachments, a)
	}
	if e.IsUnknown() && e.Native != nil { // the report says where it is
		made.Native = &timeline.Record{Line: e.Native.Line, Damaged: e.Native.Damaged}
	}
	if c := e.Compaction; c != nil {
		made.Compaction = &timeline.Compaction{Trigger: c.Trigger, Keeps: c.Keeps, KeepsFirst: c.KeepsFirst}
	}
	return made
}

// bareOrigin returns the origin of a context. In some CLIs a hook speaks to the model with the role of the developer,
// so the output of a foreign hook becomes an ordinary text of the file.
func bareOrigin(o *timeline.Origin) *timeline.Origin {
	if o == nil {
		return nil
	}
	made := &timeline.Origin{Kind: o.Kind, Name: o.Name, Typed: o.Typed, ExitCode: o.ExitCode, DurationMS: o.DurationMS}
	if o.Kind == timeline.Hook {
		made.Kind, made.Name = timeline.Unsorted, string(timeline.Hook)
	}
	return made
}
