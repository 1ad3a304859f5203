package timeline

import (
	"bytes"
	"slices"
)

// Clone returns a copy that shares no memory with e.
func (e *Entry) Clone() *Entry {
	c := *e
	c.Content, c.Thinking = e.Content.clone(), e.Thinking.clone()
	c.Output, c.Error = e.Output.clone(), e.Error.clone()
	c.Input, c.DurationMS = bytes.Clone(e.Input), cloned(e.DurationMS)
	c.Attachments = slices.Clone(e.Attachments)
	for i := range c.Attachments {
		c.Attachments[i].Data = c.Attachments[i].Data.clone()
		c.Attachments[i].Extra = c.Attachments[i].Extra.clone()
	}
	c.Usage, c.Compaction, c.Native, c.Origin = cloned(e.Usage), cloned(e.Compaction), cloned(e.Native), cloned(e.Origin)
	if c.Origin != nil {
		c.Origin.Typed, c.Origin.Extra = e.Origin.Typed.clone(), e.Origin.Extra.clone()
		c.Origin.ExitCode, c.Origin.DurationMS = cloned(e.Origin.ExitCode), cloned(e.Origin.DurationMS)
	}
	if c.Usage != nil {
		c.Usage.Extra = c.Usage.Extra.clone()
	}
	if c.Compaction != nil {
		c.Compaction.Keeps, c.Compaction.Extra = slices.Clone(e.Compaction.Keeps), e.Compaction.Extra.clone()
	}
	if c.Native != nil {
		c.Native.Raw = bytes.Clone(e.Native.Raw) // not nil when empty: a blank line is a record, too
	}
	c.Extra = e.Extra.clone()
	return &c
}

// cloned returns a pointer to a copy of what p points to.
func cloned[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}

func (t Text) clone() Text { return Text{raw: bytes.Clone(t.raw)} }
