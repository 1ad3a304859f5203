package claude

import (
	"slices"

	"stead/adapters/claude"
	"stead/timeline"
)

// compactions writes the summaries.
type compactions struct {
	out     *output
	prompts *prompts
}

// write writes the summary that replaced the history before it. The boundary begins a new root; the CLI then sends the
// summary, the records that the boundary preserves, and what follows. One preserved record that is missing voids the
// whole list.
func (c *compactions) write(e *timeline.Entry) error {
	summary := e.ID + "\x00summary"
	var kept []string
	for _, id := range e.Compaction.Keeps {
		switch uuid := c.out.uuid(id); {
		case c.out.isWritten(uuid):
			kept = append(kept, uuid)
		case c.out.isWritten(id):
			kept = append(kept, id)
		case c.out.calls[id] != "":
			kept = append(kept, c.out.calls[id])
		}
	}
	kept = slices.Compact(kept) // a record may hold several calls
	if c.out.at.tip != "" {
		anchor := c.out.uuid(summary)
		if e.Compaction.KeepsFirst {
			anchor = c.out.uuid(e.ID) // the boundary's own
		}
		if err := c.boundary(e, anchor, kept); err != nil {
			return err
		}
	}
	return c.prompts.write(summary, e.Timestamp, e.Content, nil, isVisibleOnly, isCompactSummary)
}

func (c *compactions) boundary(e *timeline.Entry, anchor string, kept []string) error {
	before := c.out.at.tip
	return c.out.record(e.ID, "", e.Timestamp, func(o *timeline.Object) {
		o.String("logicalParentUuid", before)
		o.String("type", claude.TypeSystem)
		o.String("subtype", claude.SubtypeCompactBoundary)
		o.String("content", "Conversation compacted")
		o.Bool("isMeta", false)
		o.String("level", "info")
		o.Append("compactMetadata", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("trigger", triggerOf(e.Compaction))
			m.Int("preTokens", 0)
			if len(kept) > 0 {
				preserve(&m, anchor, kept)
			}
			return m.End()
		})
	})
}

func triggerOf(c *timeline.Compaction) string {
	if c.Trigger == "manual" {
		return c.Trigger
	}
	return "auto"
}

// preserve names the kept records in both forms that the CLI writes.
func preserve(o *timeline.Object, anchor string, kept []string) {
	o.Append("preservedSegment", func(dst []byte) []byte {
		s := timeline.NewObject(dst)
		s.String("headUuid", kept[0])
		s.String("anchorUuid", anchor)
		s.String("tailUuid", kept[len(kept)-1])
		return s.End()
	})
	uuids := make([][]byte, len(kept))
	for i, uuid := range kept {
		uuids[i] = timeline.AppendString(nil, uuid)
	}
	o.Append("preservedMessages", func(dst []byte) []byte {
		p := timeline.NewObject(dst)
		p.String("anchorUuid", anchor)
		p.Raw("uuids", timeline.AppendArray(nil, uuids))
		p.Raw("allUuids", timeline.AppendArray(nil, uuids))
		return p.End()
	})
}
